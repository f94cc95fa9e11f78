// Questions of the page's own, without a bridge: this is the other end of the protocol. Fetched with the first of them.

/** An ask is over with one of these. */
const ENDS = ["ask-user-answer", "ask-user-cancel", "ask-user-timeout", "ask-user-end"];

/** Asks that may wait at a time, as in the widget. */
const MOST = 100;

/** Browsers take a longer timer for none at all. */
const LONGEST = (2 ** 31 - 1) / 1000;

/** Ids that the widget still remembers, by element: a second question of the same id would be answered like the first. */
const used = new WeakMap();

/**
 * Asks through `element`, unless that is gone by now. `asks` is where it keeps its asks; `tell` gives a frame to the
 * widget, and says whether it could be read.
 */
export function ask(element, asks, tell, input, options = {}, isGone = false) {
  const { signal, timeoutSeconds } = options;
  const id = options.id ?? `page-${Math.random().toString(36).slice(2)}`;
  if (typeof id !== "string" || !id || !remember(element, id)) {
    throw new Error(`<ask-user> needs an id that was not used before, not ${JSON.stringify(id)}`);
  }
  if (asks.size >= MOST) throw new Error(`<ask-user> has ${MOST} questions waiting already`);
  const { questions } = Array.isArray(input) ? { questions: input } : input;
  const seconds = timeoutSeconds > 0 && timeoutSeconds <= LONGEST ? timeoutSeconds : undefined;
  const page = new PageAsk(element, id, tell, signal);
  asks.set(id, page);
  if (signal?.aborted) page.end("withdrawn", signal.reason);
  else if (isGone) page.end("withdrawn", "The element was removed");
  else page.begin(questions, seconds);
  return page.outcome.finally(() => asks.delete(id));
}

function remember(element, id) {
  const ids = used.get(element) ?? new Set();
  if (ids.has(id)) return false;
  used.set(element, ids.add(id));
  // As many as the widget.
  if (ids.size > 256) ids.delete(ids.values().next().value);
  return true;
}

/** Why, in words. */
const worded = (reason) => (reason == null ? undefined : String(reason?.message ?? reason));

/** One ask, until it is over: whoever is first, the widget, the clock, the signal or the element's end, decides. */
class PageAsk {
  #timer = null;
  #deadline = 0;
  #tell;

  constructor(element, id, tell, signal) {
    this.id = id;
    this.#tell = (type, rest) => tell({ type, question_id: id, ...rest });
    this.outcome = new Promise((resolve, reject) => {
      const over = (event) => event.detail.questionId === id && this.finish(event.detail);
      const abort = () => this.withdraw(signal.reason);
      const leave = () => {
        clearTimeout(this.#timer);
        for (const name of ENDS) element.removeEventListener(name, over);
        signal?.removeEventListener("abort", abort);
      };
      for (const name of ENDS) element.addEventListener(name, over);
      signal?.addEventListener("abort", abort);
      this.finish = (detail) => (leave(), resolve(detail));
      this.fail = (error) => (leave(), reject(error));
    });
  }

  begin(questions, seconds) {
    this.#tell("connected", { capabilities: ["ack", "annotations", "extend", "withdraw"] });
    if (!this.#tell("ask_user_question", { questions, timeout_seconds: seconds })) this.refuse();
    this.#limit(seconds);
  }

  /** The widget could not read it. */
  refuse() {
    this.fail(new Error("<ask-user> cannot read this question; see the event ask-user-error"));
  }

  /** The widget could not be loaded: whoever comes to it later is not asked. */
  abandon(error) {
    this.#tell("ask_user_withdrawn");
    this.fail(error);
  }

  /** Ends without the widget. */
  end(outcome, reason) {
    const said = { answers: {}, annotations: {}, lines: [], text: "" };
    this.finish({ questionId: this.id, outcome, reason: worded(reason) ?? null, ...said });
  }

  withdraw(reason) {
    this.#tell("ask_user_withdrawn", { reason: worded(reason) });
    // It may not have been shown yet.
    this.end("withdrawn", reason);
  }

  #limit(seconds) {
    if (seconds === undefined) return;
    clearTimeout(this.#timer);
    this.#deadline = performance.now() + seconds * 1000;
    this.#timer = setTimeout(() => {
      this.#tell("ask_user_timeout");
      this.end("timed-out");
    }, seconds * 1000);
  }

  /** What the widget says. */
  take(frame) {
    if (frame.type === "ask_user_extend") {
      this.#limit(Math.max(frame.seconds, (this.#deadline - performance.now()) / 1000));
      this.#tell("ask_user_extend", { remaining_seconds: (this.#deadline - performance.now()) / 1000 });
    } else {
      this.#tell("ask_user_ack", { outcome: "accepted" });
    }
  }
}
