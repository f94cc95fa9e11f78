// What calls a person back to a page in the background.

/** Before the title of a page in the background. */
const MARK = "● ";

/** Marks the page while it is in the background and somebody waits for an answer: title, badge, and what it asked for. */
export class Background {
  #marked = null;

  constructor(element) {
    element.addEventListener("ask-user-ask", (event) => {
      if (document.hidden) this.#call(element, event.detail);
    });
    element.addEventListener("ask-user-status", (event) => {
      if (!event.detail.waitingForUser) this.clear();
    });
    this.seen = () => document.hidden || this.clear();
  }

  #call(element, { questionId, questions }) {
    if (this.#marked === null) {
      this.#marked = `${MARK}${document.title}`;
      document.title = this.#marked;
      document.addEventListener("visibilitychange", this.seen);
    }
    navigator.setAppBadge?.().catch(() => {});
    if (element.hasAttribute("notify") && globalThis.Notification?.permission === "granted") {
      const { header, question } = questions[0] ?? {};
      const notice = new Notification(header ?? document.title, { body: question, tag: questionId });
      notice.onclick = () => focus();
    }
    if (element.hasAttribute("sound")) tone();
  }

  clear() {
    if (this.#marked === null) return;
    // Unless the page has another title by now.
    if (document.title === this.#marked) document.title = this.#marked.slice(MARK.length);
    this.#marked = null;
    document.removeEventListener("visibilitychange", this.seen);
    navigator.clearAppBadge?.().catch(() => {});
  }
}

/** Two short notes; a browser that wants a click first stays silent. */
function tone() {
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: 0.08 });
  volume.connect(context.destination);
  for (const [index, frequency] of [660, 880].entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(volume);
    note.start(context.currentTime + index * 0.14);
    note.stop(context.currentTime + index * 0.14 + 0.12);
    if (index === 1) note.onended = () => context.close();
  }
}
