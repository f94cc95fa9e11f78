// The class behind <ask-user>, as a page imports it. WebAssembly cannot subclass HTMLElement, so this does; it knows how
// a page feeds the widget, and nothing else. The widget itself is in the WebAssembly, which is fetched when the browser
// is idle or when the first question comes.

import { Lent } from "./lent.js";

const attributes = ["url", "session", "receipts", "drafts"];

/** What a person does. */
const DEEDS = ["click", "pointerdown", "keydown", "input", "change"];

/** The WebAssembly, once for all elements of the page. */
let core = null;

/** The page's inputs that are held, each by how many elements. */
const held = new WeakMap();

/**
 * Fetches the WebAssembly now. `source` is where it is, if not beside this file: an address, a response, bytes, or a
 * compiled module. The first call decides.
 * @param {WebAssemblySource} [source]
 * @returns {Promise<unknown>}
 */
export function load(source) {
  core ??= import("./ask-user-widget.js")
    .then(async (glue) => {
      await glue.default(source === undefined ? undefined : { module_or_path: source });
      return glue;
    })
    .catch((error) => {
      core = null;
      throw error;
    });
  return core;
}

/**
 * Takes the WebAssembly from somebody who has it already: the exports of wasm-bindgen's module.
 * @param {unknown} exports
 * @returns {void}
 */
export function provide(exports) {
  core = Promise.resolve(exports);
}

/**
 * Makes the page know `<ask-user>`, unless it does already; on a server it does nothing.
 * @param {string} [name]
 * @param {typeof AskUser} [type] - A subclass, for example of a test.
 * @returns {void}
 */
export function define(name = "ask-user", type = AskUser) {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, type);
}

// On a server there is no HTMLElement: importing this must do nothing there.
const Base = globalThis.HTMLElement ?? class {};

/** The table for this language among several: its own, or one of the same family. */
function choose(tables, wanted) {
  const family = (name) => name.split("-")[0].toLowerCase();
  const exact = tables.find(({ lang }) => lang.toLowerCase() === wanted.toLowerCase());
  return exact ?? tables.find(({ lang }) => family(lang) === family(wanted));
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
 * @attr {string} for - Id of the chat's own input, which is disabled while an answer is waited for.
 * @attr {"none"} receipts - `none`: the page shows what was answered by itself; otherwise the element does, in its place.
 * @attr {"modal"|"inline"|"dock"} [presentation=modal] - `inline`: in the element's place, as part of the transcript;
 *   `dock`: there too, never higher than 60 % of the window; otherwise a modal dialog. Read when a question opens.
 * @attr {"off"} shortcuts - `off`: digits, letters and Ctrl+Enter do nothing, for pages whose own shortcuts would clash. Read
 *   when a question opens.
 * @attr {"off"} drafts - `off`: nothing is kept for a reload; otherwise what is chosen, typed and decided is, in the tab's
 *   `sessionStorage`.
 * @attr {"markdown"|"html"|"auto"} [preview-format=markdown] - What options' previews are written in: `html` is shown in a
 *   sandbox, `auto` takes for HTML what begins with a tag.
 * @attr {boolean} notify - While the page is in the background, a question calls by a notification, if the page has the
 *   permission.
 * @attr {boolean} sound - While the page is in the background, a question calls by two short notes.
 * @attr {"light"|"dark"} theme - Otherwise as the system is set.
 *
 * @fires {CustomEvent<AskDetail>} ask-user-ask - The agent asks.
 * @fires {CustomEvent<EndDetail>} ask-user-answer - The person has answered, and it is on its way.
 * @fires {CustomEvent<EndDetail>} ask-user-cancel - The person has cancelled.
 * @fires {CustomEvent<EndDetail>} ask-user-timeout - The time was up.
 * @fires {CustomEvent<EndDetail>} ask-user-end - Withdrawn, or answered elsewhere.
 * @fires {CustomEvent<StatusDetail>} ask-user-status - The connection, or what is waited for, has changed.
 * @fires {CustomEvent<Frame>} ask-user-message - A frame came that is the page's, on the element's own socket.
 * @fires {CustomEvent<Frame>} ask-user-send - After `receive`: the widget has a frame for the bridge.
 * @fires {CustomEvent<ErrorDetail>} ask-user-error - Something is wrong that the developer should know.
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
 * @csspart as-text - The button that shows an HTML preview as text, and back.
 * @csspart receipts - What was answered so far.
 * @csspart receipt - What was answered to one ask.
 *
 * @cssprop --ask-user-font - The typeface.
 * @cssprop --ask-user-font-mono - The typeface of code.
 * @cssprop --ask-user-surface - The dialog's ground.
 * @cssprop --ask-user-raised - The ground of what stands out of it.
 * @cssprop --ask-user-line - Lines that divide.
 * @cssprop --ask-user-edge - Borders of controls.
 * @cssprop --ask-user-text - Text.
 * @cssprop --ask-user-text-secondary - Text that explains.
 * @cssprop --ask-user-primary - What is chosen, the main button, the focus.
 * @cssprop --ask-user-on-primary - Text on that colour.
 * @cssprop --ask-user-success - Answered.
 * @cssprop --ask-user-warning - Time is short.
 * @cssprop --ask-user-error - Something is missing or wrong.
 * @cssprop --ask-user-backdrop - Over the page, behind a modal dialog.
 * @cssprop --ask-user-shadow - The dialog's shadow.
 * @cssprop --ask-user-radius - Its rounded corners; smaller ones follow.
 * @cssprop --ask-user-space - The unit of distances.
 * @cssprop --ask-user-bottom - Between the bar and the lower edge of the window, so that it clears a composer.
 * @cssprop --ask-user-width - Width without a preview.
 * @cssprop --ask-user-width-preview - Width with one.
 */
export class AskUser extends Base {
  static observedAttributes = [...attributes, "for", "preview-format"];
  #widget = null;
  #token = null;
  #lent = null;
  #detach = null;
  /** Asks of the page's own, by id. */
  #asks = new Map();
  /** The page's input that is held now. */
  #held = null;
  #strings = null;
  #spoken = false;
  /** How the connection is. */
  #connection = "closed";
  /** What calls a person back from elsewhere, once it was needed. */
  #background = null;

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
    for (const name of ["token", "strings"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.addEventListener("ask-user-ask", ({ detail }) => {
      if (!document.hidden) return;
      this.#background ??= import("./background.js");
      this.#background.then((background) => background.call(this, detail)).catch(() => {});
    });
    this.addEventListener("ask-user-status", ({ detail }) => {
      this.#connection = detail.connection;
      this.#hold(detail.waitingForUser);
      if (!detail.waitingForUser) this.#isSeen();
    });
  }

  connectedCallback() {
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
      for (const ask of this.#asks.values()) ask.end("withdrawn", "The element was removed");
      if (!this.#widget) return;
      this.#lent?.leave();
      this.#widget.stop();
      this.#widget.free();
      this.#widget = null;
      this.#hold(false);
      this.#isSeen();
    });
  }

  attributeChangedCallback(name) {
    if (name === "for") this.#hold(this.#held !== null);
    else this.#configure();
  }

  /**
   * The token for a bridge that wants one: a property only, so that it never stands in the document.
   * @type {string|null}
   */
  get token() {
    return this.#token;
  }

  set token(token) {
    this.#token = token == null ? null : String(token);
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
    this.#strings = strings ?? null;
    this.#speak();
  }

  /**
   * Sends a frame of the page's own through the widget's connection; false if there is none.
   * @param {Frame} frame
   * @returns {boolean}
   */
  send(frame) {
    return this.#widget?.send(JSON.stringify(frame)) ?? false;
  }

  /**
   * Shares the page's own WebSocket: listens on it and answers through it, and never closes it. After a reconnect the
   * page attaches the new one. `null` lets go of it.
   * @param {WebSocket|null} socket
   * @returns {void}
   */
  attach(socket) {
    this.#letGo(!socket);
    if (!socket) return;
    const lent = this.#lend((json) => socket.send(json), socket.url);
    const hear = {
      open: () => lent.opened(),
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
   * @param {Frame|string} frame
   * @returns {void}
   */
  receive(frame) {
    this.#take(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  /**
   * Asks without any protocol. `input` is `{ questions }`, or the list of questions; resolves with the `detail` of the
   * event that ends it, however it ends: see `outcome` there.
   * @param {AskInput|Question[]} input
   * @param {AskOptions} [options]
   * @returns {Promise<EndDetail>}
   */
  async ask(input, options) {
    if (this.hasAttribute("url") || this.#detach) {
      throw new Error("<ask-user> is fed by a bridge; use another element for questions of the page's own");
    }
    const { ask } = await import("./page-ask.js");
    return ask(this, this.#asks, (frame) => this.#take(JSON.stringify(frame)), input, options);
  }

  /**
   * The Claude Agent SDK's `canUseTool`, for the tool `AskUserQuestion`: resolves with its permission result.
   * @param {string} name
   * @param {Record<string, unknown>} input
   * @param {AskOptions} [options]
   * @returns {Promise<PermissionResult>}
   */
  async canUseTool(name, input, options = {}) {
    if (name !== "AskUserQuestion") throw new Error(`<ask-user> asks for AskUserQuestion only, not for ${name}`);
    const result = await this.#adapt("can-use-tool", input, options);
    if (!result.updatedInput) return result;
    const { answers, annotations, response } = result.updatedInput;
    // The page's own input, so that nothing of it is written anew.
    const said = Object.entries({ answers, annotations, response }).filter(([, value]) => value !== undefined);
    return { behavior: "allow", updatedInput: { ...input, ...Object.fromEntries(said) } };
  }

  /**
   * ACP's `session/request_permission` where it carries a question: its parameters in, its result out.
   * @param {Record<string, unknown>} request
   * @param {AskOptions} [options]
   * @returns {Promise<Record<string, unknown>>}
   */
  requestPermission(request, options) {
    return this.#adapt("acp-permission", request, options);
  }

  /**
   * `elicitation/create` of ACP or MCP where its form is made of questions: its parameters in, its result out.
   * @param {Record<string, unknown>} request
   * @param {AskOptions} [options]
   * @returns {Promise<Record<string, unknown>>}
   */
  elicit(request, options) {
    return this.#adapt("elicitation", request, options);
  }

  async #adapt(name, request, options) {
    const { adapt, adaptResult } = await load();
    let input;
    try {
      input = JSON.parse(adapt(name, request));
    } catch (reason) {
      throw new Error(String(reason));
    }
    return JSON.parse(adaptResult(name, request, await this.ask(input, options)));
  }

  async #start() {
    if (this.#widget) return;
    try {
      const { create } = await load();
      if (this.#widget || !this.isConnected) return;
      this.#widget = create(this, this.shadowRoot);
    } catch (error) {
      const message = `The widget could not be loaded: ${error?.message ?? error}`;
      for (const ask of this.#asks.values()) ask.fail(new Error(message));
      return this.#tell("ask-user-error", { message });
    }
    this.#speak();
    this.#configure();
    this.#lent?.give(this.#widget);
  }

  #speak() {
    if (!this.#widget || (!this.#strings && !this.#spoken)) return;
    const wanted = this.closest("[lang]")?.lang || navigator.language;
    const table = Array.isArray(this.#strings) ? choose(this.#strings, wanted) : this.#strings;
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
    const refuse = (json) => this.#asks.get(JSON.parse(json).question_id)?.refuse();
    // Under this name drafts are kept; without one they are not.
    this.#lent = new Lent(send, this.getAttribute("session") ?? url, refuse);
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
    // Where another view has the session, it takes a new greeting to have it back.
    const isBack = this.#connection === "taken" && /"type"\s*:\s*"connected"/.test(json);
    if (!this.#lent || isBack) this.#lend((json) => this.#send(json)).opened();
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
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Holds the page's input that `for` names while an answer is waited for; one that the page disabled stays so. */
  #hold(wanted) {
    const id = this.getAttribute("for");
    const input = wanted && id ? this.getRootNode().getElementById?.(id) : null;
    if (input === this.#held) return;
    if (this.#held) {
      const others = held.get(this.#held) - 1;
      held.set(this.#held, others);
      if (others === 0) this.#held.disabled = false;
      this.#held = null;
    }
    const holders = held.get(input) ?? 0;
    if (input && (holders > 0 || !input.disabled)) {
      held.set(input, holders + 1);
      input.disabled = true;
      this.#held = input;
    }
  }
}
