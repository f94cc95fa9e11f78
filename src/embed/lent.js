// A connection of the page's own, which the widget shares.

/** Frames that the widget must have heard, also those that came before it was there. */
const OURS = /"type"\s*:\s*"(ask_user_|session_|connected")/;

/** A connection of the page's, lent to the widget, also while there is no widget yet. */
export class Lent {
  #widget = null;
  #early = [];
  #state = "connecting";
  #reason = "";

  constructor(send, name) {
    this.send = send;
    this.name = name;
  }

  /** Everything so far, and from now on. */
  give(widget) {
    this.#widget = widget;
    widget.lend(this.send, this.name);
    if (this.#state !== "connecting") widget.opened();
    for (const json of this.#early.splice(0)) widget.heard(json);
    if (this.#state === "closed") widget.closed(this.#reason);
  }

  opened() {
    this.#state = "open";
    this.#widget?.opened();
  }

  heard(json) {
    if (this.#widget) this.#widget.heard(json);
    else if (OURS.test(json)) this.#early.push(json);
  }

  closed(reason) {
    this.#state = "closed";
    this.#reason = reason;
    this.#widget?.closed(reason);
  }

  /** The widget is gone; another may come. */
  leave() {
    this.#widget = null;
  }
}
