"""The client: one session of one bridge."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import httpx

from .ask import Ask
from .connection import Broken, Connection, Token
from .errors import KeyReusedError, ResultExpiredError, UnreachableError, refusal

if TYPE_CHECKING:
    from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext

# An id that Claude has given to one use of a tool, made by chance. Ids of other models may be given again to another use.
CLAUDES_ID = re.compile(r"toolu_[A-Za-z0-9_]{20,100}")

# How long a chat frame may take, in seconds.
SEND_LIMIT = 15.0


class AskUserClient:
    """Asks the person of one session.

    Each ask survives broken calls and a restart of the bridge: the person is asked once, and the call returns the answer, or
    why there is none. It raises an `AskUserError` if the bridge refuses. A caller that is cancelled withdraws its ask.

    `bridge` is its address, such as `http://127.0.0.1:8787`; anything else is a `ValueError`. `token` is the token, or what gives
    one for each call; if the bridge says that one has expired, the next is taken once. While the bridge cannot be reached, it is tried for `patience_seconds`;
    a person who takes their time is waited for without an end.
    """

    def __init__(
        self,
        bridge: str,
        session: str,
        *,
        token: Token | None = None,
        patience_seconds: float = 300.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient()
        self._owns_http = http is None
        self._connection = Connection(bridge, session, token, self._http)
        self._patience = patience_seconds

    async def __aenter__(self) -> AskUserClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections, unless they are another's."""
        if self._owns_http:
            await self._http.aclose()

    async def ask(
        self,
        questions: Sequence[Mapping[str, Any]] | Mapping[str, Any],
        *,
        key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> dict[str, Any]:
        """Asks questions. Returns the permission result: the answers are in `updatedInput`.

        The same `key` with the same request is the same ask, also from another process; otherwise a fresh one is made.
        """
        body = questions if isinstance(questions, Mapping) else {"questions": list(questions)}
        return await self._ask("ask", body, key, timeout_seconds)

    async def approve(
        self,
        tool_name: str,
        tool_input: Mapping[str, Any],
        *,
        key: str | None = None,
        timeout_seconds: float | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Asks whether a tool may be used. Returns the permission result.

        `options` are those of the Claude Agent SDK's `canUseTool` under the names of the wire, such as `title` and `suggestions`.
        """
        body = {**options, "tool_name": tool_name, "input": dict(tool_input)}
        return await self._ask("permission", body, key, timeout_seconds)

    async def elicit(
        self,
        request: Mapping[str, Any],
        *,
        key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> dict[str, Any]:
        """Has a form filled in or an address opened. Returns MCP's result: `action`, and `content` if it was accepted."""
        return await self._ask("elicit", request, key, timeout_seconds)

    async def can_use_tool(
        self,
        tool_name: str,
        tool_input: dict[str, Any],
        context: ToolPermissionContext,
    ) -> PermissionResultAllow | PermissionResultDeny:
        """The callback of the Claude Agent SDK. `AskUserQuestion` is a question, any other tool an approval.

        A `tool_use_id` of Claude's own (`toolu_…`) is the key of the ask: an agent that was started again asks the same ask.
        """
        from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, PermissionUpdate

        async def ask(key: str | None) -> dict[str, Any]:
            if tool_name == "AskUserQuestion":
                return await self.ask(tool_input, key=key)
            return await self.approve(tool_name, tool_input, key=key, **_options(context))

        key = _key(context)
        try:
            result = await ask(key)
        except (KeyReusedError, ResultExpiredError):
            # The same use of a tool with something else in it, or of long ago: the person has not decided on this.
            if key is None:
                raise
            result = await ask(None)
        if result["behavior"] != "allow":
            return PermissionResultDeny(message=result["message"], interrupt=result.get("interrupt", False))
        updates = [PermissionUpdate.from_dict(update) for update in result.get("updatedPermissions", [])]
        return PermissionResultAllow(updated_input=result["updatedInput"], updated_permissions=updates or None)

    async def send(self, frame: Mapping[str, Any]) -> None:
        """Sends a chat frame to the page, once."""
        headers = {"content-type": "application/json"}
        try:
            reply = await self._connection.call("POST", "events", headers=headers, content=json.dumps(frame), timeout=SEND_LIMIT)
        except Broken as broken:
            raise UnreachableError(f"The bridge could not be reached: {broken}") from broken
        if not reply.is_ok:
            raise refusal(reply.status, reply.body)

    async def _ask(self, path: str, body: Any, key: str | None, timeout_seconds: float | None) -> dict[str, Any]:
        query = "" if timeout_seconds is None else f"?timeout={timeout_seconds:g}"
        ask = Ask(self._connection, f"{path}{query}", key or str(uuid.uuid4()), body, self._patience)
        return await ask.result()


def _key(context: ToolPermissionContext | None) -> str | None:
    """The key that a use of a tool gives to its ask, if its id is unlike any other."""
    given = getattr(context, "tool_use_id", None)
    return given if isinstance(given, str) and CLAUDES_ID.fullmatch(given) else None


def _options(context: ToolPermissionContext) -> dict[str, Any]:
    """What a person is shown of the context, under the names of the wire."""
    options = {
        "suggestions": [update.to_dict() for update in context.suggestions] or None,
        "toolUseID": context.tool_use_id,
        "agentID": context.agent_id,
        "blockedPath": context.blocked_path,
        "decisionReason": context.decision_reason,
        "title": context.title,
        "displayName": context.display_name,
        "description": context.description,
    }
    return {name: value for name, value in options.items() if value is not None}
