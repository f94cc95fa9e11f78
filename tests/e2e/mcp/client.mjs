// A client of MCP whose forms somebody else shows: in these tests `<ask-user>` in a page.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ElicitRequestSchema, ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { createRequire } from "node:module";

/** Where a package keeps a file. */
export const fileOf = (name) => createRequire(import.meta.url).resolve(name);

/** A connected client. `elicit` gets the parameters of `elicitation/create`, and its result is the client's. */
async function connect(transport, elicit) {
  // It does not ask the SDK to fill in defaults: that is up to the form.
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = new Client({ name: "ask-user-widget", version: "1.0.0" }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params));
  await client.connect(transport);
  return client;
}

/** A client of @modelcontextprotocol/server-everything, which runs as a process of its own and listens to nobody else. */
export function connectToEverything(elicit) {
  const program = fileOf("@modelcontextprotocol/server-everything/dist/index.js");
  return connect(new StdioClientTransport({ command: process.execPath, args: [program, "stdio"], stderr: "ignore" }), elicit);
}

/** A client of the server at this address. */
export function connectTo(address, elicit) {
  return connect(new StreamableHTTPClientTransport(new URL(address)), elicit);
}

/**
 * What the SDK's own server makes of the client's result: it refuses one that is no result of the protocol, or whose content does not
 * meet the schema of the request.
 */
export async function elicitAsServer(request, elicit) {
  const [ofServer, ofClient] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: "test", version: "1.0.0" }, { capabilities: {} });
  await server.connect(ofServer);
  const client = await connect(ofClient, elicit);
  try {
    return await server.elicitInput(request, { timeout: 600_000 });
  } finally {
    await client.close();
  }
}

/** Whether the SDK's types know this as the parameters of `elicitation/create`. */
export const isRequest = (params) => ElicitRequestSchema.safeParse({ method: "elicitation/create", params }).success;

/** The result, if it is one by the SDK's types. */
export const asResult = (result) => ElicitResultSchema.strict().parse(result);
