// Stands in for the Claude Agent SDK: whatever it is told, it asks which database, and says what it got.

import { readFileSync } from "node:fs";

export async function* query({ prompt, options }) {
  const ask = JSON.parse(readFileSync(process.env.ASK, "utf8"));
  for await (const { message } of prompt) {
    const result = await options.canUseTool("AskUserQuestion", ask, { signal: new AbortController().signal });
    const said =
      result.behavior === "allow"
        ? Object.values(result.updatedInput.answers).join(", ")
        : `${result.message} (${result.interrupt})`;
    yield { type: "assistant", message: { content: [{ type: "text", text: `${message.content} -> ${said}` }] } };
  }
}
