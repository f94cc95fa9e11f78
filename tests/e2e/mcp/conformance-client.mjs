// The program that @modelcontextprotocol/conformance starts, with the address of its server as the last argument: a client of MCP that
// uses every tool of the server. A form is shown by `<ask-user>` in Chromium, where it is accepted by keyboard as it stands.

import assert from "node:assert/strict";

import { Bridge } from "../support/bridge.mjs";
import { Tab, Window } from "../support/browser.mjs";
import { elicit, second } from "../support/form.mjs";
import { connectTo } from "./client.mjs";

const bridge = await Bridge.start();
const window = await Window.open();
try {
  const tab = await Tab.open(window, `${bridge.url}/?session=conformance`, {});
  const widget = await second(tab.page);
  const client = await connectTo(process.argv.at(-1), async (request) => {
    const asked = elicit(tab.page, request);
    await widget.asks(request.message);
    await widget.press("Control+Enter");
    return JSON.parse(await asked);
  });
  const { tools } = await client.listTools();
  for (const { name } of tools) await client.callTool({ name, arguments: {} });
  await client.close();
  assert.deepEqual(tab.faults, [], "nothing went wrong on the page");
} finally {
  await window.close();
  await bridge.stop();
}
