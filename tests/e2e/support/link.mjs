// A network link between the page and the bridge that can be cut and mended.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Link {
  #server;
  #pairs = new Set();
  #port;
  #isCut = false;
  #isDeaf = false;

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

  /** Lets connections through again, in both directions. */
  mend() {
    this.#isCut = this.#isDeaf = false;
  }

  /** From now on nothing that the bridge says reaches the page, while the page is still heard. */
  deafen() {
    this.#isDeaf = true;
  }

  async close() {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(page) {
    if (this.#isCut) {
      page.destroy();
      return;
    }
    const bridge = connect(this.#port, "127.0.0.1");
    const pair = {
      end: () => {
        this.#pairs.delete(pair);
        page.destroy();
        bridge.destroy();
      },
    };
    this.#pairs.add(pair);
    page.on("data", (bytes) => bridge.write(bytes));
    bridge.on("data", (bytes) => this.#isDeaf || page.write(bytes));
    for (const socket of [page, bridge]) {
      socket.setNoDelay(true);
      // A socket that breaks ends its pair, whatever broke it.
      socket.on("error", pair.end);
      socket.on("close", pair.end);
    }
  }
}
