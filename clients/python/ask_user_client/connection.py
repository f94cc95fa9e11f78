"""One call to the bridge, with the token, and what came of it. It knows nothing of asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from .errors import InvalidRequestError, TokenError

Token = str | Callable[[], Awaitable[str]]


@dataclass
class Reply:
    """What the bridge replied; `body` is what JSON there was."""

    status: int
    is_ok: bool
    body: Any
    retry_after_seconds: float | None


class Broken(Exception):
    """A call that broke, and may succeed the next time."""

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class Connection:
    def __init__(self, bridge: str, session: str, token: Token | None, http: httpx.AsyncClient) -> None:
        self._base = f"{_address(bridge)}/sessions/{quote(session, safe='')}"
        self._token = token
        self._http = http

    async def call(self, method: str, path: str, *, headers: dict[str, str] | None = None, **given: Any) -> Reply:
        """The reply. Raises `Broken` if the call broke."""
        reply = await self._send(method, path, headers or {}, given)
        code = reply.body.get("code") if isinstance(reply.body, dict) else None
        if reply.status == 401 and code == "token_expired" and callable(self._token):
            # Whoever gives tokens may have kept one for a moment too long.
            return await self._send(method, path, headers or {}, given)
        return reply

    async def _send(self, method: str, path: str, headers: dict[str, str], given: dict[str, Any]) -> Reply:
        token = await self._current_token()
        authorization = {"authorization": f"Bearer {token}"} if token else {}
        try:
            response = await self._http.request(method, f"{self._base}/{path}", headers={**headers, **authorization}, **given)
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, UnicodeEncodeError) as error:
            # It would be the same in each try.
            raise InvalidRequestError(f"The call cannot be made: {error}") from error
        except httpx.TransportError as error:
            raise Broken(str(error) or type(error).__name__) from error
        try:
            body = response.json()
        except ValueError:
            body = None
        return Reply(response.status_code, response.is_success, body, _seconds(response.headers.get("retry-after")))

    async def _current_token(self) -> str | None:
        if self._token is None or isinstance(self._token, str):
            return self._token
        try:
            return await self._token()
        except Exception as error:
            raise TokenError(f"There is no token: {error}") from error


def _address(bridge: str) -> str:
    """The address of the bridge without a slash at its end."""
    try:
        url = httpx.URL(bridge)
    except httpx.InvalidURL:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise ValueError(f"bridge must be an address such as http://127.0.0.1:8787, without a user, and is {bridge!r}")
    return bridge.rstrip("/")


def _seconds(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None
