// What one element does besides being an element: it has a feed, loads the WebAssembly when that is wanted, and dispatches events.

import { Feed } from "./feed/feed.js";
import { load } from "./load.js";

/** How long to wait after a first failure to load, in milliseconds. */
const FIRST_RETRY = 1_000;

/** The longest time to wait after a failure to load, in milliseconds. */
const LAST_RETRY = 60_000;

/**
 * Fetches a module when it is first wanted. All who wait for it go on in the order of their calls, which separate imports do not
 * promise. A failure is forgotten, so that the next call tries again.
 */
const once = (fetch, fetched) => () => ((fetched ??= fetch()).catch(() => (fetched = null)), fetched);
const pageAsk = once(() => import("./page-ask.js"));
const adapters = once(() => import("./adapters.js"));

export class Host {
  /** How the page feeds the element, if not by an address. */
  feed = null;
  /** What works with the WebAssembly, once that was loaded. */
  controller = null;
  /** The detail of the last `ask-user-status`. */
  status = { connection: "closed", waitingForUser: false };
  /** The promise of the controller, while it is on its way. */
  #starting = null;
  #failures = 0;
  #adapters = {};
  /** What loads the WebAssembly. */
  load = load;

  constructor(element) {
    this.element = element;
  }

  /** The widget, if it is there. */
  get widget() {
    return this.controller?.widget;
  }

  /** Makes a widget, if the element is in the document and has none. */
  start() {
    this.#starting ??= this.#load().finally(() => (this.#starting = null));
  }

  async #load() {
    if (this.controller || !this.element.isConnected) return;
    try {
      // With it, so that nobody sees a moment of English.
      const language = this.element.strings && import("./language.js");
      const { exports, Controller } = await load();
      const Language = (await language)?.Language;
      if (!this.element.isConnected) return;
      this.controller = new Controller(this, exports, Language);
      this.controller.start();
    } catch (error) {
      this.controller = null;
      // A server that has no such file may have sent a page instead.
      const hint = /magic word/.test(error) ? "; what came is no WebAssembly, see the README on bundlers" : "";
      const message = `The widget could not be loaded: ${error?.message ?? error}${hint}`;
      this.feed?.failed?.(new Error(message));
      this.dispatch("ask-user-error", { code: "load-failed", message });
      this.#retry();
    }
  }

  /** An agent may wait for somebody whose network was away for a moment. */
  #retry() {
    const retry = () => {
      clearTimeout(timer);
      removeEventListener("online", retry);
      this.start();
    };
    addEventListener("online", retry);
    const timer = setTimeout(retry, Math.min(FIRST_RETRY * 2 ** this.#failures++, LAST_RETRY));
  }

  /** The element was removed from the document. */
  stop() {
    this.feed?.removed?.();
    this.controller?.stop();
    this.controller = null;
  }

  /** Feeds the element by another way from now on, or by none. */
  feedBy(Way, source) {
    this.feed?.end(!Way);
    this.feed = Way && new Way(this, source);
    if (this.widget) this.feed?.attachWidget(this.widget);
  }

  /** Asks a question of the page's own. `read` checks what the page wrote; of an agent's words all is shown that can be. */
  async ask(options, read) {
    this.#checkFeed();
    const wasConnected = this.element.isConnected;
    const { ask, checked, pageQuestions } = await pageAsk();
    const input = read(checked);
    const isGone = wasConnected && !this.element.isConnected;
    this.#checkFeed();
    if (!this.feed) this.feedBy(pageQuestions(Feed));
    return ask(this.element, this.feed, input, options, isGone);
  }

  /** An adapter as a callback: made when it is first wanted, and the same from then on. */
  adapter(name) {
    return (this.#adapters[name] ??= async (...given) => (await adapters())[name](this, ...given));
  }

  /** What is waited for, if it is of this kind. */
  pending(kind) {
    return this.controller?.pending(`ask-user-${kind}`) ?? null;
  }

  #checkFeed() {
    if (this.element.hasAttribute("url") || (this.feed && !this.feed.questions)) {
      throw new Error("<ask-user> is fed by a bridge; use another element for questions of the page's own");
    }
  }

  dispatch(name, detail) {
    const cancelable = name === "ask-user-error";
    this.element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  }
}
