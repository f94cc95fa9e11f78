// `ask-user-widget/ag-ui`: the interrupts with which a run of AG-UI has ended are asked on an element, and become the `resume` of the
// next run.

import { approve, askAll, askOnce, enter, isAbandoned, isObject, write } from "./agent-asks.js";

/** A response is not sent later than so long before an interrupt expires, in milliseconds: it has a way to go. */
const MARGIN = 1_000;

/**
 * What the person gave to interrupts of runs that could not be resumed then, by element and by all that they were shown: it is not asked
 * again. A tool call with other arguments is.
 */
const given = new WeakMap();

/**
 * Asks what the interrupts want. Resolves with an entry for each, or with `undefined` if the run cannot be resumed now: the page gave up
 * an ask, an interrupt has expired, or another call asks the same.
 */
export async function answerInterrupts(widget, interrupts, { messages = [], signal, timeoutSeconds } = {}) {
  if (interrupts.some(isExpired)) return undefined;
  const toolCalls = messages.flatMap((message) => message.toolCalls ?? []);
  const kept = given.get(widget) ?? new Map();
  given.set(widget, kept);
  const toolCallOf = (interrupt) => toolCalls.find(({ id }) => id === interrupt.toolCallId);
  const keys = interrupts.map((interrupt) => `ag-ui ${JSON.stringify([interrupt, toolCallOf(interrupt)?.function])}`);
  const entries = await askAll(
    signal,
    interrupts.map((interrupt, index) => async (signal) => {
      const key = keys[index];
      if (kept.has(key)) return kept.get(key);
      const options = { signal, timeoutSeconds: secondsFor(interrupt, timeoutSeconds) };
      const entry = await askOnce(widget, key, signal, () => answer(widget, interrupt, toolCallOf(interrupt), options));
      if (entry?.status === "resolved") kept.set(key, entry);
      return entry;
    }),
  );
  // AG-UI takes all of them or none.
  const isWhole = entries.every(Boolean) && !interrupts.some(isExpired) && !isAbandoned(widget, signal);
  if (!isWhole) return undefined;
  for (const key of keys) kept.delete(key);
  return entries;
}

/** When the interrupt can no longer be answered. What is no date never comes. */
const expiry = ({ expiresAt }) => (expiresAt ? Date.parse(expiresAt) : NaN);
const isExpired = (interrupt) => expiry(interrupt) - MARGIN <= Date.now();

function secondsFor(interrupt, limit = Infinity) {
  const left = (expiry(interrupt) - MARGIN - Date.now()) / 1000;
  const seconds = Math.min(limit, Number.isNaN(left) ? Infinity : left);
  return Number.isFinite(seconds) ? seconds : undefined;
}

async function answer(widget, interrupt, toolCall, options) {
  const { id: interruptId, reason, message, responseSchema } = interrupt;
  const approves = !responseSchema || isObject(responseSchema.properties?.approved);
  const payload =
    reason === "tool_call" && toolCall && approves
      ? await decide(widget, interrupt, toolCall.function, options)
      : await give(widget, message || reason, schemaOf(interrupt), options);
  return payload ? { interruptId, status: "resolved", payload: payload.value } : { interruptId, status: "cancelled" };
}

/** The schema of what is to be given, as far as the protocol knows it. */
function schemaOf({ reason, responseSchema }) {
  if (responseSchema) return responseSchema;
  if (reason === "confirmation") return { type: "boolean" };
  // The tool call is not among the messages.
  if (reason === "tool_call") return { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
  return null;
}

const give = (widget, message, schema, options) =>
  schema ? enter(widget, message, schema, options) : write(widget, message, options);

/** Has the use of a tool decided. Resolves with the payload, or with `null` if nobody decided, or the person stopped the agent. */
async function decide(widget, { message, responseSchema, toolCallId, subagentRunId }, { name, arguments: json }, options) {
  const input = argumentsOf(json);
  const about = { title: message, toolUseID: toolCallId, agentID: subagentRunId };
  // That the schema names it says that the agent takes it.
  const suppressEdit = !isObject(input) || !responseSchema?.properties?.editedArgs;
  const decision = await approve(widget, name, input, { ...about, ...options, suppressEdit });
  if (decision?.isAllowed) return { value: { approved: true, ...(decision.edited && { editedArgs: decision.edited }) } };
  if (!decision?.isDecided || decision.stops) return null;
  const takesReason = responseSchema?.additionalProperties !== false || isObject(responseSchema.properties?.reason);
  return { value: { approved: false, ...(takesReason && { reason: decision.message }) } };
}

/** What the tool would be given; its text, if that is no JSON. */
function argumentsOf(json) {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
