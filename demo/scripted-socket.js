// A socket that plays a script instead of reaching a bridge: what the page would attach, without a network.

export class ScriptedSocket extends EventTarget {
  readyState = WebSocket.CONNECTING;
  /** Frames that the widget sent. */
  sent = [];

  /** It opens, and the bridge says what it can do. */
  open(...capabilities) {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
    this.tell({ type: "connected", connection_id: "gallery", capabilities });
    return this;
  }

  tell(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  send(json) {
    this.sent.push(JSON.parse(json));
  }

  /** The network drops it. */
  drop() {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new CloseEvent("close"));
  }
}
