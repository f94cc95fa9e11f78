// An HTTP server around the Claude Agent SDK, whose questions and approvals go to a person through the bridge.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { AskUserClient } from "ask-user-client";

const { BRIDGE = "http://127.0.0.1:8787", PORT = "8000" } = process.env;

/** The SDK calls `canUseTool` only if the prompt is a stream. */
async function* prompt(text) {
  yield { type: "user", message: { role: "user", content: text }, parent_tool_use_id: null, session_id: "" };
}

/** Lets the agent work on a message, and shows on the page what it says. */
async function work(session, text) {
  const person = new AskUserClient({ bridge: BRIDGE, session });
  const agent = query({ prompt: prompt(text), options: { canUseTool: person.canUseTool } });
  for await (const message of agent) {
    if (message.type !== "assistant") continue;
    for (const block of message.message.content) {
      if (block.type === "text") await person.send({ type: "text", chunk: block.text });
    }
  }
  await person.send({ type: "complete" });
}

const server = createServer(async (request, response) => {
  try {
    const { session, text } = await json(request);
    await work(session, text);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
