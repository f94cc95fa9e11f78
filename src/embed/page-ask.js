// Questions of the page's own, without a bridge.

/** An ask of the page's own is over with one of these. */
const ENDS = ["ask-user-answer", "ask-user-cancel", "ask-user-timeout", "ask-user-end"];

/** The other end of the protocol, for an ask of the page's own. */
export class PageAsk {
  #timer = null;
  #deadline = 0;

  constructor(element, id, resolve, tell) {
    this.id = id;
    this.tell = (type, rest) => tell({ type, question_id: id, ...rest });
    const over = (event) => event.detail.questionId === id && finish(event.detail);
    const finish = (detail) => {
      clearTimeout(this.#timer);
      for (const name of ENDS) element.removeEventListener(name, over);
      resolve(detail);
    };
    for (const name of ENDS) element.addEventListener(name, over);
    /** Ends without the widget. */
    this.end = (reason) => finish({ questionId: id, outcome: "withdrawn", reason: reason == null ? null : String(reason) });
  }

  withdraw(reason) {
    this.tell("ask_user_withdrawn", { reason: reason == null ? undefined : String(reason?.message ?? reason) });
  }

  timeOut(seconds) {
    if (!(seconds > 0)) return;
    clearTimeout(this.#timer);
    this.#deadline = performance.now() + seconds * 1000;
    this.#timer = setTimeout(() => this.tell("ask_user_timeout"), seconds * 1000);
  }

  /** What the widget says. */
  take(frame) {
    if (frame.type === "ask_user_extend") {
      this.timeOut(Math.max(frame.seconds, (this.#deadline - performance.now()) / 1000));
      this.tell("ask_user_extend", { remaining_seconds: (this.#deadline - performance.now()) / 1000 });
    } else {
      this.tell("ask_user_ack", { outcome: "accepted" });
    }
  }
}
