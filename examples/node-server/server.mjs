// An HTTP server around the Claude Agent SDK, whose questions go to a person through the bridge.

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { query } from "@anthropic-ai/claude-agent-sdk";

const { BRIDGE = "http://127.0.0.1:8787", PORT = "8000" } = process.env;

async function post(session, what, body, signal) {
  const url = `${BRIDGE}/sessions/${encodeURIComponent(session)}/${what}`;
  const reply = await fetch(url, { method: "POST", body: JSON.stringify(body), signal });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`the bridge refused: ${text}`);
  return text && JSON.parse(text);
}

/** The callback `canUseTool`: the bridge answers with the permission result as it is. */
const asksThePerson = (session) => (tool, input, { signal }) =>
  tool === "AskUserQuestion"
    ? // Node's fetch gives up after five minutes without an answer, so the bridge has to do so before.
      post(session, "ask?timeout=280", input, signal)
    : { behavior: "deny", message: "This server only lets the agent ask." };

/** The SDK calls `canUseTool` only if the prompt is a stream. */
async function* prompt(text) {
  yield { type: "user", message: { role: "user", content: text }, parent_tool_use_id: null, session_id: "" };
}

/** Lets the agent work on a message, and shows on the page what it says. */
async function work(session, text) {
  const agent = query({ prompt: prompt(text), options: { canUseTool: asksThePerson(session) } });
  for await (const message of agent) {
    if (message.type !== "assistant") continue;
    for (const block of message.message.content) {
      if (block.type === "text") await post(session, "events", { type: "text", chunk: block.text });
    }
  }
  await post(session, "events", { type: "complete" });
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
