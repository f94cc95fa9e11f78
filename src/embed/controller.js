// What one element does once the WebAssembly is there. Fetched with it.

import { Composer } from "./composer.js";
import { Language } from "./language.js";
import { fail, guarded, join, leave, RecoveryStore, watch } from "./recover.js";

export { watch };

/** What only a person can do. */
const GUARDED_EVENTS = ["click", "pointerdown", "keydown", "input", "change"];

/** The questions that are remembered for the property `question`. */
const MOST_QUESTIONS = 100;

/** The states of elements, for `:state()`. An element has one such object for life. */
const internals = new WeakMap();

/** The shadow roots that let through a person's events only. */
const protectedRoots = new WeakSet();

/** Keeps events that a script has made from everything in the widget: nobody answers for a person. */
function protect({ shadowRoot, constructor }) {
  if (protectedRoots.has(shadowRoot)) return;
  protectedRoots.add(shadowRoot);
  for (const name of GUARDED_EVENTS) {
    const guard = (event) => {
      if (constructor.acceptsEvent(event)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    shadowRoot.addEventListener(name, guard, true);
  }
}

/** Sets `:state(waiting)`, where the browser knows such states. */
function setWaiting(element, isWaiting) {
  try {
    if (!internals.has(element)) internals.set(element, element.attachInternals());
    internals.get(element).states[isWaiting ? "add" : "delete"]("waiting");
  } catch {
    // Some have no states, some want other names for them, and the page may have taken the internals for itself.
  }
}

/** The working part of one element, as long as the element is in the document. */
export class Controller {
  #host;
  #exports;
  #composer;
  #language;
  #store = new RecoveryStore();
  /** What calls a person back from elsewhere, once it was needed. */
  #background = null;
  #questions = new Map();
  #status = null;
  /** The widget, unless it has failed and another one is on its way. Its calls do not throw. */
  widget = null;

  constructor(host, exports) {
    this.#host = host;
    this.#exports = exports;
    this.#composer = new Composer(host);
    this.#language = new Language(host);
    protect(host.element);
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
    this.#language.follow(this.widget);
    this.configure();
    this.#host.feed?.attachWidget(this.widget);
    this.#store.isOpen = false;
  }

  /** The element is no longer in the document. */
  stop() {
    leave(this.#host.element);
    this.#language.stop();
    this.#host.feed?.detachWidget();
    this.widget?.stop();
    this.widget?.free();
    this.widget = null;
    this.#setStatus({ ...this.#status, waitingForUser: false });
  }

  /** An attribute or a property has changed. */
  configure(attribute) {
    if (attribute === "composer") this.#composer.update();
    else this.widget?.configure(this.#host.element.token ?? undefined);
  }

  /** The property `strings` has changed. */
  setLanguage() {
    if (this.widget) this.#language.follow(this.widget);
  }

  /** The element was moved: a modal dialog that was moved with it is open, and no longer modal. */
  moved() {
    const { element } = this.#host;
    const dialog = element.shadowRoot.querySelector("dialog[open]");
    if (dialog && !["inline", "dock"].includes(element.presentation) && !dialog.matches(":modal")) {
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
    if (type === "ask-user-question") this.#asked(event);
  }

  get connection() {
    return this.#status?.connection ?? "closed";
  }

  get waiting() {
    return this.#status?.waitingForUser ?? false;
  }

  get question() {
    return this.#questions.get(this.#status?.pendingQuestionId) ?? null;
  }

  #asked(event) {
    const { detail } = event;
    this.#questions.set(detail.questionId, detail);
    if (this.#questions.size > MOST_QUESTIONS) this.#questions.delete(this.#questions.keys().next().value);
    if (!document.hidden) return;
    this.#background ??= import("./background.js");
    const call = (background) => event.defaultPrevented || background.call(this.#host.element, detail);
    this.#background.then(call).catch(() => {});
  }

  #setStatus(status) {
    const isWaiting = Boolean(status.waitingForUser);
    this.#status = status;
    this.#composer.set(isWaiting);
    setWaiting(this.#host.element, isWaiting);
    if (!isWaiting) this.#background?.then((background) => background.clear(this.#host.element)).catch(() => {});
  }

  // What `recover.js` calls when the WebAssembly has failed.

  /** Gives up the widget that has failed, and returns it. The page is told this status. */
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
    return this.#language.table?.[key];
  }

  /** Tells the page's developer of the failure. */
  report(message) {
    this.#host.dispatch("ask-user-error", { code: "widget-failed", message });
  }
}
