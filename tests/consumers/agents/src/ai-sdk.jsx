// A chat whose model and agent are in the page. `script` says what the model does for each message of the person; when its tools have
// run it says what they gave.

import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { DirectChatTransport, jsonSchema, tool, ToolLoopAgent } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

import { answerToolCalls } from "ask-user-widget/ai-sdk";

import { Chat } from "./Chat.jsx";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const anything = jsonSchema({ type: "object" });

/** What the model was given, and what the tools did. */
window.prompts = [];
window.deleted = [];

function reply({ prompt }) {
  window.prompts.push(prompt);
  const { role, content } = prompt.at(-1);
  const calls = role === "user" ? JSON.parse(content[0].text) : null;
  const parts = calls?.map(([toolCallId, toolName, input]) => ({ type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) }));
  const said = [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: JSON.stringify(content.map((part) => part.output ?? part)) },
    { type: "text-end", id: "1" },
  ];
  const finishReason = { unified: parts ? "tool-calls" : "stop", raw: undefined };
  const chunks = [{ type: "stream-start", warnings: [] }, ...(parts ?? said), { type: "finish", finishReason, usage: USAGE }];
  return { stream: simulateReadableStream({ chunks }) };
}

const agent = new ToolLoopAgent({
  model: new MockLanguageModelV4({ doStream: async (options) => reply(options) }),
  experimental_toolApprovalSecret: "a secret of the server's",
  tools: {
    askUser: tool({ inputSchema: anything }),
    Bash: tool({ inputSchema: anything, needsApproval: true, execute: ({ command }) => (window.deleted.push(command), "done") }),
  },
});

const transport = new DirectChatTransport({ agent });

function Page() {
  const [shown, setShown] = useState({ id: "one", hasWidget: true, options: {}, version: 0 });
  window.show = (changes) => setShown((before) => ({ ...before, ...changes, version: before.version + 1 }));
  return <Chat id={shown.id} transport={transport} hasWidget={shown.hasWidget} options={shown.options} onChat={(chat) => (window.chat = chat)} />;
}

/** Has the element answer a chat that is none of the SDK's. */
window.answer = (chat) => answerToolCalls(document.querySelector("ask-user"), chat);

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
