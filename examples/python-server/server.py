"""An HTTP server around the Claude Agent SDK, whose questions go to a person through the bridge."""

import asyncio
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote
from urllib.request import Request, urlopen

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    PermissionResultAllow,
    PermissionResultDeny,
    TextBlock,
)

BRIDGE = os.environ.get("BRIDGE", "http://127.0.0.1:8787")


def post(session, what, body):
    """Calls the bridge; an ask waits there until the person has answered."""
    url = f"{BRIDGE}/sessions/{quote(session, safe='')}/{what}"
    headers = {"content-type": "application/json"}
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as reply:
        text = reply.read()
    return json.loads(text) if text else None


def asks_the_person(session):
    """The callback for `can_use_tool`."""

    async def can_use_tool(tool, tool_input, context):
        if tool != "AskUserQuestion":
            return PermissionResultDeny(message="This server only lets the agent ask.")
        result = await asyncio.to_thread(post, session, "ask", tool_input)
        if result["behavior"] == "allow":
            return PermissionResultAllow(updated_input=result["updatedInput"])
        return PermissionResultDeny(message=result["message"], interrupt=result.get("interrupt", False))

    return can_use_tool


async def work(session, text):
    """Lets the agent work on a message, and shows on the page what it says."""
    options = ClaudeAgentOptions(can_use_tool=asks_the_person(session))
    async with ClaudeSDKClient(options=options) as client:
        await client.query(text)
        async for message in client.receive_response():
            if isinstance(message, AssistantMessage):
                for block in message.content:
                    if isinstance(block, TextBlock):
                        await asyncio.to_thread(post, session, "events", {"type": "text", "chunk": block.text})
    await asyncio.to_thread(post, session, "events", {"type": "complete"})


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        if self.path != "/messages":
            return self.send_error(404)
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asyncio.run(work(message["session"], message["text"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
