"""Asks a person from an agent, through the bridge of ask-user-widget.

An ask survives whatever breaks between the agent and the bridge, and a restart of the bridge: the person is asked once, and the agent
gets the answer.
"""

from .client import AskUserClient
from .errors import (
    AskUserError,
    ForbiddenError,
    InvalidRequestError,
    KeyReusedError,
    NotSupportedError,
    ResultExpiredError,
    TokenError,
    TooManyAsksError,
    UnauthorizedError,
    UnreachableError,
)

__all__ = [
    "AskUserClient",
    "AskUserError",
    "ForbiddenError",
    "InvalidRequestError",
    "KeyReusedError",
    "NotSupportedError",
    "ResultExpiredError",
    "TokenError",
    "TooManyAsksError",
    "UnauthorizedError",
    "UnreachableError",
]
