"""One ask, from the first call to its result, over any break.

Each call is repeated with the same key, so that the person is asked once.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

from .connection import Broken, Connection
from .errors import AskUserError, UnreachableError, refusal

# How long the bridge holds one call, in seconds: less than what proxies and clients allow.
WAIT_SECONDS = 25

# How much longer than it waits a call may take before it counts as broken, in seconds.
SLACK = 15.0

# The time between two tries, in seconds: it doubles from the first to the longest.
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0

# A bridge that says sooner than this that there is no result did not wait for one, in seconds: the next try comes after a pause.
AT_ONCE = 1.0

# How long an ask is tried to be withdrawn when the caller gives up, in seconds.
WITHDRAWAL = 5.0

# Statuses after which the same call may succeed: something between here and the bridge broke, or the bridge goes.
BROKEN = {408, 500, 502, 503, 504}


class Ask:
    """One ask. `connection` makes the calls; `path` is that of the kind of ask, with its time limit."""

    def __init__(self, connection: Connection, path: str, key: str, body: Any, patience: float) -> None:
        self._connection = connection
        self._path = path
        self._key = key
        self._body = json.dumps(body)
        self._patience = patience
        # The id by which the bridge knows it, once that was heard.
        self._id: str | None = None

    async def result(self) -> Any:
        """The result. A caller that is cancelled withdraws the ask first."""
        try:
            return await self._persist(self._patience, self._step)
        except AskUserError as error:
            # The ask may still be with the person. Whoever has its key can fetch the answer.
            error.key = self._key
            raise
        except asyncio.CancelledError:
            withdrawal = asyncio.ensure_future(self._withdraw())
            try:
                await asyncio.shield(withdrawal)
            except Exception:
                # Nobody waits for the ask any more; the bridge ends it when its time is up.
                pass
            raise

    async def _step(self) -> Any:
        """Asks if the bridge does not have the ask yet, and waits for the result. Gives nothing as long as there is none."""
        result = await self._begin() if self._id is None else None
        if result is not None:
            return result
        status, body = await self._call("GET", f"asks/{self._id}?wait={WAIT_SECONDS}")
        if status == 404:
            # The bridge was started anew: the same key asks the same question under the same id.
            self._id = None
            raise Broken("it no longer knows the ask that it took (several bridges behind one address need one --store)", status)
        return body.get("result")

    async def _begin(self) -> Any:
        """The call that asks waits for nothing, so that the id is known soon."""
        headers = {"idempotency-key": self._key, "prefer": "respond-async", "content-type": "application/json"}
        status, body = await self._call("POST", self._path, headers=headers, content=self._body)
        if status != 202:
            return body
        self._id = body["id"]
        return None

    async def _withdraw(self) -> None:
        async def step() -> Any:
            # A first call may have reached the bridge though its reply did not come back.
            result = await self._begin() if self._id is None else None
            return result or (await self._call("DELETE", f"asks/{self._id}"))[1]

        await self._persist(WITHDRAWAL, step)

    async def _persist(self, patience: float, step: Callable[[], Awaitable[Any]]) -> Any:
        """Takes a step until it gives something. A break is followed by another try, until none succeeded for `patience`."""
        pause = FIRST_PAUSE
        broken_since: float | None = None
        while True:
            begun = time.monotonic()
            retry_after = 0.0
            try:
                result = await step()
                if result is not None:
                    return result
                broken_since = None
                if time.monotonic() - begun >= AT_ONCE:
                    pause = FIRST_PAUSE
                    continue
            except Broken as broken:
                now = time.monotonic()
                broken_since = now if broken_since is None else broken_since
                if now - broken_since >= patience:
                    message = f"The bridge could not be reached: {broken}"
                    raise UnreachableError(message, status=broken.status) from broken
                retry_after = broken.retry_after or 0.0
            # Not all clients that lost one bridge come back to it in the same moment.
            await asyncio.sleep(max(pause * random.uniform(0.5, 1.0), retry_after))
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _call(self, method: str, path: str, **given: Any) -> tuple[int, Any]:
        """One call. A refusal is raised as such, and everything that may be different the next time as `Broken`."""
        timeout = SLACK + (WAIT_SECONDS if method == "GET" else 0)
        reply = await self._connection.call(method, path, timeout=timeout, **given)
        is_known = reply.is_ok or (method == "GET" and reply.status == 404)
        if reply.status in BROKEN or (is_known and reply.body is None):
            said = reply.body.get("error") if isinstance(reply.body, dict) else None
            raise Broken(said or f"it answered with {reply.status}", reply.status, reply.retry_after_seconds)
        if is_known:
            return reply.status, reply.body
        raise refusal(reply.status, reply.body, reply.retry_after_seconds)
