// Requests of other protocols: each becomes a question, an approval or a form, and how that ended its result. Fetched with the first.

import { APPROVAL, FORM, isObject, isText, may, must } from "./page-ask.js";

/**
 * The options of the SDK's `canUseTool` that are part of the request, and two that other callers need. All others are the page's own,
 * or of no use to a person.
 */
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

/** The outcomes of an approval that a person decided here. An option of ACP may be neither an allow nor a deny. */
const DECIDED = ["allowed", "denied", "answered"];

/** The outcomes of a form that a person decided here. */
const FILLED_IN = ["answered", "declined", "cancelled"];

/** The Claude Agent SDK's callback, for every tool. */
export async function canUseTool(host, name, input, options) {
  must(isText(name), "toolName", "a text", name);
  must(isObject(input), "input", "an object", input);
  must(options == null || isObject(options), "options", "an object", options);
  if (name === "AskUserQuestion") return askUserQuestion(host, input, options);
  const { suggestions, mcpServer, requiresUserInteraction } = options ?? {};
  must(suggestions == null || Array.isArray(suggestions), "options.suggestions", "a list", suggestions);
  must(mcpServer == null || isObject(mcpServer), "options.mcpServer", "an object", mcpServer);
  const given = Object.fromEntries(SDK_OPTIONS.map((key) => [key, options?.[key] ?? undefined]));
  return approve(host, { ...given, requires_user_interaction: requiresUserInteraction, tool_name: name, input }, options);
}

/** ACP's `session/request_permission`, version 1 and what version 2 adds. */
export async function requestPermission(host, request, options) {
  must(isObject(request), "request", "an object", request);
  if (request._meta?.claudeCode?.questionType === "askUserQuestion") return adapt(host, "acp-permission", request, options);
  const { toolCall, subject, title } = request;
  must(Array.isArray(request.options), "request.options", "a list", request.options);
  must(subject == null || isObject(subject), "request.subject", "an object", subject);
  // Version 2 can do with a title.
  must(isObject(toolCall) || (toolCall == null && (subject || isText(title))), "request.toolCall", "an object", toolCall);
  // What says that the request is ACP's is there, and what would say that it is another protocol's is not.
  const own = { subject: toolCall ? subject : (subject ?? null), tool_name: undefined, remaining_seconds: undefined };
  return approve(host, { ...request, ...own }, options);
}

/** `elicitation/create` of ACP and MCP: a form to be filled in, or an address to be opened. Claude's adapter writes questions so. */
export async function elicit(host, request, options) {
  must(isObject(request), "request", "an object", request);
  for (const key of ["mode", "message", "url"]) may(request, key, "request", "string");
  const { requestedSchema: schema } = request;
  must(schema == null || isObject(schema), "request.requestedSchema", "an object", schema);
  return adapt(host, "elicitation", request, options);
}

/** The request as it is now: what is decided is what was shown. */
function copied(request) {
  try {
    return JSON.parse(JSON.stringify(request));
  } catch (reason) {
    throw new TypeError(`<ask-user> cannot ask this: it is no JSON: ${reason.message.split("\n")[0]}`);
  }
}

/** Has a form filled in, and resolves with exactly what was decided. What nobody decided is cancelled. */
async function fillIn(host, request, options) {
  const frame = { ...copied(request), remaining_seconds: undefined };
  const detail = await host.ask(options, () => ({ ...frame, type: FORM }));
  return detail.result && FILLED_IN.includes(detail.outcome) ? detail.result : { action: "cancel" };
}

/** Asks whether a tool may be used, and resolves with exactly what was decided. What nobody decided is denied. */
async function approve(host, request, options) {
  const frame = copied(request);
  const detail = await host.ask(options, () => ({ ...frame, type: APPROVAL }));
  if (detail.result && DECIDED.includes(detail.outcome)) return detail.result;
  return JSON.parse((await exportsOf(host)).adaptResult("approval", frame, detail));
}

/** Asks what a request of another protocol asks, and resolves with the result in that protocol. */
async function adapt(host, name, request, options) {
  const exports = await exportsOf(host);
  let input;
  try {
    input = JSON.parse(exports.adapt(name, request));
  } catch (reason) {
    throw new Error(String(reason));
  }
  // A form of other fields than questions is shown as a form.
  if (input === null) return fillIn(host, request, options);
  const detail = await host.ask(options, () => ({ questions: input.questions }));
  return JSON.parse(exports.adaptResult(name, request, detail));
}

async function askUserQuestion(host, input, options) {
  const result = await adapt(host, "can-use-tool", input, options);
  if (!result.updatedInput) return result;
  // The page's own input, so that nothing of it is written anew; but what the model wrote as the person's is not theirs.
  const { answers: _, annotations: __, response: ___, ...rest } = input;
  const { answers, annotations, response } = result.updatedInput;
  const given = Object.entries({ answers, annotations, response }).filter(([, value]) => value !== undefined);
  return { behavior: "allow", updatedInput: { ...rest, ...Object.fromEntries(given) } };
}

/** What the WebAssembly exports, with the chunk in which the adapters are. */
async function exportsOf(host) {
  const { exports, loadChunk } = await host.load();
  await loadChunk("requests");
  return exports;
}
