// The class behind <ask-user>, as a page imports it. WebAssembly cannot subclass HTMLElement, so this does; it knows how a page
// feeds the widget, and nothing else. The widget itself is in the WebAssembly, which is fetched with `controller.js` when the
// browser is idle or when the first question comes.

import { check, checkStrings, frameText } from "./checks.js";
import { AttachedSocket } from "./feed/attached-socket.js";
import { ReceivedFrames } from "./feed/received-frames.js";
import { Host } from "./host.js";
import { ATTRIBUTES, reflect, REFLECTED } from "./properties.js";

export { load, provide } from "./load.js";

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

/**
 * The dialog with which AI agents ask people.
 *
 * This comment is the element's contract: the manifest is made of it, and the tests of the npm package hold it against the
 * code, the types, the README and docs/reference.md.
 *
 * @tagname ask-user
 *
 * @attr {string} url - Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`.
 * @attr {string} session - Name of the session, added to the address.
 * @attr {string} composer - Id of the chat's own input, which is disabled while an answer is waited for (or inert, if it is an editor).
 * @attr {"modal"|"inline"|"dock"} [presentation=modal] - `inline`: in the element's place, as part of the transcript;
 *   `dock`: there too, never higher than 60 % of the window; otherwise a modal dialog. Read when a question opens.
 * @attr {"page"|"light"|"dark"|"system"} [theme=page] - `page`: as the page's `color-scheme` says; `system`: as the system is set.
 * @attr {"markdown"|"html"|"auto"} [preview-format=markdown] - What options' previews are written in: `html` is shown in a
 *   sandbox, `auto` takes for HTML what begins with a tag.
 * @attr {"on"|"off"} [receipts=on] - `off`: the page shows what was answered by itself; otherwise the element does, in its place.
 * @attr {"on"|"off"} [drafts=on] - `off`: nothing is stored for a reload; otherwise what is chosen, typed and decided is, in the
 *   tab's `sessionStorage`.
 * @attr {"on"|"off"} [shortcuts=on] - `off`: digits, letters and Ctrl+Enter do nothing, for pages whose own shortcuts would clash.
 *   Read when a question opens.
 * @attr {"on"|"off"} [images=off] - `on`: a person may have the images of markdown previews loaded, one by one; otherwise they are
 *   named.
 * @attr {"on"|"off"} [notify=off] - `on`: while the page is in the background, a question calls by a notification, if the page has
 *   the permission.
 * @attr {"on"|"off"} [sound=off] - `on`: while the page is in the background, a question calls by two short notes.
 * @attr {"on"|"off"} [verbose=off] - `on`: each frame is logged by `console.debug`: direction, type, id and length, and never what
 *   it says.
 *
 * @prop {string} url - The attribute `url`.
 * @prop {string} session - The attribute `session`.
 * @prop {string} composer - The attribute `composer`.
 * @prop {"modal"|"inline"|"dock"} presentation - The attribute `presentation`.
 * @prop {"page"|"light"|"dark"|"system"} theme - The attribute `theme`.
 * @prop {"markdown"|"html"|"auto"} previewFormat - The attribute `preview-format`.
 * @prop {boolean} receipts - The attribute `receipts`.
 * @prop {boolean} drafts - The attribute `drafts`.
 * @prop {boolean} shortcuts - The attribute `shortcuts`.
 * @prop {boolean} images - The attribute `images`.
 * @prop {boolean} notify - The attribute `notify`.
 * @prop {boolean} sound - The attribute `sound`.
 * @prop {boolean} verbose - The attribute `verbose`.
 *
 * @fires {CustomEvent<QuestionDetail>} ask-user-question - The agent asks. With `preventDefault()` the page shows the question
 *   itself, and the element nothing.
 * @fires {CustomEvent<ApprovalDetail>} ask-user-approval - The agent asks whether it may use a tool. With `preventDefault()` the
 *   page shows that itself, and the element nothing.
 * @fires {CustomEvent<FormDetail>} ask-user-form - A form is to be filled in, or an address opened. With `preventDefault()` the page
 *   shows that itself, and the element nothing.
 * @fires {CustomEvent<EndDetail>} ask-user-answer - The person has answered, or has allowed or denied the use of a tool, and it is
 *   on its way.
 * @fires {CustomEvent<EndDetail>} ask-user-cancel - The person has cancelled.
 * @fires {CustomEvent<EndDetail>} ask-user-timeout - The time was up.
 * @fires {CustomEvent<EndDetail>} ask-user-end - An ask is over, however it ended: see `outcome`. Follows the three above.
 * @fires {CustomEvent<SessionDetail>} ask-user-session - The bridge has named a session that was begun with `session="new"`.
 * @fires {CustomEvent<StatusDetail>} ask-user-status - The connection, or what is waited for, has changed.
 * @fires {CustomEvent<Frame>} ask-user-frame-in - A frame came in that is the page's, on the element's own socket.
 * @fires {CustomEvent<Frame>} ask-user-frame-out - After `receive`: the widget has a frame for the bridge.
 * @fires {CustomEvent<ErrorDetail>} ask-user-error - Something is wrong that the developer should know. Written to the
 *   console too, unless a listener calls `preventDefault()`.
 *
 * @cssstate waiting - The agent waits for this person, where the browser knows such states.
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
 * @csspart other - The row of "Other", for the person's own answer; an `option` too.
 * @csspart badge - "Recommended".
 * @csspart field - The text field for the person's own answer.
 * @csspart add-as-note - The button that moves a text which an option has replaced into the note.
 * @csspart notes - The field for a note.
 * @csspart preview - The preview of an option.
 * @csspart review - All answers, before they are sent.
 * @csspart foot - The buttons.
 * @csspart send - The button that sends, or goes on.
 * @csspart back - The button to the question before.
 * @csspart cancel - The button that cancels.
 * @csspart change - In the review: the button to a question.
 * @csspart minimize - The button that minimizes the dialog.
 * @csspart queued - How many asks wait behind this one.
 * @csspart bar - What is shown instead of a minimized dialog.
 * @csspart answer - The button that opens it again.
 * @csspart notice - What the person should know about the connection.
 * @csspart remedy - Its button.
 * @csspart toast - How far an answer has come: sending, sent.
 * @csspart copy - A button that copies.
 * @csspart load-image - The button that loads an image.
 * @csspart look - The button that shows a preview below its option, where there is no room beside the options.
 * @csspart as-text - The button that shows an HTML preview as text, and back.
 * @csspart approval - The card of an approval.
 * @csspart warning - What is said above it, or above a form, to be careful.
 * @csspart fact - One line of the card: a name and a value.
 * @csspart section - One part of the card that has several lines.
 * @csspart text - A command or another text, character by character.
 * @csspart diff - A change of a file.
 * @csspart approval-unfold - The button that shows folded lines of a change.
 * @csspart raw - The request as JSON.
 * @csspart edit - The button that lets the person change what would be done.
 * @csspart undo-edit - The button that takes the change back.
 * @csspart always - The button to what "always" would keep.
 * @csspart offer - One thing that can be decided there, in the agent's words.
 * @csspart allow - The button that allows; a `send` too.
 * @csspart read-on - The button that scrolls on to what has to be read before it can be allowed.
 * @csspart deny - The button that denies.
 * @csspart stop - The button that denies and stops the agent.
 * @csspart queue - The button that says which of several approvals this is, and leads to the list of them.
 * @csspart queue-list - The list of approvals that wait.
 * @csspart queue-row - One approval of the list.
 * @csspart show-first - The button that shows an approval of the list first.
 * @csspart deny-all - The button to the page on which all listed approvals can be denied.
 * @csspart deny-listed - The button that denies all listed approvals.
 * @csspart retry - The button that tries again to load what shows a request.
 * @csspart asker - Who wants a form to be filled in.
 * @csspart form-field - One field of a form, with its label and its error.
 * @csspart required - That a field has to be filled in.
 * @csspart error - What is wrong with what is in a field.
 * @csspart clear - The button that takes a choice back.
 * @csspart address - The link to an address that the person is to open.
 * @csspart decline - The button that says no to a form.
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
  static observedAttributes = ATTRIBUTES;
  #host = new Host(this);
  #token = null;
  #strings = null;

  /**
   * Whether the widget takes this event: by default only one that a person has caused. A test whose library makes up events
   * says otherwise in a subclass.
   * @private
   */
  static acceptsEvent(event) {
    return event.isTrusted;
  }

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    // A page may have set them before the element was defined.
    for (const name of ["token", "strings", ...REFLECTED]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      try {
        this[name] = value;
      } catch (error) {
        // The element must be there all the same.
        const message = error.message.replace("<ask-user> ", "It ");
        queueMicrotask(() => this.#host.dispatch("ask-user-error", { code: "invalid-property", message }));
      }
    }
    // What nobody handled is written where a developer looks first.
    this.addEventListener("ask-user-error", (event) => {
      queueMicrotask(() => event.defaultPrevented || console.warn(`<ask-user>: ${event.detail.message}`));
    });
    // Before any listener of the page, which may stop them.
    for (const name of ["question", "approval", "form", "status", "end"]) {
      this.addEventListener(`ask-user-${name}`, (event) => this.#host.controller?.onEvent(event));
    }
  }

  connectedCallback() {
    if (this.#host.controller) return this.#host.controller.moved();
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(() => this.#host.start());
  }

  disconnectedCallback() {
    // Moving an element disconnects and connects it in one go: only one that stays away is over.
    queueMicrotask(() => {
      if (!this.isConnected) this.#host.stop();
    });
  }

  attributeChangedCallback(name) {
    this.#host.controller?.configure(name);
  }

  /**
   * The token for a bridge that wants one, or a function that gives it, or a promise of it, before each connection: a property
   * only, so that it never stands in the document.
   * @type {string|TokenSource|null}
   */
  get token() {
    return this.#token;
  }

  set token(token) {
    const isToken = token == null || typeof token === "string" || typeof token === "function";
    check(isToken, "needs a token that is a string or a function");
    this.#token = token ?? null;
    this.#host.controller?.configure();
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
    checkStrings(strings);
    this.#strings = strings ?? null;
    this.#host.controller?.setLanguage();
  }

  /**
   * How the connection is.
   * @type {Connection}
   * @readonly
   */
  get connection() {
    return this.#host.status.connection;
  }

  /**
   * Whether the agent waits for this person; in CSS `:state(waiting)`.
   * @type {boolean}
   * @readonly
   */
  get waiting() {
    return this.#host.status.waitingForUser;
  }

  /**
   * The question that is waited for, as `ask-user-question` described it; `null` if there is none.
   * @type {QuestionDetail|null}
   * @readonly
   */
  get question() {
    return this.#host.pending("question");
  }

  /**
   * The approval that is waited for, as `ask-user-approval` described it; `null` if there is none.
   * @type {ApprovalDetail|null}
   * @readonly
   */
  get approval() {
    return this.#host.pending("approval");
  }

  /**
   * The form that is waited for, as `ask-user-form` described it; `null` if there is none.
   * @type {FormDetail|null}
   * @readonly
   */
  get form() {
    return this.#host.pending("form");
  }

  /**
   * Minimizes the question to a bar.
   * @returns {void}
   */
  minimize() {
    this.#host.widget?.setMinimized(true);
  }

  /**
   * Opens the question again.
   * @returns {void}
   */
  expand() {
    this.#host.widget?.setMinimized(false);
  }

  /**
   * Puts the focus on the question, or on the bar to which it is minimized.
   * @param {FocusOptions} [options]
   * @returns {void}
   */
  focus(options) {
    const place = this.#host.controller?.placeOfFocus;
    if (place) place.focus(options);
    else super.focus(options);
  }

  /**
   * Ends a question or an approval without a decision, with the outcome `withdrawn`. Nothing is sent to the bridge.
   * @param {string} questionId
   * @returns {void}
   */
  withdraw(questionId) {
    const own = this.#host.feed?.questions?.get(questionId);
    if (own) own.withdraw();
    else this.#host.widget?.withdraw(String(questionId));
  }

  /**
   * Removes all receipts.
   * @returns {void}
   */
  clearReceipts() {
    this.#host.widget?.clearReceipts();
  }

  /**
   * Sends a frame of the page's own, an object or its JSON, through the widget's connection; false if there is none.
   * @param {object|string} frame
   * @returns {boolean}
   */
  sendFrame(frame) {
    const json = frameText("sendFrame", frame, JSON.parse);
    return this.#host.widget?.sendFrame(json) ?? false;
  }

  /**
   * Shares the page's own WebSocket: listens on it and answers through it, and never closes it. After a reconnect the
   * page attaches the new one; an object that reconnects by itself stays attached. `null` detaches it.
   * @param {WebSocket|null} socket
   * @returns {void}
   */
  attach(socket) {
    const isSocket = typeof socket?.addEventListener === "function" && typeof socket.send === "function";
    check(socket == null || isSocket, "attach() needs a WebSocket, or null");
    if (socket) this.#host.feedBy(AttachedSocket, socket);
    else if (this.#host.feed instanceof AttachedSocket) this.#host.feedBy(null);
  }

  /**
   * Takes a frame of the protocol that came by any way of the page's: an object, or its JSON. What the widget has to send
   * comes as `ask-user-frame-out` events, with the frame as `detail`.
   * @param {object|string} frame
   * @returns {void}
   */
  receive(frame) {
    if (this.#host.feed?.questions?.size) throw new Error("<ask-user> has questions of the page's own; use another element for frames");
    const json = frameText("receive", frame);
    if (!(this.#host.feed instanceof ReceivedFrames)) this.#host.feedBy(ReceivedFrames);
    this.#host.feed.receive(json);
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
    return this.#host.ask(options, (checked) => checked(input));
  }

  /**
   * The Claude Agent SDK's callback `canUseTool`, for every tool: `AskUserQuestion` is a question, any other tool an approval.
   * Resolves with the permission result. It is bound: `query({ canUseTool: element.canUseTool })`.
   * @type {CanUseTool}
   * @readonly
   */
  get canUseTool() {
    return this.#host.adapter("canUseTool");
  }

  /**
   * ACP's `session/request_permission`: its parameters in, its result out. It is bound.
   * @type {RequestPermission}
   * @readonly
   */
  get requestPermission() {
    return this.#host.adapter("requestPermission");
  }

  /**
   * `elicitation/create` of ACP or MCP, a form or an address to be opened: its parameters in, its result out. It is bound.
   * @type {Elicit}
   * @readonly
   */
  get elicit() {
    return this.#host.adapter("elicit");
  }
}

reflect(AskUser.prototype);
