// Questions of the page's own, without a bridge: this is the other end of the protocol. Fetched with the first of them.

export { pageQuestions } from "./feed/page-questions.js";

/** Asks that may wait at a time, as in the widget. */
const MOST = 100;

/** Browsers take a longer timer for none at all. */
const LONGEST = (2 ** 31 - 1) / 1000;

/** The type of the frame that asks for an approval. */
export const APPROVAL = "permission_request";

/** The frame of a form. */
export const FORM = "elicitation_request";

/** Ids that the widget still remembers, by element: a second question of the same id would be answered like the first. */
const used = new WeakMap();

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value is, in a word. */
function kind(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length > 0 ? "a list" : "empty";
  return typeof value === "string" && value.trim() === "" ? "empty" : typeof value;
}

/** Throws with the place of what is wrong, unless `isRight`. */
export function must(isRight, place, sentence, value) {
  if (!isRight) throw new TypeError(`<ask-user> cannot ask this: ${place} must be ${sentence}, not ${kind(value)}`);
}

export const isText = (value) => typeof value === "string" && value.trim() !== "";

/** `owner[key]` may be left out; otherwise it is of this type. */
export function may(owner, key, place, type) {
  const value = owner[key] ?? undefined;
  must(value === undefined || typeof value === type, `${place}.${key}`, `a ${type}`, value);
}

/** What the page wants to ask, if it can be asked, as members of its frame. What it has besides is left alone. */
export function checked(input) {
  const isList = Array.isArray(input);
  must(isList || isObject(input), "what ask() is given", "{ questions } or a list of questions", input);
  const questions = isList ? input : input.questions;
  must(Array.isArray(questions), "questions", "a list of questions", questions);
  must(questions.length > 0, "questions", "a list of at least one question", questions);
  for (const [index, question] of questions.entries()) {
    const place = `questions[${index}]`;
    must(isObject(question), place, "a question", question);
    must(isText(question.question), `${place}.question`, "a text", question.question);
    may(question, "header", place, "string");
    may(question, "multiSelect", place, "boolean");
    const options = question.options ?? [];
    must(Array.isArray(options), `${place}.options`, "a list of options", options);
    for (const [at, option] of options.entries()) {
      const where = `${place}.options[${at}]`;
      must(isObject(option), where, "an option, with a label", option);
      must(isText(option.label), `${where}.label`, "a text", option.label);
      may(option, "description", where, "string");
      may(option, "preview", where, "string");
    }
  }
  return { questions };
}

/**
 * Asks through `element`, unless that is gone by now. `feed` is its feed of such questions; `frame` has the members of the frame
 * that asks, without what all frames have.
 */
export function ask(element, feed, frame, options, isGone) {
  must(options == null || isObject(options), "the options", "an object", options);
  const { signal, timeoutSeconds } = options ?? {};
  must(signal == null || typeof signal.addEventListener === "function", "options.signal", "an AbortSignal", signal);
  must(timeoutSeconds == null || typeof timeoutSeconds === "number", "options.timeoutSeconds", "a number", timeoutSeconds);
  if (!element.isConnected && !isGone && !signal?.aborted) {
    throw new Error("<ask-user> is not in the document: nobody could see the question");
  }
  const id = options?.id ?? `page-${Math.random().toString(36).slice(2)}`;
  if (typeof id !== "string" || !id || !remember(element, id)) {
    throw new Error(`<ask-user> needs an id that was not used before, not ${typeof id === "string" ? JSON.stringify(id) : String(id)}`);
  }
  const { questions: open } = feed;
  if (open.size >= MOST) throw new Error(`<ask-user> has ${MOST} questions waiting already`);
  const seconds = timeoutSeconds > 0 && timeoutSeconds <= LONGEST ? timeoutSeconds : undefined;
  const page = new PageAsk(element, id, (frame) => feed.receive(JSON.stringify(frame)), signal);
  open.set(id, page);
  if (signal?.aborted) page.end("withdrawn", signal.reason);
  else if (isGone) page.end("withdrawn", "The element was removed");
  else page.begin(frame, seconds);
  return page.outcome.finally(() => open.delete(id));
}

function remember(element, id) {
  const ids = used.get(element) ?? new Set();
  if (ids.has(id)) return false;
  used.set(element, ids.add(id));
  // As many as the widget.
  if (ids.size > 256) ids.delete(ids.values().next().value);
  return true;
}

/** A reason in words. */
const worded = (reason) => (reason == null ? undefined : String(reason?.message ?? reason));

/** One question until it is over; whoever is first, the widget, the clock, the signal or the element's end, decides how. */
class PageAsk {
  #timer = null;
  #deadline = 0;
  #send;

  /** `send` gives a frame to the widget, and returns whether the widget could read it. */
  constructor(element, id, send, signal) {
    this.id = id;
    this.#send = (type, rest) => send({ ...rest, type, [type === APPROVAL || type === FORM ? "request_id" : "question_id"]: id });
    this.outcome = new Promise((resolve, reject) => {
      const over = (event) => event.detail.questionId === id && this.finish(event.detail);
      const abort = () => this.withdraw(signal.reason);
      const leave = () => {
        clearTimeout(this.#timer);
        element.removeEventListener("ask-user-end", over);
        signal?.removeEventListener("abort", abort);
      };
      element.addEventListener("ask-user-end", over);
      signal?.addEventListener("abort", abort);
      this.finish = (detail) => (leave(), resolve(detail));
      this.fail = (error) => (leave(), reject(error));
    });
  }

  begin({ type = "ask_user_question", ...rest }, seconds) {
    this.#send("connected", { capabilities: ["ack", "annotations", "extend", "withdraw", "permission", "elicitation"] });
    if (!this.#send(type, { ...rest, timeout_seconds: seconds })) this.refuse();
    this.#limit(seconds);
  }

  /** The widget could not read it. */
  refuse() {
    this.fail(new Error("<ask-user> cannot read this question; see the event ask-user-error"));
  }

  /** The widget could not be loaded; one that comes later does not ask any more. */
  abandon(error) {
    this.#send("ask_user_withdrawn");
    this.fail(error);
  }

  /** Ends the question without the widget. */
  end(outcome, reason) {
    const nothing = { answers: {}, annotations: {}, result: null, lines: [], text: "" };
    this.finish({ questionId: this.id, outcome, reason: worded(reason) ?? null, ...nothing });
  }

  withdraw(reason) {
    this.#send("ask_user_withdrawn", { reason: worded(reason) });
    // It may not have been shown yet.
    this.end("withdrawn", reason);
  }

  #limit(seconds) {
    if (seconds === undefined) return;
    clearTimeout(this.#timer);
    this.#deadline = performance.now() + seconds * 1000;
    this.#timer = setTimeout(() => {
      this.#send("ask_user_timeout");
      this.end("timed-out");
    }, seconds * 1000);
  }

  /** Takes a frame that the widget has sent. */
  onFrame(frame) {
    if (frame.type === "ask_user_extend") {
      this.#limit(Math.max(frame.seconds, (this.#deadline - performance.now()) / 1000));
      this.#send("ask_user_extend", { remaining_seconds: (this.#deadline - performance.now()) / 1000 });
    } else {
      this.#send("ask_user_ack", { outcome: "accepted" });
    }
  }
}
