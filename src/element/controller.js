// What one element does once the WebAssembly is there. Fetched with it.

import { logFrame } from "./frame-log.js";
import { protect } from "./protect.js";
import { fail, guarded, join, leave, loadChunk, RecoveryStore, watch } from "./recover.js";

export { loadChunk, watch };

/** The attributes whose value may be any text. */
const TEXTS = ["url", "session", "composer"];

/** The questions and approvals that are remembered for the properties `question` and `approval`. */
const MOST_QUESTIONS = 100;

/** Sets `:state(waiting)`, where the browser knows such states. An element has one object of internals for life. */
function setWaiting(host, isWaiting) {
  try {
    host.internals ??= host.element.attachInternals();
    host.internals.states[isWaiting ? "add" : "delete"]("waiting");
  } catch {
    // Some have no states, some want other names for them, and the page may have taken the internals for itself.
  }
}

/** The working part of one element, as long as the element is in the document. */
export class Controller {
  #host;
  #exports;
  /** The promise of what holds the chat's own input, once there was one to hold. */
  #composer = null;
  /** What chooses the words of the page's language, once it was needed. */
  #language;
  #store = new RecoveryStore();
  /** What calls a person back from elsewhere, once it was needed. */
  #background = null;
  #questions = new Map();
  /** What knows the words of attributes, once the element had an attribute of which there are some. */
  #attributes = null;
  /** The property `token` as it was last, and what the widget calls to be given a token. */
  #asking = {};
  /** The widget, unless it has failed and another one is on its way. Its calls do not throw. */
  widget = null;

  /** `Language` is the class, if the page has given words of a language. */
  constructor(host, exports, Language) {
    this.#host = host;
    this.#exports = exports;
    this.#language = Language && new Language(host);
    const { shadowRoot, constructor } = host.element;
    if (!host.isProtected) protect(shadowRoot, (event) => constructor.acceptsEvent(event));
    host.isProtected = true;
    join(host.element, this);
  }

  /** Makes a widget. */
  start() {
    const { element } = this.#host;
    try {
      this.widget = guarded(this.#exports.create(element, element.shadowRoot, this.#store));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return fail(error);
      throw error;
    }
    this.setLanguage();
    this.#updateComposer();
    this.configure();
    this.#host.feed?.attachWidget(this.widget);
    this.#store.isOpen = false;
  }

  /** The element is no longer in the document. */
  stop() {
    leave(this.#host.element);
    this.#language?.stop();
    this.#host.feed?.detachWidget();
    this.widget?.stop();
    this.widget?.free();
    this.widget = null;
    this.#setStatus({ ...this.#host.status, waitingForUser: false });
  }

  /** An attribute or a property has changed. */
  configure(attribute) {
    const { element } = this.#host;
    if (attribute === "composer") this.#updateComposer();
    else this.widget?.configure(this.#askToken(element), element.verbose ? logFrame : undefined);
    if (this.widget) this.#checkAttributes();
  }

  /** What the widget calls with the number of each connection, if there is a token: the same function for the same property. */
  #askToken({ token }) {
    if (token == null) return;
    if (this.#asking.token !== token) this.#asking = { token, ask: (connection) => this.#signIn(connection, token) };
    return this.#asking.ask;
  }

  /**
   * Gives the widget the first frame of this connection, or nothing if the page's function gives no token. The widget leaves a
   * token alone whose connection is over: it may have been meant for another bridge.
   */
  async #signIn(connection, source) {
    let frame;
    try {
      const token = typeof source === "function" ? await source() : source;
      if (typeof token !== "string") throw new TypeError("it gave no text");
      frame = JSON.stringify({ type: "authenticate", token });
    } catch (error) {
      this.report({ code: "token-failed", message: `The function token gave no token: ${error?.message ?? error}` });
    }
    this.widget?.signIn(connection, frame);
  }

  /** Tells the developer of attributes whose value is not known. */
  async #checkAttributes() {
    const { element } = this.#host;
    const hasWords = (name) => !TEXTS.includes(name) && element.hasAttribute(name);
    if (!this.#attributes && !element.constructor.observedAttributes.some(hasWords)) return;
    // A help for developers: without a network it is left out.
    this.#attributes ??= import("./attributes.js").catch(() => null);
    const attributes = await this.#attributes;
    for (const message of attributes?.unknownValues(element) ?? []) {
      this.#host.dispatch("ask-user-error", { code: "unknown-value", message });
    }
  }

  /** The property `strings` has changed. */
  async setLanguage() {
    if (!this.#language) {
      if (!this.#host.element.strings) return;
      const { Language } = await import("./language.js");
      this.#language ??= new Language(this.#host);
    }
    if (this.widget) this.#language.follow(this.widget);
  }

  /** The element was moved: a modal dialog that was moved with it is open, and no longer modal. */
  moved() {
    const { element } = this.#host;
    const dialog = element.shadowRoot.querySelector("dialog[open]");
    if (dialog && element.presentation === "modal" && !dialog.matches(":modal")) {
      dialog.close();
      dialog.showModal();
      element.focus();
    }
    this.setLanguage();
    this.configure();
  }

  /** The element has dispatched an event. */
  onEvent(event) {
    const { type, detail } = event;
    if (type === "ask-user-status") this.#setStatus(detail);
    if (type === "ask-user-end") this.#host.feed?.forget(detail.questionId);
    if (["ask-user-question", "ask-user-approval", "ask-user-form"].includes(type)) this.#asked(event);
  }

  /** Where the focus belongs: the question, or the bar to which it is minimized. */
  get placeOfFocus() {
    const { shadowRoot } = this.#host.element;
    return shadowRoot.querySelector("dialog[open] [part~=title], [part~=bar]:not([hidden]) [part~=answer]");
  }

  /** What is waited for, as the event of this name described it; `null` if that is of another kind, or nothing is. */
  pending(name) {
    const event = this.#questions.get(this.#host.status.pendingQuestionId);
    return event?.type === name ? event.detail : null;
  }

  #asked(event) {
    const { type, detail } = event;
    this.#questions.set(detail.questionId ?? detail.requestId, { type, detail });
    if (this.#questions.size > MOST_QUESTIONS) this.#questions.delete(this.#questions.keys().next().value);
    if (!document.hidden) return;
    this.#background ??= import("./background.js");
    const { element } = this.#host;
    const call = (background) => event.defaultPrevented || background.call(element, detail, element.notify, element.sound);
    this.#background.then(call).catch(() => {});
  }

  /** Holds the chat's own input while an answer is waited for. */
  #updateComposer() {
    if (!this.#composer && !this.#host.element.composer) return;
    const onMissing = (message) => this.#host.dispatch("ask-user-error", { code: "composer-missing", message });
    this.#composer ??= import("./composer.js").then(({ Composer }) => new Composer(this.#host.element, onMissing));
    this.#composer.then((composer) => composer.set(this.#host.status.waitingForUser)).catch(() => {});
  }

  #setStatus(status) {
    const isWaiting = status.waitingForUser;
    this.#host.status = status;
    this.#updateComposer();
    setWaiting(this.#host, isWaiting);
    if (!isWaiting) this.#background?.then((background) => background.clear(this.#host.element)).catch(() => {});
  }

  // What `recover.js` calls when the WebAssembly has failed.

  /** Gives up the widget that has failed, and returns it. The page receives this status. */
  giveUp(status) {
    const { widget } = this;
    this.widget = null;
    this.#store.isOpen = true;
    this.#host.feed?.rewind();
    this.#host.dispatch("ask-user-status", status);
    return widget;
  }

  /** The words of the page's language for this key. */
  word(key) {
    return this.#language?.table?.[key];
  }

  /** Tells the page's developer of a failure. */
  report(detail) {
    this.#host.dispatch("ask-user-error", detail);
  }
}
