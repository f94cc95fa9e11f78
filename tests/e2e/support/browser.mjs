// One Chromium window for the tests of a file, and tabs in it that notice everything that goes wrong.

import { chromium } from "playwright-core";

import { addHeldClock } from "./clock.mjs";
import { CHROME } from "./settings.mjs";
import { PATIENCE } from "./until.mjs";

export const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The frames that answer an agent. */
const RESPONSES = ["ask_user_response", "permission_response", "elicitation_response"];

export class Window {
  #browser;
  #context;

  static async open() {
    const window = new Window();
    window.#browser = await chromium.launch({ executablePath: CHROME, args: ARGS });
    window.#context = await window.#browser.newContext();
    window.#context.setDefaultTimeout(PATIENCE);
    return window;
  }

  /** A page of a profile of its own if it is to keep to no policy, or to have a clock of its own. */
  async newPage(isLawless, isAlone) {
    if (!isLawless && !isAlone) return this.#context.newPage();
    const page = await this.#browser.newPage({ bypassCSP: isLawless });
    page.setDefaultTimeout(PATIENCE);
    return page;
  }

  async close() {
    await this.#browser.close();
  }
}

/**
 * A tab of a window, opened on `address`. Tabs share a profile; but each test has a bridge on a port of its own, and
 * that is an origin of its own. `isThere`: the place hands out a page that is on that address already.
 */
export class Tab {
  /** What went wrong on the page. */
  faults = [];
  /** The page's WebSockets, oldest first: the frames of each, as they went over the wire. */
  sockets = [];

  static async open(window, address, { tolerates = [], media, viewport, prepare, isThere, isLawless = false, isAlone = false } = {}) {
    const tab = new Tab();
    tab.page = await window.newPage(isLawless, isAlone);
    tab.#watch(new URL(address).origin, tolerates);
    await tab.page.addInitScript(addHeldClock);
    await tab.page.addInitScript(hearEvents);
    await tab.page.addInitScript(tellViolations);
    if (media) await tab.page.emulateMedia(media);
    if (viewport) await tab.page.setViewportSize(viewport);
    await prepare?.(tab.page);
    if (!isThere) await tab.page.goto(address);
    return tab;
  }

  #watch(origin, tolerates) {
    const fault = (text) => tolerates.some((known) => known.test(text)) || this.faults.push(text);
    this.page.on("pageerror", (error) => fault(`thrown: ${error.stack || error.message || error}`));
    this.page.on("crash", () => fault("the page crashed"));
    this.page.on("console", (message) => {
      // The demo page writes the widget's own complaints as warnings.
      const isComplaint = message.type() === "warning" && message.text().startsWith("ask-user:");
      if (message.type() !== "error" && !isComplaint) return;
      // What a frame for previews was prevented from doing is listed apart from what the page did.
      const place = message.location().url === "about:srcdoc" ? "console of a frame" : "console";
      fault(`${place}: ${message.text()}`);
    });
    // Whatever an agent writes, no request may leave for another place.
    const isOwn = (request) => [origin, "data:"].some((start) => request.url().startsWith(start));
    const left = (request) => isOwn(request) || fault(`a request left the page: ${request.url()} ${request.failure()?.errorText ?? ""}`);
    this.page.on("requestfinished", left);
    // Chromium also reports requests that it stops before they leave, by a word for the reason ("csp", "origin", "other");
    // those that reached the network fail with a "net::" of it. The traps of tests notice whoever came through.
    this.page.on("requestfailed", (request) => {
      if (/^net::|^$/.test(request.failure()?.errorText ?? "")) left(request);
    });
    this.page.on("websocket", (socket) => {
      const frames = { url: socket.url(), sent: [], received: [], isClosed: false };
      this.sockets.push(frames);
      socket.on("close", () => (frames.isClosed = true));
      socket.on("framesent", ({ payload }) => frames.sent.push(JSON.parse(payload)));
      socket.on("framereceived", ({ payload }) => frames.received.push(parsed(payload)));
    });
  }

  /** What the page sent about asks, on all its connections. */
  responses() {
    const sent = this.sockets.flatMap((socket) => socket.sent);
    return sent.filter((frame) => RESPONSES.includes(frame.type));
  }

  /** The widget's events since the page was loaded, oldest first; of one kind if `name` is given. */
  async heard(name) {
    const events = JSON.parse(await this.page.evaluate("JSON.stringify(window.heardEvents)"));
    return name ? events.filter((event) => event.name === name).map((event) => event.detail) : events;
  }

  /** The frames that came out for the page, without the bridge's own greeting. */
  async frames() {
    const frames = await this.heard("ask-user-frame-in");
    return frames.filter(({ type }) => type !== "connected" && type !== "session_status");
  }

  async close() {
    await this.page.close();
  }
}

/** A frame; a broken bridge sends some that are no JSON. */
function parsed(payload) {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

/** Runs in the page before anything else. */
function hearEvents() {
  window.heardEvents = [];
  for (const kind of ["question", "approval", "answer", "cancel", "timeout", "end", "session", "status", "error", "frame-in"]) {
    const name = `ask-user-${kind}`;
    document.addEventListener(name, (event) => window.heardEvents.push({ name, detail: event.detail }));
  }
}

/**
 * Runs in the page before anything else. The bridge serves it under a strict policy; whatever violates it is an error,
 * also where the browser would only report it.
 */
function tellViolations() {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    console.error(`policy violated: ${effectiveDirective} ${blockedURI} ${sample}`);
  });
}
