// The page's own WebSocket, which the widget shares and never closes.

import { Feed } from "./feed.js";

export class AttachedSocket extends Feed {
  #socket;
  #listeners = {
    // A socket opens once; what opens again is a new connection behind the same object.
    open: () => {
      if (this.state === "closed") this.connect();
      this.opened();
    },
    message: ({ data }) => typeof data === "string" && this.receive(data),
    close: ({ reason }) => this.closed(reason),
  };

  constructor(host, socket) {
    super(host, socket.url);
    this.#socket = socket;
    for (const name in this.#listeners) socket.addEventListener(name, this.#listeners[name]);
    this.connect();
    if (socket.readyState === 1) this.opened();
    if (socket.readyState > 1) this.closed();
  }

  send(json) {
    this.#socket.send(json);
  }

  end(isFinal) {
    for (const name in this.#listeners) this.#socket.removeEventListener(name, this.#listeners[name]);
    super.end(isFinal);
  }
}
