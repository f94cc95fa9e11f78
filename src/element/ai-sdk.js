// `ask-user-widget/ai-sdk`: what a chat of the Vercel AI SDK waits for is asked on an element. A call of a tool for questions gets the
// answers as its output, and a request for an approval its response.

import { approve, isAbandoned } from "./agent-asks.js";

/** The names of a tool for questions, unless the page has others. */
const ASK_TOOLS = ["AskUserQuestion", "askUserQuestion", "askUser", "ask_user"];

/** What the model is told of a question without an answer. */
const NO_ANSWER = {
  cancelled: "The user dismissed the question without answering it.",
  "timed-out": "The user did not answer in time.",
};
const WITHDRAWN = "The question was withdrawn before the user answered it.";

/** What the model is told of an approval that ended without a decision and without words. */
const NOT_DECIDED = "The user did not approve the use of the tool. It was not used.";

/** For each element: the chat that it asks for, and what each of its asks is withdrawn with, by key. */
const asking = new WeakMap();

/** Asks what the chat waits for, once each, and withdraws what it no longer waits for. To be called whenever messages have changed. */
export function answerToolCalls(widget, chat, { askTools = ASK_TOOLS, timeoutSeconds } = {}) {
  if (!widget?.isConnected) return;
  const asks = asksOf(widget, chat.id);
  const waiting = new Map(waitingParts(chat.messages, askTools).map((part) => [keyOf(part), part]));
  for (const [key, abort] of asks) {
    if (waiting.has(key)) continue;
    asks.delete(key);
    abort.abort("The chat no longer waits for this");
  }
  for (const [key, part] of waiting) {
    if (asks.has(key)) continue;
    const abort = new AbortController();
    asks.set(key, abort);
    const answer = part.state === "input-available" ? answerQuestion : answerApproval;
    // Without a response the next call asks again.
    const forget = () => asks.get(key) === abort && asks.delete(key);
    answer(widget, chat, part, { signal: abort.signal, timeoutSeconds }).then(
      (isAnswered) => isAnswered || forget(),
      (error) => {
        forget();
        console.error("<ask-user> answerToolCalls: the chat did not take the answer", error);
      },
    );
  }
}

/** The open asks of the chat. Those of another chat are withdrawn: the person sees another one now. */
function asksOf(widget, chat) {
  const before = asking.get(widget);
  if (before?.chat === chat) return before.asks;
  for (const abort of before?.asks.values() ?? []) abort.abort("Another chat is shown");
  const asks = new Map();
  asking.set(widget, { chat, asks });
  return asks;
}

/** The parts of the last message that wait for a person. */
function waitingParts(messages, askTools) {
  const last = messages.at(-1);
  if (last?.role !== "assistant") return [];
  return last.parts.filter((part) => {
    if (part.state === "approval-requested") return !part.approval.isAutomatic;
    return part.state === "input-available" && !part.providerExecuted && askTools.includes(toolOf(part));
  });
}

const toolOf = (part) => (part.type === "dynamic-tool" ? part.toolName : part.type.slice("tool-".length));
/** All that the person is shown of a part: one that has changed is asked anew, and the ask before it is withdrawn. */
const keyOf = (part) => JSON.stringify([part.toolCallId, part.approval?.id, toolOf(part), part.input]);

/** Resolves with whether the chat was given an output. Rejects if the chat does not take it. */
async function answerQuestion(widget, chat, part, options) {
  const call = { tool: toolOf(part), toolCallId: part.toolCallId };
  const output = await outputOf(widget, part.input, options);
  if (output) await chat.addToolOutput({ ...call, ...output });
  return output !== null;
}

/** What the chat is given of a question, or `null` if the page gave it up. */
async function outputOf(widget, input, options) {
  const failed = (errorText) => ({ state: "output-error", errorText });
  try {
    const { outcome, answers, annotations } = await widget.ask(input, options);
    if (outcome === "withdrawn" && isAbandoned(widget, options.signal)) return null;
    if (outcome === "answered" || outcome === "partly-answered") return { output: { outcome, answers, annotations } };
    return failed(NO_ANSWER[outcome] ?? WITHDRAWN);
  } catch (error) {
    // Most often the model has asked something that cannot be asked, and can do better.
    return failed(String(error?.message ?? error));
  }
}

/** Resolves with whether the chat was given a response. Rejects if the chat does not take it. */
async function answerApproval(widget, chat, { title, input, approval, ...part }, options) {
  const about = { displayName: title, description: approval.requestReason, toolUseID: part.toolCallId };
  const response = await responseOf(widget, toolOf(part), input, { ...about, ...options });
  if (response) await chat.addToolApprovalResponse({ id: approval.id, ...response });
  return response !== null;
}

/** What the chat is given of an approval, or `null` if the page gave it up. */
async function responseOf(widget, name, input, options) {
  try {
    // A response has no place for a changed input, and none for stopping.
    const decision = await approve(widget, name, input, { ...options, suppressEdit: true, suppressStop: true });
    if (!decision && isAbandoned(widget, options.signal)) return null;
    return decision?.isAllowed ? { approved: true } : { approved: false, reason: decision?.message ?? NOT_DECIDED };
  } catch (error) {
    return { approved: false, reason: `Nobody could be asked: ${error?.message ?? error}` };
  }
}
