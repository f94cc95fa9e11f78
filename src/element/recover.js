// What becomes of the elements of a page when the WebAssembly fails: a panic or any other trap leaves its instance in the
// middle of something, and everything in it is of no use. The person sees a line that says so, the page gets
// `ask-user-error`, and a fresh instance takes over with what was stored. Fetched with the WebAssembly.

import { instantiateChunk } from "./chunks.js";

/** After so many failures within `WITHIN`, only the person can start it again. */
const MOST_FAILURES = 3;

/** The time within which failures are counted, in milliseconds. */
const WITHIN = 60_000;

/** What the person reads where the page's language has no words for it. `src/words.rs` has the same. */
const WORDS = {
  restarted: "This dialog stopped working and was restarted.",
  stopped: "This dialog has stopped working.",
  close: "Close",
  tryNow: "Retry now",
};

/** The status of an element whose WebAssembly has failed. */
const DOWN = { connection: "closed", waitingForUser: false, isProcessing: false, pendingQuestionId: null, queued: 0 };

/** The elements that have a widget or wait for one, with their controllers. */
const elements = new Map();

/** The times of the latest failures. */
const failures = [];

/** The exports of wasm-bindgen's module. */
let glue = null;

/** Where the page said that the WebAssembly is, if it did. */
let place;

/** Whether a failure was noticed and is not dealt with yet. */
let isFailing = false;

/**
 * Stores what may not be stored for a reload, or has no name to be stored under, for a WebAssembly that has to take over from
 * one that failed. Anybody else finds nothing in it.
 */
export class RecoveryStore {
  #texts = new Map();
  isOpen = false;

  getItem(key) {
    return (this.isOpen && this.#texts.get(key)) || null;
  }

  setItem(key, text) {
    this.#texts.set(key, text);
  }

  removeItem(key) {
    this.#texts.delete(key);
  }
}

/** Watches over the module that these exports of wasm-bindgen's belong to. */
export function watch(exports, source) {
  if (!glue) {
    addEventListener("error", (event) => suspect(event, event.error));
    addEventListener("unhandledrejection", (event) => suspect(event, event.reason));
  }
  glue = exports;
  place = source;
  serve();
}

/** Gives a fresh instance what it calls for. */
function serve() {
  glue.onFailure?.(fail);
  glue.setChunkLoader?.((name, then) => loadChunk(name).then(() => then(true), () => then(false)));
}

/** Loads a chunk for the instance, and reports to the page's developer if that fails. */
export async function loadChunk(name) {
  try {
    await instantiateChunk(glue, name, place);
  } catch (error) {
    const message = `A part of the widget could not be loaded, ${name}: ${error?.message ?? error}`;
    for (const controller of elements.values()) controller.report({ code: "chunk-failed", message });
    throw error;
  }
}

/** `element` has a widget from now on, or wants one. */
export function join(element, controller) {
  elements.set(element, controller);
}

/** `element` needs no widget any more. */
export function leave(element) {
  elements.delete(element);
}

/** A widget whose calls do not throw into the page: whatever it throws is a failure. */
export function guarded(widget) {
  const call = (method) => (...args) => {
    try {
      return widget[method](...args);
    } catch (error) {
      fail(error);
    }
  };
  return new Proxy(widget, { get: (_, name) => call(name) });
}

/** Something was thrown that nobody caught, perhaps in the WebAssembly: there, most that happens is called by the browser. */
function suspect(event, error) {
  // A timer or a listener that the old instance has left. It does nothing, and there is nothing to report.
  if (/previous WASM instance/i.test(error?.message)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const stack = String(error?.stack);
  if (isFailing || !/wasm/.test(stack)) return;
  // What traps is thrown in the WebAssembly itself. A handler of the page's that is called by it may throw as it likes.
  const [top] = stack.split("\n").filter((line) => /[@:/]/.test(line) && !line.startsWith(error.name));
  const isOurs = /ask-user-widget\w*\.wasm|wasm:\/\//.test(top);
  if (isOurs && /^(RuntimeError|RangeError|InternalError)$/.test(error.name)) return fail(error);
  // What the browser itself throws goes through it, and leaves it in the middle of something.
  setTimeout(() => {
    for (const { widget } of elements.values()) if (widget?.isIdle() === false) return fail(error);
  });
}

/** The WebAssembly failed. */
export function fail(error) {
  if (isFailing) return;
  isFailing = true;
  // Not now: what has called it may still be under way, in the old instance.
  setTimeout(() => restart(String(error?.message ?? error)));
}

function restart(words) {
  const now = performance.now();
  failures.push(now);
  while (failures[0] < now - WITHIN) failures.shift();
  const isOver = failures.length >= MOST_FAILURES;
  console.error("<ask-user> failed:", words);
  for (const [element, controller] of elements) {
    const widget = controller.giveUp(DOWN);
    try {
      widget?.abandon();
    } catch {
      // It was in the middle of that too.
    }
    show(element, controller, isOver);
  }
  try {
    glue.renew();
    serve();
  } catch {
    // Whoever provided these exports has none to begin anew with. The person can still try.
  }
  isFailing = false;
  const report = isOver ? "The widget failed again and was stopped" : "The widget failed and was started again";
  for (const controller of [...elements.values()]) {
    controller.report({ code: "widget-failed", message: `${report}: ${words}` });
    if (!isOver) controller.start();
  }
}

/** Shows a line in the element's place, until the person has read it. */
function show(element, controller, isOver) {
  const word = (key) => controller.word(key) ?? WORDS[key];
  const line = document.createElement("p");
  line.className = "notice failed";
  line.setAttribute("part", "notice");
  line.setAttribute("role", "alert");
  line.textContent = `${word(isOver ? "stopped" : "restarted")} `;
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("part", "remedy");
  button.textContent = word(isOver ? "tryNow" : "close");
  button.addEventListener("click", () => {
    line.remove();
    if (!isOver) return;
    failures.length = 0;
    controller.start();
  });
  line.append(button);
  element.shadowRoot.replaceChildren(line);
}
