// Asks a person from an agent, through the bridge of ask-user-widget. An ask survives whatever breaks between the agent and the bridge,
// and a restart of the bridge: the person is asked once, and the agent gets the answer.

import { Ask } from "./ask.js";
import { Broken, Connection } from "./connection.js";
import { KeyReusedError, refusal, ResultExpiredError, UnreachableError } from "./errors.js";

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

/** An id that Claude has given to one use of a tool, made by chance. Ids of other models may be given again to another use. */
const CLAUDES_ID = /^toolu_\w{20,100}$/;

/** How long a chat frame may take, in milliseconds. */
const SEND_LIMIT = 15_000;

export class AskUserClient {
  #connection;
  #patience;

  constructor({ bridge, session, token, patienceSeconds = 300, fetch = globalThis.fetch }) {
    this.#connection = new Connection({ bridge, session, token, fetch });
    this.#patience = patienceSeconds * 1000;
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
  canUseTool = async (toolName, input, options = {}) => {
    const ask = (more) =>
      toolName === "AskUserQuestion" ? this.ask(input, { ...options, ...more }) : this.approve(toolName, input, { ...options, ...more });
    if (options.key != null || !CLAUDES_ID.test(options.toolUseID)) return ask();
    try {
      return await ask({ key: options.toolUseID });
    } catch (error) {
      // The same use of a tool with something else in it, or of long ago: the person has not decided on this.
      if (error instanceof KeyReusedError || error instanceof ResultExpiredError) return ask();
      throw error;
    }
  };

  /** Sends a chat frame to the page, once. */
  async send(frame) {
    const headers = { "content-type": "application/json" };
    try {
      const { status, isOk, body } = await this.#connection.call("POST", "events", { headers, body: JSON.stringify(frame), limit: SEND_LIMIT });
      if (!isOk) throw refusal(status, body);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      throw new UnreachableError(`The bridge could not be reached: ${error.message}`, { cause: error.cause });
    }
  }

  #ask(path, body, { key = crypto.randomUUID(), timeoutSeconds, signal } = {}) {
    const query = timeoutSeconds === undefined ? "" : `?timeout=${timeoutSeconds}`;
    return new Ask(this.#connection, `${path}${query}`, key, body, this.#patience).result(signal);
  }
}
