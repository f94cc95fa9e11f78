"""One class for each way in which a bridge refuses."""

from __future__ import annotations

from typing import Any


class AskUserError(Exception):
    """The bridge refused, or could not be reached."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after_seconds = retry_after_seconds
        # Of an ask: with the same key and the same request, another call finds it.
        self.key: str | None = None


class InvalidRequestError(AskUserError):
    """What was asked cannot be asked (400, 413). The message names the member."""


class UnauthorizedError(AskUserError):
    """The token is missing, wrong or expired (401). `code` says which."""


class ForbiddenError(AskUserError):
    """The token is for something else, or the bridge does not serve this name (403, 421)."""


class KeyReusedError(AskUserError):
    """The key belongs to another request (422)."""


class ResultExpiredError(AskUserError):
    """The answer was there, and is no longer kept (410)."""


class TooManyAsksError(AskUserError):
    """Too many asks are waiting, or too many wrong tokens were sent (429)."""


class NotSupportedError(AskUserError):
    """The bridge carries no approvals and no forms (501)."""


class TokenError(AskUserError):
    """The function that gives the tokens failed; `__cause__` is its error."""


class UnreachableError(AskUserError):
    """The bridge could not be reached for as long as the client was to try."""


_CLASSES: dict[int, type[AskUserError]] = {
    400: InvalidRequestError,
    401: UnauthorizedError,
    403: ForbiddenError,
    410: ResultExpiredError,
    413: InvalidRequestError,
    421: ForbiddenError,
    422: KeyReusedError,
    429: TooManyAsksError,
    501: NotSupportedError,
}


def refusal(status: int, body: Any, retry_after_seconds: float | None = None) -> AskUserError:
    """The error for a refusal."""
    said = body if isinstance(body, dict) else {}
    message = said.get("error") or f"The bridge answered with {status}"
    error = _CLASSES.get(status, AskUserError)
    return error(str(message), status=status, code=said.get("code"), retry_after_seconds=retry_after_seconds)
