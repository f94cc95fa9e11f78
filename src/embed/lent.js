// A connection of the page's own, which the widget shares.

/** Frames that the widget must have heard, also those that came before it was there. */
const OURS = /"type"\s*:\s*"(ask_user_(?!beat)|session_|connected")/;

/** So many of them are kept; of a page that never shows its widget, the oldest go. */
const EARLY = 200;

/** Longer ones the widget would not read. */
const LONGEST = 2 ** 20;

/** The question of a frame. */
function questionOf(json) {
  try {
    return `#${JSON.parse(json).question_id}`;
  } catch {
    return "";
  }
}

/** A connection of the page's, lent to the widget, also while there is no widget yet. */
export class Lent {
  #widget = null;
  #early = [];
  /** The last greeting and the questions that are not over, in case another widget has to take over. */
  #asked = new Map();
  #state = "connecting";
  #reason = "";

  /** `refuse` hears of an early frame that could not be read. */
  constructor(send, name, refuse) {
    this.send = send;
    this.name = name;
    this.refuse = refuse;
  }

  /** Everything so far, and from now on. */
  give(widget) {
    this.#widget = widget;
    widget.lend(this.send, this.name);
    if (this.#state !== "connecting") widget.opened();
    for (const json of this.#early.splice(0)) if (!this.#tell(json)) this.refuse(json);
    if (this.#state === "closed") widget.closed(this.#reason);
  }

  /** Whether it was closed: a connection ends once. */
  get isOver() {
    return this.#state === "closed";
  }

  opened() {
    this.#state = "open";
    this.#widget?.opened();
  }

  /** Whether it could be read, as far as anybody knows. */
  heard(json) {
    if (this.#widget) return this.#tell(json);
    if (json.length > LONGEST) return false;
    if (OURS.test(json) && this.#early.push(json) > EARLY) this.#early.shift();
    return true;
  }

  /** A widget that fails returns nothing, and has not refused it. */
  #tell(json) {
    const [, type] = json.length > LONGEST ? [] : (json.match(/"type"\s*:\s*"(ask_user_question|connected)"/) ?? []);
    const id = type === "connected" ? type : type && questionOf(json);
    if (id) this.#asked.set(id, json);
    const isRead = this.#widget.heard(json) ?? true;
    if (!isRead) this.#asked.delete(id);
    return isRead;
  }

  /** This question is over. */
  forget(id) {
    this.#asked.delete(`#${id}`);
  }

  /** The widget has failed: the next one hears what it has to know. */
  recall() {
    this.leave();
    this.#early = [...this.#asked.values(), ...this.#early];
    this.#asked.clear();
  }

  closed(reason) {
    this.#state = "closed";
    this.#reason = reason;
    this.#widget?.closed(reason);
  }

  /** The page has let go of it. */
  release() {
    this.closed("");
    this.#widget?.release();
  }

  /** The widget is gone; another may come. */
  leave() {
    this.#widget = null;
  }
}
