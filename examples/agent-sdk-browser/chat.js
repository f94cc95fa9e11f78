// The Claude Agent SDK runs in the page, and the agent behind a WebSocket. What it asks, and what it wants to do, goes to the
// element: its `canUseTool` and `elicit` are handed over as they are.

import "./process.js";
import { query } from "@anthropic-ai/claude-agent-sdk/browser";
import { define } from "ask-user-widget";

define();
const widget = document.querySelector("ask-user");
const chat = document.getElementById("chat");
const form = document.querySelector("form");
const field = document.getElementById("message");

function add(who, text) {
  const line = document.createElement("p");
  line.textContent = `${who}: ${text}`;
  chat.append(line);
}

/** What the person writes, as long as the page is open. */
async function* prompt() {
  for (;;) {
    await new Promise((resolve) => form.addEventListener("submit", resolve, { once: true }));
    const content = field.value;
    field.value = "";
    add("You", content);
    yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null, session_id: "" };
  }
}

form.addEventListener("submit", (event) => event.preventDefault());

// The address of your agent, which your server hands out: wss://…
const url = new URLSearchParams(location.search).get("agent");
const { canUseTool, elicit: onElicitation } = widget;
for await (const message of query({ prompt: prompt(), websocket: { url }, canUseTool, onElicitation })) {
  if (message.type !== "assistant") continue;
  for (const part of message.message.content) if (part.type === "text") add("Claude", part.text);
}
