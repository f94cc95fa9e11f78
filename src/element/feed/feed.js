// What all ways have in common by which a page carries a connection for the widget.

/** The most frames that wait for a widget that is not there yet. If a page never shows its widget, the oldest are dropped. */
const MOST_EARLY = 200;

/** The widget reads no longer frames. */
const LONGEST = 2 ** 20;

/** The value of a frame, or its text if that is too long or no JSON: the widget says what is wrong with it. */
function parse(json) {
  if (json.length > LONGEST) return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Whether the widget needs a frame of this type. A beat that came before the widget proves nothing any more. */
const isNeeded = (type) => /^(ask_user_(?!beat$)|permission_|elicitation_|session_|connected$)/.test(type);

/** Whether an agent waits for a person since a frame of this type. */
const isRequest = (type) => ["ask_user_question", "permission_request", "elicitation_request"].includes(type);

/** A connection that the page carries, and the next ones after it. There may be no widget yet. */
export class Feed {
  #widget = null;
  /** The frames that came before the widget was there. */
  #early = [];
  /** The last greeting and the questions that are not over, in case another widget has to take over; by id. */
  #open = new Map();
  /** How the connection is: `connecting`, `open` or `closed`; nothing before the first. */
  state = null;
  #reason = "";

  /** `host` is the element; `url` is the address of the connection, if it has one. */
  constructor(host, url) {
    this.host = host;
    this.url = url;
  }

  /** Begins a connection. */
  connect() {
    this.state = "connecting";
    this.#early = [];
    this.#open.clear();
    this.#attach();
  }

  #attach() {
    // Drafts are stored under the name of the session, and without one they are not. A token in an address may change.
    const name = this.host.element.getAttribute("session") ?? this.url?.split("?")[0];
    this.#widget?.attach((json) => this.send(json), name);
  }

  /** There is a widget: it gets everything so far, and everything from now on. */
  attachWidget(widget) {
    this.#widget = widget;
    if (!this.state) return;
    this.#attach();
    if (this.state !== "connecting") widget.opened();
    for (const frame of this.#early.splice(0)) if (!this.#deliver(frame)) this.refused?.(frame);
    if (this.state === "closed") widget.closed(this.#reason);
  }

  /** The widget is gone; another may come. */
  detachWidget() {
    this.#widget = null;
  }

  /** The widget has failed: the next one gets again what it has to know. */
  rewind() {
    this.detachWidget();
    this.#early = [...this.#open.values(), ...this.#early];
    this.#open.clear();
  }

  opened() {
    this.state = "open";
    this.#widget?.opened();
  }

  closed(reason) {
    this.state = "closed";
    this.#reason = reason ?? "";
    this.#widget?.closed(this.#reason);
  }

  /** Takes the text of a frame. Returns whether it could be read, as far as is known. */
  receive(json) {
    const frame = parse(json);
    this.arrives?.(frame?.type);
    if (this.#widget) return this.#deliver(frame);
    // Nobody waits for an idle moment while somebody waits for an answer.
    if (isRequest(frame?.type)) this.host.start();
    if (json.length > LONGEST) return false;
    if ((frame === json || isNeeded(frame?.type)) && this.#early.push(frame) > MOST_EARLY) this.#early.shift();
    return true;
  }

  #deliver(frame) {
    const { type, question_id, request_id = question_id } = frame ?? {};
    const id = type === "connected" ? type : isRequest(type) && `#${request_id}`;
    if (id) this.#open.set(id, frame);
    // A widget that fails returns nothing, and has not refused it.
    const isRead = this.#widget.receive(frame) ?? true;
    if (!isRead) this.#open.delete(id);
    return isRead;
  }

  /** This question is over. */
  forget(id) {
    this.#open.delete(`#${id}`);
  }

  /** The page has given up this way, for another one or, if it `isFinal`, for none. */
  end(isFinal) {
    this.closed();
    if (isFinal) this.#widget?.detach();
    this.detachWidget();
  }

  // Each way has `send`, which sends a frame of the widget's. It may have these too: `arrives`, a frame of this type has come and is
  // about to be delivered; `refused`, the widget could not read a frame that had come before it; `failed`, the widget could not be
  // loaded; `removed`, the element was removed from the document.
}
