// A model whose tools are those of a bridge, through the SDK's client with its default time-out. It asks, and goes on as it is told until
// it has the answer. Arguments: the address of the server, how it calls, and what it does about a call without an answer. It prints a
// line of JSON for everything that happens.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [address, calls, follows] = process.argv.slice(2);
const say = (word, more) => console.log(JSON.stringify({ word, ...more }));

let notices = 0;
const onprogress = () => (notices += 1);
const options = { plain: undefined, progress: { onprogress }, reset: { onprogress, resetTimeoutOnProgress: true } }[calls];

const ask = { name: "ask_user", arguments: { questions: [{ question: "Ship it?", options: [{ label: "Yes" }, { label: "No" }] }] } };
const next = {
  /** It does as the reply says, and repeats its call when there is no reply. */
  hint: (id) => (id ? { name: "ask_user_result", arguments: { id } } : ask),
  /** It reads no hints. */
  again: () => ask,
}[follows];

const client = new Client({ name: "model", version: "1.0.0" });
await client.connect(new StreamableHTTPClientTransport(new URL(address)));
await client.listTools();
setTimeout(() => say("three minutes"), 180_000);
for (let call = ask; ; ) {
  try {
    const { structuredContent: result, isError } = await client.callTool(call, undefined, options);
    say(isError ? "error" : result.status, { result, notices });
    if (result?.status !== "pending") break;
    call = next(result.id);
  } catch (error) {
    say("no reply", { code: error.code });
    call = next();
  }
}
await client.close();
process.exit();
