// The class behind <ask-user>, as a page imports it. WebAssembly cannot subclass HTMLElement, so this does; it knows how
// a page feeds the widget, and nothing else. The widget itself is in the WebAssembly, which is fetched when the browser
// is idle or when the first question comes.

import { Lent } from "./lent.js";

/** Attributes that the widget is told of by `configure`, in this order. */
const attributes = ["url", "session", "receipts", "drafts"];

/** Attributes of which the widget reads the value when it needs it. */
const READ = ["for", "presentation", "shortcuts", "preview-format", "images", "theme"];

/** What a person does. */
const DEEDS = ["click", "pointerdown", "keydown", "input", "change"];

/** An ask is over with one of these. */
const ENDS = ["ask-user-answer", "ask-user-cancel", "ask-user-timeout", "ask-user-end"];

/** The WebAssembly, once for all elements of the page, and where the page said that it is. */
let core = null;
let place;

/** How long to wait after a first failure to load it, and the most, in milliseconds. */
const AGAIN = [1_000, 60_000];

/** The page's inputs that are held, each by how many elements. */
const held = new WeakMap();

/**
 * Fetches the WebAssembly now. `source` is where it is, if not beside this file: an address, a response, bytes, or a
 * compiled module. The first call decides; after a failure the next one tries again.
 * @param {WebAssemblySource} [source]
 * @returns {Promise<unknown>}
 */
export function load(source) {
  if (!core) place = source ?? place;
  const glue = async () => {
    const glue = await import("./ask-user-widget.js");
    await glue.default(place === undefined ? undefined : { module_or_path: place });
    return glue;
  };
  core ??= watched(glue());
  return core;
}

/** The WebAssembly, with what helps when it fails. */
async function watched(glue) {
  try {
    const later = [import("./recover.js"), import("./attributes.js")];
    const [exports, recover, { unknownValues }] = await Promise.all([glue, ...later]);
    recover.watch(exports);
    return { ...exports, recover, unknownValues };
  } catch (error) {
    core = null;
    throw error;
  }
}

/**
 * Takes the WebAssembly from somebody who has it already: the exports of wasm-bindgen's module.
 * @param {unknown} exports
 * @returns {void}
 */
export function provide(exports) {
  core = watched(exports);
}

/**
 * Makes the page know `<ask-user>`, unless it does already; on a server it does nothing.
 * @param {string} [name]
 * @param {typeof AskUser} [type] - A subclass, for example of a test.
 * @returns {void}
 */
export function define(name = "ask-user", type = AskUser) {
  if (!globalThis.customElements || customElements.get(name)) return;
  // A class can have one name only.
  customElements.define(name, customElements.getName?.(type) ? class extends type {} : type);
}

// On a server there is no HTMLElement: importing this must do nothing there.
const Base = globalThis.HTMLElement ?? class {};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws a sentence, unless `isRight`. */
function check(isRight, sentence) {
  if (!isRight) throw new TypeError(`<ask-user> ${sentence}`);
}

/** A frame as it goes over a wire. */
function written(method, frame) {
  const sentence = `${method}() needs a frame, as an object or its JSON`;
  check(isObject(frame) || typeof frame === "string", sentence);
  if (typeof frame === "string") return frame;
  try {
    return JSON.stringify(frame);
  } catch (reason) {
    throw new TypeError(`<ask-user> ${sentence}: ${reason.message}`);
  }
}

/** Whether this is the table of a language. One among several is chosen by its name. */
const isTable = (table) => isObject(table) && ["string", "undefined"].includes(typeof table.lang);

/** The type of a frame in JSON, if it has one. */
function typeOf(json) {
  try {
    return JSON.parse(json)?.type;
  } catch {
    return undefined;
  }
}

/** What holds an element: an editor has nothing that could be disabled. */
const lockOf = (element) => ("disabled" in element ? "disabled" : "inert");

/** The table for this language among several: its own, or one of the same family. */
function choose(tables, wanted) {
  const family = (name) => name.split("-")[0].toLowerCase();
  const exact = tables.find(({ lang }) => lang.toLowerCase() === wanted.toLowerCase());
  return exact ?? tables.find(({ lang }) => family(lang) === family(wanted));
}

/** The language around an element, also around the shadow roots that it is in. */
function languageAround(element) {
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) if (node.lang) return node.lang;
  return navigator.language;
}

/**
 * The dialog with which AI agents ask people.
 *
 * This comment is the element's contract: the manifest is made of it, and the tests of the npm package hold it against the
 * code, the types and the README.
 *
 * @tagname ask-user
 *
 * @attr {string} url - Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`.
 * @attr {string} session - Name of the session, added to the address.
 * @attr {string} for - Id of the chat's own input, which is disabled while an answer is waited for (or inert, if it is an editor).
 * @attr {"none"} receipts - `none`: the page shows what was answered by itself; otherwise the element does, in its place.
 * @attr {"modal"|"inline"|"dock"} [presentation=modal] - `inline`: in the element's place, as part of the transcript;
 *   `dock`: there too, never higher than 60 % of the window; otherwise a modal dialog. Read when a question opens.
 * @attr {"off"} shortcuts - `off`: digits, letters and Ctrl+Enter do nothing, for pages whose own shortcuts would clash. Read
 *   when a question opens.
 * @attr {"off"} drafts - `off`: nothing is kept for a reload; otherwise what is chosen, typed and decided is, in the tab's
 *   `sessionStorage`.
 * @attr {"markdown"|"html"|"auto"} [preview-format=markdown] - What options' previews are written in: `html` is shown in a
 *   sandbox, `auto` takes for HTML what begins with a tag.
 * @attr {"click"} images - `click`: a person may have the images of markdown previews loaded, one by one; otherwise they are named.
 * @attr {boolean} notify - While the page is in the background, a question calls by a notification, if the page has the
 *   permission.
 * @attr {boolean} sound - While the page is in the background, a question calls by two short notes.
 * @attr {"light"|"dark"|"system"} theme - `system`: as the system is set; otherwise as the page's `color-scheme` says.
 *
 * @fires {CustomEvent<AskDetail>} ask-user-ask - The agent asks.
 * @fires {CustomEvent<EndDetail>} ask-user-answer - The person has answered, and it is on its way.
 * @fires {CustomEvent<EndDetail>} ask-user-cancel - The person has cancelled.
 * @fires {CustomEvent<EndDetail>} ask-user-timeout - The time was up.
 * @fires {CustomEvent<EndDetail>} ask-user-end - Withdrawn, lapsed, or answered elsewhere.
 * @fires {CustomEvent<SessionDetail>} ask-user-session - The bridge has named a session that was begun with `session="new"`.
 * @fires {CustomEvent<StatusDetail>} ask-user-status - The connection, or what is waited for, has changed.
 * @fires {CustomEvent<Frame>} ask-user-message - A frame came that is the page's, on the element's own socket.
 * @fires {CustomEvent<Frame>} ask-user-send - After `receive`: the widget has a frame for the bridge.
 * @fires {CustomEvent<ErrorDetail>} ask-user-error - Something is wrong that the developer should know. Written to the
 *   console too, unless a listener calls `preventDefault()`.
 *
 * @csspart dialog - The dialog itself.
 * @csspart head - Above the options: chip, title, countdown.
 * @csspart chip - The question's header.
 * @csspart title - The question.
 * @csspart stepper - The chips of several questions.
 * @csspart step - One of them.
 * @csspart body - Between head and foot; scrolls.
 * @csspart options - All options of a question.
 * @csspart option - One option, with its radio button or check box.
 * @csspart other - The option for an answer of one's own; an `option` too.
 * @csspart badge - "Recommended".
 * @csspart field - The text field of an answer of one's own.
 * @csspart add-as-note - The button that moves a text which an option has replaced into the note.
 * @csspart notes - The field for a note.
 * @csspart preview - The preview of an option.
 * @csspart review - All answers, before they are sent.
 * @csspart foot - The buttons.
 * @csspart send - The button that sends, or goes on.
 * @csspart back - The button to the question before.
 * @csspart cancel - The button that cancels.
 * @csspart change - In the review: the button to a question.
 * @csspart collapse - The button that folds the dialog.
 * @csspart bar - The folded dialog.
 * @csspart answer - The button that opens it again.
 * @csspart notice - What the person should know about the connection.
 * @csspart remedy - Its button.
 * @csspart toast - How far an answer has come: sending, sent.
 * @csspart copy - A button that copies.
 * @csspart load-image - The button that loads an image.
 * @csspart look - The button that unfolds a preview below its option, where there is no room beside the options.
 * @csspart as-text - The button that shows an HTML preview as text, and back.
 * @csspart receipts - What was answered so far.
 * @csspart receipt - What was answered to one ask.
 *
 * @cssprop --ask-user-font - The typeface; otherwise the page's, if it has chosen one.
 * @cssprop --ask-user-font-size - The size of text, to which all other sizes of text keep; otherwise a little smaller than around it.
 * @cssprop --ask-user-font-weight - The weight of text.
 * @cssprop --ask-user-font-weight-strong - The weight of labels and buttons; the question has 100 more.
 * @cssprop --ask-user-line-height - The height of a line, as a number.
 * @cssprop --ask-user-font-mono - The typeface of code.
 * @cssprop --ask-user-surface - The dialog's ground.
 * @cssprop --ask-user-raised - The ground of what stands out of it.
 * @cssprop --ask-user-line - Lines that divide.
 * @cssprop --ask-user-edge - Borders of controls.
 * @cssprop --ask-user-text - Text.
 * @cssprop --ask-user-text-secondary - Text that explains.
 * @cssprop --ask-user-primary - What is chosen, the main button, the focus; otherwise the page's `accent-color`, made readable.
 * @cssprop --ask-user-on-primary - Text on that colour.
 * @cssprop --ask-user-success - Answered.
 * @cssprop --ask-user-warning - Time is short.
 * @cssprop --ask-user-error - Something is missing or wrong.
 * @cssprop --ask-user-backdrop - Over the page, behind a modal dialog.
 * @cssprop --ask-user-shadow - The dialog's shadow.
 * @cssprop --ask-user-radius - Its rounded corners; smaller ones follow.
 * @cssprop --ask-user-space - The unit of distances: the dialog's edges, and how close the options stand.
 * @cssprop --ask-user-button-height - The height of buttons; at least 44 px for fingers.
 * @cssprop --ask-user-focus-ring - The outline of what has the focus.
 * @cssprop --ask-user-duration - How long the dialog takes to appear.
 * @cssprop --ask-user-easing - How it moves meanwhile.
 * @cssprop --ask-user-z-index - The layer of the bar and of the short message after an answer.
 * @cssprop --ask-user-bottom - Between the lower edge of the window and the bar or the toast, while the element's own place is
 *   out of sight and they float.
 * @cssprop --ask-user-width - Width without a preview.
 * @cssprop --ask-user-width-preview - Width with one.
 */
export class AskUser extends Base {
  static observedAttributes = [...attributes, ...READ];
  #widget = null;
  #token = null;
  #lent = null;
  #detach = null;
  /** Asks of the page's own, by id. */
  #asks = new Map();
  /** The page's input that is held now. */
  #held = null;
  /** Whether an answer is waited for. */
  #isWaiting = false;
  /** Follows the page while its input is to be held: it may come, go, or be replaced. */
  #inputs = null;
  #strings = null;
  #spoken = false;
  /** Follows the language of the page, where there are several to choose from. */
  #languages = null;
  /** The WebAssembly is on its way. */
  #starting = null;
  #failures = 0;
  /** Whether the page feeds it by `receive`. */
  #isFed = false;
  /** Says which attributes have a value that nobody knows, once that was loaded. */
  #unknownValues = null;
  /** What calls a person back from elsewhere, once it was needed. */
  #background = null;
  #keeper = null;
  /** What helps when the WebAssembly fails, once that was loaded. */
  #recover = null;

  /**
   * Whether an event is a person's own. A test that makes up events can say otherwise in a subclass of its own.
   * @private
   */
  static isMeant(event) {
    return event.isTrusted;
  }

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    // Nobody answers for a person: what a script made up is heard by nothing in the widget.
    for (const deed of DEEDS) {
      const hear = (event) => {
        if (this.constructor.isMeant(event)) return;
        event.stopImmediatePropagation();
        event.preventDefault();
      };
      root.addEventListener(deed, hear, true);
    }
    // A page may have set them before the element was defined.
    for (const name of ["token", "strings", "notify", "sound"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      try {
        this[name] = value;
      } catch (error) {
        // The element must be there all the same.
        queueMicrotask(() => this.#tell("ask-user-error", { message: error.message.replace("<ask-user> ", "It ") }));
      }
    }
    // What nobody handled is written where a developer looks first.
    this.addEventListener("ask-user-error", (event) => {
      queueMicrotask(() => event.defaultPrevented || console.warn(`<ask-user>: ${event.detail.message}`));
    });
    this.addEventListener("ask-user-ask", ({ detail }) => {
      if (!document.hidden) return;
      this.#background ??= import("./background.js");
      this.#background.then((background) => background.call(this, detail)).catch(() => {});
    });
    this.addEventListener("ask-user-status", ({ detail }) => {
      this.#wait(detail.waitingForUser);
      if (!detail.waitingForUser) this.#isSeen();
    });
    for (const name of ENDS) this.addEventListener(name, ({ detail }) => this.#lent?.forget(detail.questionId));
  }

  connectedCallback() {
    this.#follow();
    if (this.#widget) {
      this.#restage();
      return this.#configure();
    }
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(() => this.#start());
  }

  disconnectedCallback() {
    // Moving an element disconnects and connects it in one go: only one that stays away is over.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#languages?.disconnect();
      for (const ask of this.#asks.values()) ask.withdraw("The element was removed");
      this.#recover?.leave(this);
      if (!this.#widget) return;
      this.#lent?.leave();
      this.#widget.stop();
      this.#widget.free();
      this.#widget = null;
      this.#wait(false);
      this.#isSeen();
    });
  }

  attributeChangedCallback(name) {
    if (name === "for") this.#wait(this.#isWaiting);
    else this.#configure();
    this.#look();
  }

  /**
   * The token for a bridge that wants one: a property only, so that it never stands in the document.
   * @type {string|null}
   */
  get token() {
    return this.#token;
  }

  set token(token) {
    check(token == null || typeof token === "string", "needs a token that is a string, or null");
    this.#token = token ?? null;
    this.#configure();
  }

  /**
   * The words of a language, as the modules of `languages/` have them; or those of several, of which the one is spoken
   * that the nearest `lang` names. English where there is none.
   * @type {Strings | Strings[] | null}
   */
  get strings() {
    return this.#strings;
  }

  set strings(strings) {
    const isRight = Array.isArray(strings) ? strings.every((table) => isTable(table) && table.lang) : isTable(strings ?? {});
    check(isRight, "needs strings that are a language's table, or a list of them, each with its lang");
    this.#strings = strings ?? null;
    this.#follow();
    this.#speak();
  }

  /**
   * The attribute `notify`.
   * @type {boolean}
   */
  get notify() {
    return this.hasAttribute("notify");
  }

  // Frameworks set a property where there is one, and then to the text of the attribute.
  set notify(wanted) {
    this.toggleAttribute("notify", wanted === "" || Boolean(wanted));
  }

  /**
   * The attribute `sound`.
   * @type {boolean}
   */
  get sound() {
    return this.hasAttribute("sound");
  }

  set sound(wanted) {
    this.toggleAttribute("sound", wanted === "" || Boolean(wanted));
  }

  /**
   * Sends a frame of the page's own, an object or its JSON, through the widget's connection; false if there is none.
   * @param {object|string} frame
   * @returns {boolean}
   */
  send(frame) {
    const json = written("send", frame);
    try {
      JSON.parse(json);
    } catch {
      // A bridge may end the connection for it.
      check(false, "send() needs a frame, as an object or its JSON");
    }
    return this.#widget?.send(json) ?? false;
  }

  /**
   * Shares the page's own WebSocket: listens on it and answers through it, and never closes it. After a reconnect the
   * page attaches the new one; an object that reconnects by itself stays attached. `null` lets go of it.
   * @param {WebSocket|null} socket
   * @returns {void}
   */
  attach(socket) {
    const isSocket = typeof socket?.addEventListener === "function" && typeof socket.send === "function";
    check(socket == null || isSocket, "attach() needs a WebSocket, or null");
    this.#letGo(!socket);
    if (!socket) return;
    const lent = this.#lend((json) => socket.send(json), socket.url);
    const hear = {
      // A socket opens once; what opens again is a new connection behind the same object.
      open: () => (lent.isOver ? this.attach(socket) : lent.opened()),
      message: (event) => this.#hear(lent, event.data),
      close: (event) => lent.closed(event.reason ?? ""),
    };
    for (const [name, listener] of Object.entries(hear)) socket.addEventListener(name, listener);
    this.#detach = (isOver) => {
      for (const [name, listener] of Object.entries(hear)) socket.removeEventListener(name, listener);
      if (isOver) lent.release();
      else lent.closed("");
    };
    if (socket.readyState === 1) lent.opened();
    if (socket.readyState > 1) lent.closed("");
  }

  /**
   * Takes a frame of the protocol that came by any way of the page's: an object, or its JSON. What the widget has to say
   * comes as `ask-user-send` events, with the frame as `detail`.
   * @param {object|string} frame
   * @returns {void}
   */
  receive(frame) {
    if (this.#asks.size > 0) throw new Error("<ask-user> has questions of the page's own; use another element for frames");
    const json = written("receive", frame);
    this.#isFed = true;
    this.#take(json);
  }

  /**
   * Asks without any protocol. `input` is `{ questions }`, or the list of questions; resolves with the `detail` of the
   * event that ends it, however it ends: see `outcome` there. Rejects what cannot be asked, with a `TypeError` that names the
   * place (`questions[0].question`), and an element that is not in the document.
   * @param {AskInput|readonly Question[]} input
   * @param {AskOptions} [options]
   * @returns {Promise<EndDetail>}
   */
  async ask(input, options) {
    return this.#ask(input, options, (checked) => checked(input));
  }

  /** Asks. What the page wrote is checked; of what an agent wrote everything is shown that can be. */
  async #ask(input, options, read = () => input) {
    if (this.hasAttribute("url") || this.#detach || this.#isFed) {
      throw new Error("<ask-user> is fed by a bridge; use another element for questions of the page's own");
    }
    const wasThere = this.isConnected;
    const { ask, checked } = await import("./page-ask.js");
    const asked = read(checked);
    const isGone = wasThere && !this.isConnected;
    return ask(this, this.#asks, (frame) => this.#take(JSON.stringify(frame)), asked, options, isGone);
  }

  /**
   * The Claude Agent SDK's `canUseTool`, for the tool `AskUserQuestion`: resolves with its permission result.
   * @param {string} name
   * @param {object} input
   * @param {AskOptions} [options]
   * @returns {Promise<PermissionResult>}
   */
  async canUseTool(name, input, options) {
    return this.#adapt((later, ask) => later.canUseTool(name, input, ask), options);
  }

  /**
   * ACP's `session/request_permission` where it carries a question: its parameters in, its result out.
   * @param {object} request
   * @param {AskOptions} [options]
   * @returns {Promise<RequestPermissionResult>}
   */
  requestPermission(request, options) {
    return this.#adapt((later, ask) => later.adapt("acp-permission", request, ask), options);
  }

  /**
   * `elicitation/create` of ACP or MCP where its form is made of questions: its parameters in, its result out.
   * @param {object} request
   * @param {AskOptions} [options]
   * @returns {Promise<ElicitResult>}
   */
  elicit(request, options) {
    return this.#adapt((later, ask) => later.adapt("elicitation", request, ask), options);
  }

  /** Asks what a request of another protocol asks. `run` is given what reads and writes it, and the way to ask. */
  async #adapt(run, options) {
    const later = await import("./page-ask.js");
    return run(later, async (input) => this.#ask(await input(await load()), options));
  }

  #start() {
    this.#starting ??= this.#begin().finally(() => (this.#starting = null));
  }

  async #begin() {
    if (this.#widget) return;
    try {
      const { create, recover, unknownValues } = await load();
      if (!this.isConnected) return;
      this.#recover = recover;
      this.#unknownValues = unknownValues;
      this.#keeper ??= new recover.Keeper();
      recover.join(this, this.#life);
      this.#widget = recover.guarded(create(this, this.shadowRoot, this.#keeper));
    } catch (error) {
      if (this.#recover && error instanceof WebAssembly.RuntimeError) return this.#recover.fail(error);
      // A server that has no such file may have sent a page instead.
      const hint = /magic word/.test(error) ? "; what came is no WebAssembly, see the README on bundlers" : "";
      const message = `The widget could not be loaded: ${error?.message ?? error}${hint}`;
      for (const ask of this.#asks.values()) ask.abandon(new Error(message));
      this.#tell("ask-user-error", { message });
      return this.#startAgain();
    }
    this.#speak();
    this.#configure();
    this.#lent?.give(this.#widget);
    this.#keeper.isOpen = false;
    this.#look();
  }

  /** Tells of attributes that say what nobody knows; not before the widget is there, when somebody may listen. */
  #look() {
    for (const message of this.#widget ? this.#unknownValues(this) : []) this.#tell("ask-user-error", { message });
  }

  /** For `recover.js`: what this element does when the WebAssembly fails. */
  #life = {
    widget: () => this.#widget,
    fall: (status) => {
      const widget = this.#widget;
      this.#widget = null;
      this.#keeper.isOpen = true;
      this.#lent?.recall();
      this.#tell("ask-user-status", status);
      return widget;
    },
    rise: () => this.#start(),
    say: (key) => this.#table()?.[key],
    tell: (message) => this.#tell("ask-user-error", { message }),
  };

  /** An agent may wait for somebody whose network was away for a moment. */
  #startAgain() {
    const [first, most] = AGAIN;
    const again = () => {
      clearTimeout(timer);
      removeEventListener("online", again);
      if (this.isConnected) this.#start();
    };
    const timer = setTimeout(again, Math.min(first * 2 ** this.#failures++, most));
    addEventListener("online", again);
  }

  /** Where there are languages to choose from, the one that the page changes to is spoken. */
  #follow() {
    this.#languages?.disconnect();
    this.#languages = null;
    if (!Array.isArray(this.#strings) || !this.isConnected) return;
    this.#languages = new MutationObserver(() => this.#speak());
    this.#languages.observe(document, { subtree: true, attributeFilter: ["lang"] });
  }

  /** The words of the page's language, if it gave any. */
  #table() {
    return Array.isArray(this.#strings) ? choose(this.#strings, languageAround(this)) : this.#strings;
  }

  #speak() {
    if (!this.#widget || (!this.#strings && !this.#spoken)) return;
    const table = this.#table();
    this.#spoken = true;
    try {
      // Throws for a name that is none.
      this.#widget.speak(Intl.getCanonicalLocales(table?.lang ?? "")[0] ?? "", table ?? {});
    } catch {
      this.#widget.speak("", table ?? {});
    }
  }

  #configure() {
    const [url, session, receipts, drafts] = attributes.map((name) => this.getAttribute(name) ?? undefined);
    this.#widget?.configure(url, session, this.#token ?? undefined, receipts, drafts);
  }

  #lend(send, url) {
    this.#lent?.leave();
    const refuse = (json) => {
      for (const [id, ask] of this.#asks) if (json.includes(JSON.stringify(id))) ask.refuse();
    };
    // The name of the session, under which drafts are kept; without one they are not. A token in an address may change.
    this.#lent = new Lent(send, this.getAttribute("session") ?? url?.split("?")[0], refuse);
    if (this.#widget) this.#lent.give(this.#widget);
    return this.#lent;
  }

  /** Lets go of the page's socket, for another or for good. */
  #letGo(isOver) {
    if (!this.#detach) return;
    this.#detach(isOver);
    this.#detach = this.#lent = null;
  }

  /** Takes a frame of any way of the page's. Whether it could be read. */
  #take(json) {
    this.#letGo(false);
    // A greeting begins a connection: what was said on the last one may be lost, or another view has had the session.
    const isGreeting = this.#isFed && typeOf(json) === "connected";
    if (!this.#lent || isGreeting) this.#lend((json) => this.#send(json)).opened();
    return this.#hear(this.#lent, json);
  }

  #hear(lent, json) {
    if (typeof json !== "string") return false;
    const isRead = lent.heard(json);
    // Nobody waits for an idle moment while somebody waits for an answer.
    if (!this.#widget && this.isConnected && json.includes("ask_user_question")) this.#start();
    return isRead;
  }

  /** A modal dialog that was moved with its element is open, and no longer modal. */
  #restage() {
    const dialog = this.shadowRoot.querySelector("dialog[open]");
    const isModal = !/^(inline|dock)$/.test(this.getAttribute("presentation"));
    if (!dialog || !isModal || dialog.matches(":modal")) return;
    dialog.close();
    dialog.showModal();
    dialog.querySelector("#title")?.focus();
  }

  #isSeen() {
    this.#background?.then((background) => background.clear(this)).catch(() => {});
  }

  /** A frame on its way out: to the page's own ask, or to the page. */
  #send(json) {
    const frame = JSON.parse(json);
    const ask = this.#asks.get(frame.question_id ?? frame.data?.question_id);
    if (ask) ask.take(frame);
    else this.#tell("ask-user-send", frame);
  }

  #tell(name, detail) {
    const cancelable = name === "ask-user-error";
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  }

  /** Holds the page's input that `for` names while an answer is waited for. */
  #wait(isWaiting) {
    const began = isWaiting && !this.#isWaiting;
    this.#isWaiting = isWaiting;
    this.#inputs?.disconnect();
    this.#inputs = null;
    const id = isWaiting && this.getAttribute("for");
    this.#hold(id);
    if (!id) return;
    this.#inputs = new MutationObserver(() => this.#hold(id));
    this.#inputs.observe(this.getRootNode(), { subtree: true, childList: true, attributeFilter: ["id"] });
    if (began && !this.#held && !this.#find(id)) {
      this.#tell("ask-user-error", { message: `There is no element with the id "${id}" to hold while an answer is waited for` });
    }
  }

  #find(id) {
    return this.getRootNode().getElementById?.(id) ?? null;
  }

  /** Holds the element of this id, and frees the one that was held before; one that the page disabled stays so. */
  #hold(id) {
    const input = id ? this.#find(id) : null;
    if (input === this.#held) return;
    if (this.#held) {
      const others = held.get(this.#held) - 1;
      held.set(this.#held, others);
      if (others === 0) this.#held[lockOf(this.#held)] = false;
      this.#held = null;
    }
    const holders = held.get(input) ?? 0;
    if (input && (holders > 0 || !input[lockOf(input)])) {
      held.set(input, holders + 1);
      input[lockOf(input)] = true;
      this.#held = input;
    }
  }
}
