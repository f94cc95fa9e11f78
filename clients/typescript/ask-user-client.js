// Asks a person from an agent, through the bridge of ask-user-widget. An ask survives whatever breaks between the agent and the bridge,
// and a restart of the bridge: the person is asked once, and the agent gets the answer.

import { Ask } from "./ask.js";
import { refusal } from "./errors.js";

export * from "./errors.js";

/** The options of the Claude Agent SDK's `canUseTool` that are part of a request; the others are the agent's own. */
const SDK_OPTIONS = [
  "suggestions",
  "blockedPath",
  "mcpServer",
  "decisionReason",
  "title",
  "displayName",
  "description",
  "defaultToNo",
  "suppressAlwaysAllowRule",
  "suppressEdit",
  "suppressStop",
  "toolUseID",
  "agentID",
  "matchedAskRule",
];

export class AskUserClient {
  #base;
  #token;
  #patience;
  #fetch;

  constructor({ bridge, session, token, patienceSeconds = 300, fetch = globalThis.fetch }) {
    this.#base = `${String(bridge).replace(/\/+$/, "")}/sessions/${encodeURIComponent(session)}`;
    this.#token = token;
    this.#patience = patienceSeconds * 1000;
    this.#fetch = (...given) => fetch(...given);
  }

  /** Asks questions. Resolves with the permission result: the answers are in `updatedInput`. */
  ask(input, options) {
    return this.#ask("ask", Array.isArray(input) ? { questions: input } : input, options);
  }

  /** Asks whether a tool may be used. Resolves with the permission result. */
  approve(toolName, input, options = {}) {
    const given = Object.fromEntries(SDK_OPTIONS.flatMap((key) => (options[key] == null ? [] : [[key, options[key]]])));
    return this.#ask("permission", { ...given, tool_name: toolName, input }, options);
  }

  /** Has a form filled in or an address opened. Resolves with MCP's result. */
  elicit(request, options) {
    return this.#ask("elicit", request, options);
  }

  /** The callback of the Claude Agent SDK: questions are asked, and every other tool needs an approval. */
  canUseTool = (toolName, input, options) =>
    toolName === "AskUserQuestion" ? this.ask(input, options) : this.approve(toolName, input, options);

  /** Sends a chat frame to the page, once. */
  async send(frame) {
    const headers = { "content-type": "application/json" };
    const response = await this.#call("POST", "events", { headers, body: JSON.stringify(frame) });
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, text && JSON.parse(text));
  }

  #ask(path, body, { key = crypto.randomUUID(), timeoutSeconds, signal } = {}) {
    const query = timeoutSeconds === undefined ? "" : `?timeout=${timeoutSeconds}`;
    const ask = new Ask((...call) => this.#call(...call), `${path}${query}`, key, body, this.#patience);
    return ask.result(signal);
  }

  async #call(method, path, { headers, body, signal } = {}) {
    const token = typeof this.#token === "function" ? await this.#token() : this.#token;
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    return this.#fetch(`${this.#base}/${path}`, { method, headers: { ...headers, ...authorization }, body, signal });
  }
}
