// `ask-user-widget/langgraph`: the interrupts of a graph of LangGraph, or of an agent of LangChain, are asked on an element, and become the
// value with which the graph is resumed.

import { approve, askAll, askOnce, enter, isAbandoned, isObject, write } from "./agent-asks.js";

/** What LangChain calls things in TypeScript and in Python. The answer is in the language of the request. */
const TYPESCRIPT = {
  requests: "actionRequests",
  configs: "reviewConfigs",
  name: "actionName",
  allowed: "allowedDecisions",
  edited: "editedAction",
};
const PYTHON = {
  requests: "action_requests",
  configs: "review_configs",
  name: "action_name",
  allowed: "allowed_decisions",
  edited: "edited_action",
};

/**
 * Asks what the interrupts want. Resolves with what `Command` takes as `resume`: each answer by the id of its interrupt. Without any
 * answer it is `undefined`, and the graph stays interrupted.
 */
export async function answerInterrupts(widget, interrupts, { signal, timeoutSeconds } = {}) {
  if (interrupts.length > 1 && !interrupts.every(({ id }) => id)) {
    throw new TypeError("answerInterrupts needs interrupts with ids, because there are several");
  }
  const plans = interrupts.map((interrupt) => ({ interrupt, ask: planFor(interrupt) }));
  const answers = await askAll(
    signal,
    plans.map(({ interrupt, ask }) => async (signal) => {
      const { id, value } = interrupt;
      // A node runs again when the graph is resumed, and its next interrupt may have the same id.
      const key = `langgraph ${id} ${JSON.stringify(value)}`;
      const answer = await askOnce(widget, key, signal, () => ask(widget, { signal, timeoutSeconds }));
      return answer && { id, value: answer.value };
    }),
  );
  const given = answers.filter(Boolean);
  if (given.length === 0 || isAbandoned(widget, signal)) return undefined;
  const [only] = given;
  return only.id ? Object.fromEntries(given.map(({ id, value }) => [id, value])) : only.value;
}

/** What asks for an interrupt. Throws if it cannot be asked, before anything is. */
function planFor({ value, response_schema: schema }) {
  if (isObject(value)) {
    for (const names of [TYPESCRIPT, PYTHON]) {
      if (Array.isArray(value[names.requests])) return (...given) => review(value, names, ...given);
    }
    if (Array.isArray(value.questions)) return (...given) => question(value, ...given);
    if (isObject(value.requestedSchema) || value.mode === "url") return (...given) => elicit(value, ...given);
  }
  // What else the value had would not be seen.
  const text = isObject(value) && Object.keys(value).join() === "message" ? value.message : value;
  if (typeof text === "string" && isObject(schema)) return (widget, options) => enter(widget, text, schema, options);
  if (typeof value === "string") return (widget, options) => write(widget, value, options);
  throw new TypeError(
    "answerInterrupts cannot ask this interrupt: its value must be a text, { questions }, { message, requestedSchema } or a HITLRequest",
  );
}

/** Questions. How they ended stands in the answer, unless the page gave them up. */
async function question({ questions }, widget, options) {
  const { outcome, answers, annotations } = await widget.ask(questions, options);
  if (outcome === "withdrawn" && isAbandoned(widget, options.signal)) return null;
  return { value: { outcome, answers, annotations } };
}

/** A form, or an address, as MCP has it. Its result tells the three endings apart. */
async function elicit(request, widget, options) {
  const result = await widget.elicit(request, options);
  return result.action === "cancel" && isAbandoned(widget, options.signal) ? null : { value: result };
}

/** The actions that LangChain wants to be reviewed. There is one decision for each, in their order, or no answer. */
async function review(request, names, widget, options) {
  const configs = request[names.configs] ?? [];
  const decisions = await askAll(
    options.signal,
    request[names.requests].map((action, index) => (signal) => {
      const isOf = (config) => config?.[names.name] === action.name;
      const config = isOf(configs[index]) ? configs[index] : configs.find(isOf);
      return decide(action, config?.[names.allowed] ?? ["approve", "edit", "reject"], names, widget, { ...options, signal });
    }),
  );
  return decisions.every(Boolean) ? { value: { decisions } } : null;
}

async function decide(action, allowed, names, widget, options) {
  const { name, args } = action;
  const takesEdit = allowed.includes("edit");
  if (allowed.includes("respond") && !takesEdit && !allowed.includes("approve")) return respond(action, allowed, widget, options);
  const offers = { canAllow: takesEdit || allowed.includes("approve"), canDeny: allowed.includes("reject") };
  const about = { description: descriptionOf(action), suppressEdit: !takesEdit, suppressStop: true };
  const decision = await approve(widget, name, args, { ...offers, ...about, ...options });
  if (!decision) return null;
  if (!decision.isAllowed) return { type: "reject", message: decision.message };
  if (allowed.includes("approve") && !decision.edited) return { type: "approve" };
  return { type: "edit", [names.edited]: { name, args: decision.edited ?? args } };
}

/** Has a person say what the tool would have: the fourth decision, which LangChain has in Python. */
async function respond(action, allowed, widget, options) {
  const { name, args } = action;
  const text = await write(widget, `${descriptionOf(action) || name}\n${JSON.stringify(args, null, 2)}`, options);
  if (text) return { type: "respond", message: text.value };
  const isRejected = allowed.includes("reject") && !isAbandoned(widget, options.signal);
  return isRejected ? { type: "reject", message: `The user did not answer in the place of the tool ${name}.` } : null;
}

/** The description without LangChain's own repetition of the arguments, which the card shows. */
function descriptionOf({ name, args, description }) {
  const repetition = `\n\nTool: ${name}\nArgs: ${JSON.stringify(args, null, 2)}`;
  return description?.endsWith(repetition) ? description.slice(0, -repetition.length) : description;
}
