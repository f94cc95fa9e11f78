// A network link between the page and the bridge, with every fault that a link can have.
//
// Cut: both ends see it. Deaf, mute, silent: bytes are lost while both ends believe that they are connected. What lost
// bytes once never heals, as with a real half-open connection: mending lets new connections through.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Link {
  #server;
  #pairs = new Set();
  #port;
  #isCut = false;
  #loses = { fromPage: false, fromBridge: false };
  #delay = 0;

  /** A link that leads nowhere yet; pages come to `url`. */
  static async open() {
    const link = new Link();
    link.#server = createServer((page) => link.#join(page));
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    link.url = `http://127.0.0.1:${link.#server.address().port}`;
    return link;
  }

  /** Leads to this bridge from now on. */
  leadTo(bridge) {
    this.#port = bridge.port;
  }

  /** Ends every connection and lets none through. */
  cut() {
    this.#isCut = true;
    for (const pair of this.#pairs) pair.end();
  }

  /** Lets connections through again, in both directions and at once. */
  mend() {
    this.#isCut = false;
    this.#delay = 0;
    this.#loses = { fromPage: false, fromBridge: false };
  }

  /** From now on nothing that the bridge says reaches the page, while the page is still heard. */
  deafen() {
    this.#lose({ fromPage: false, fromBridge: true });
  }

  /** From now on nothing that the page says reaches the bridge, while the bridge is still heard. */
  mute() {
    this.#lose({ fromPage: true, fromBridge: false });
  }

  /** From now on nothing gets through, and neither end notices. */
  silence() {
    this.#lose({ fromPage: true, fromBridge: true });
  }

  /** From now on everything takes so many milliseconds longer, each way. */
  delay(millis) {
    this.#delay = millis;
  }

  async close() {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #lose(loses) {
    this.#loses = loses;
    for (const pair of this.#pairs) {
      if (pair.isSocket) pair.loses = loses;
      // A connection that the browser keeps for the next file would make that wait for ever.
      else pair.end();
    }
  }

  #join(page) {
    if (this.#isCut) {
      page.destroy();
      return;
    }
    const bridge = connect(this.#port, "127.0.0.1");
    const pair = {
      isSocket: undefined,
      loses: this.#loses,
      end: () => {
        this.#pairs.delete(pair);
        page.destroy();
        bridge.destroy();
      },
    };
    this.#pairs.add(pair);
    page.on("data", (bytes) => {
      pair.isSocket ??= bytes.subarray(0, 7).toString() === "GET /ws";
      if (!pair.loses.fromPage) this.#pass(bytes, bridge);
    });
    bridge.on("data", (bytes) => pair.loses.fromBridge || this.#pass(bytes, page));
    for (const socket of [page, bridge]) {
      socket.setNoDelay(true);
      // A socket that breaks ends its pair, whatever broke it; unless not even that gets through.
      const ends = () => (pair.loses.fromPage && pair.loses.fromBridge ? socket.destroy() : pair.end());
      socket.on("error", ends);
      socket.on("close", ends);
    }
  }

  /** Equal delays keep the order. */
  #pass(bytes, to) {
    if (this.#delay === 0) to.write(bytes);
    else setTimeout(() => to.writable && to.write(bytes), this.#delay);
  }
}
