// Frames that the page hands over by `receive()`, by whatever way they came; `ask-user-frame-out` is the way back.

import { Feed } from "./feed.js";

export class ReceivedFrames extends Feed {
  // A greeting begins a connection: what was sent on the last one may be lost, or another view has had the session.
  arrives(type) {
    if (this.state && type !== "connected") return;
    this.connect();
    this.opened();
  }

  send(json) {
    this.host.dispatch("ask-user-frame-out", JSON.parse(json));
  }
}
