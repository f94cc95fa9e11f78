// What the entries for agents' frameworks share (`ai-sdk.js`, `ag-ui.js`, `langgraph.js`): a request of the framework becomes a call of
// one of the element's public methods. They know nothing of the element but those methods.

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The options of a choice between allowing and denying; only what the caller can carry is offered. */
const ALLOW = { optionId: "allow", name: "Allow once", kind: "allow_once" };
const DENY = { optionId: "deny", name: "Deny", kind: "reject_once" };

/** The open asks of each element, by key. */
const open = new WeakMap();

/** Whether the page gave up an ask: it aborted the signal or took the element away. Then there is nothing to tell the agent. */
export const isAbandoned = (widget, signal) => Boolean(signal?.aborted) || !widget.isConnected;

/**
 * Asks by `ask`, unless an ask of this key is open on the element: two answers would be given to one request. Resolves with
 * `undefined` then, and with what `ask` resolves with otherwise.
 */
export async function askOnce(widget, key, signal, ask) {
  const keys = open.get(widget) ?? new Set();
  open.set(widget, keys);
  if (keys.has(key)) return undefined;
  keys.add(key);
  const forget = () => keys.delete(key);
  // At once, because React aborts the first of two effects and runs the second in one go.
  signal?.addEventListener("abort", forget, { once: true });
  try {
    return await ask();
  } finally {
    if (!signal?.aborted) forget();
    signal?.removeEventListener("abort", forget);
  }
}

/**
 * Makes all of these asks, each a function of the signal that it is to keep to, and resolves with what they resolve with. If one rejects,
 * this does at once, and the others are withdrawn: nobody could use what the person gave them.
 */
export async function askAll(signal, asks) {
  const abort = new AbortController();
  const forward = () => abort.abort(signal.reason);
  if (signal?.aborted) forward();
  signal?.addEventListener("abort", forward, { once: true });
  try {
    return await Promise.all(asks.map((ask) => ask(abort.signal)));
  } catch (error) {
    abort.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener("abort", forward);
  }
}

/**
 * Asks whether a tool may be used. Resolves with `{ isAllowed: true, edited }`, where `edited` is what the person made of the input or
 * `null`; or with `{ isAllowed: false, message, stops, isDecided }`, also if nobody decided; or with `null` if there is nothing to tell:
 * the page gave up the ask, or the person stopped where nothing but a choice was offered.
 */
export async function approve(widget, name, input, { canAllow = true, canDeny = true, ...options }) {
  const given = isObject(input) ? input : { input };
  // `canUseTool` takes this tool for a question, whose answers nobody could carry here.
  if (!canAllow || !canDeny || name === "AskUserQuestion") {
    return choose(widget, name, given, [canAllow && ALLOW, canDeny && DENY].filter(Boolean), options);
  }
  const { behavior, updatedInput, message, interrupt = false, decisionClassification } = await widget.canUseTool(name, given, options);
  if (behavior === "allow") {
    const isSame = !isObject(input) || JSON.stringify(updatedInput) === JSON.stringify(input);
    return { isAllowed: true, edited: isSame ? null : updatedInput };
  }
  const isDecided = decisionClassification !== undefined;
  if (!isDecided && isAbandoned(widget, options.signal)) return null;
  return { isAllowed: false, message, stops: interrupt, isDecided };
}

/** Asks for leave with nothing but these options to choose from. Stopping is always offered, and chooses none of them. */
async function choose(widget, name, input, options, { title, description, signal, timeoutSeconds }) {
  const toolCall = { toolCallId: name, title: title ?? name, rawInput: input, _meta: { claudeCode: { toolName: name } } };
  const request = { sessionId: "", toolCall, description, options };
  const { outcome } = await widget.requestPermission(request, { signal, timeoutSeconds });
  if (outcome.outcome !== "selected") return null;
  if (outcome.optionId === ALLOW.optionId) return { isAllowed: true, edited: null };
  const message = `The user denied the use of the tool ${name}. It was not used.`;
  return { isAllowed: false, message, stops: false, isDecided: true };
}

/**
 * Has a value of this JSON schema entered. Resolves with `{ value }`, or with `null` if the person declined or cancelled, or nobody
 * decided. What is no object is the only field of a form.
 */
export async function enter(widget, message, schema, options) {
  const isForm = schema.type === "object" || isObject(schema.properties);
  const field = { type: "object", properties: { answer: schema }, required: ["answer"] };
  const { action, content } = await widget.elicit({ message, requestedSchema: isForm ? schema : field }, options);
  if (action !== "accept") return null;
  return { value: isForm ? (content ?? {}) : content.answer };
}

/** Has a text written. Resolves as `enter` does. */
export async function write(widget, question, options) {
  const { outcome, answers } = await widget.ask([{ question }], options);
  return outcome === "answered" ? { value: answers[question] } : null;
}
