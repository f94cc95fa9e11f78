"""An HTTP server around the Claude Agent SDK, whose questions and approvals go to a person through the bridge."""

import asyncio
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ask_user_client import AskUserClient
from claude_agent_sdk import AssistantMessage, ClaudeAgentOptions, ClaudeSDKClient, TextBlock

BRIDGE = os.environ.get("BRIDGE", "http://127.0.0.1:8787")


async def work(session, text):
    """Lets the agent work on a message, and shows on the page what it says."""
    async with AskUserClient(BRIDGE, session) as person:
        options = ClaudeAgentOptions(can_use_tool=person.can_use_tool)
        async with ClaudeSDKClient(options=options) as client:
            await client.query(text)
            async for message in client.receive_response():
                if isinstance(message, AssistantMessage):
                    for block in message.content:
                        if isinstance(block, TextBlock):
                            await person.send({"type": "text", "chunk": block.text})
        await person.send({"type": "complete"})


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
