// What the published schemas of the protocols say about requests and results.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import Ajv from "ajv/dist/2020.js";

import { asResult } from "../mcp/client.mjs";

const require = createRequire(import.meta.url);
const acp = ["v1", "v2"].map((version) => require(`@agentclientprotocol/sdk/schema/${version}/schema.json`));

/** The value is what this version of ACP's own schema calls so. */
export function assertAcp(version, name, value) {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.validate({ $ref: `#/$defs/${name}`, $defs: acp[version - 1].$defs }, value);
  assert.ok(isValid, `${name}: ${ajv.errorsText()}: ${JSON.stringify(value)}`);
}

/** The result of a form is one in MCP, which knows no other key, and in both versions of ACP. */
export function assertElicitResult(result) {
  asResult(result);
  for (const version of [1, 2]) assertAcp(version, "CreateElicitationResponse", result);
}
