// A TCP proxy between an agent and a bridge that breaks calls at chosen moments.

import { once } from "node:events";
import { connect, createServer } from "node:net";

const REQUEST = /^(GET|POST|DELETE) (\S+) HTTP\/1\.1\r\n/;

export class Cutter {
  /** What happens to the next calls, as `{ method, at }`; each is for the first call of its method. */
  cuts = [];
  /** The calls that came, by method and path. */
  calls = [];
  #server;
  #sockets = new Set();
  #port;

  static async open(bridge) {
    const cutter = new Cutter();
    cutter.leadTo(bridge);
    cutter.#server = createServer((socket) => cutter.#serve(socket)).listen(0, "127.0.0.1");
    await once(cutter.#server, "listening");
    cutter.url = `http://127.0.0.1:${cutter.#server.address().port}`;
    return cutter;
  }

  /** From now on this bridge is behind it. */
  leadTo({ port }) {
    this.#port = port;
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(agent) {
    const bridge = connect(this.#port, "127.0.0.1");
    const end = () => (agent.destroy(), bridge.destroy());
    for (const socket of [agent, bridge]) {
      this.#sockets.add(socket);
      socket.on("error", end).on("close", () => (this.#sockets.delete(socket), end()));
    }
    let cut = null;
    agent.on("data", (bytes) => {
      const [, method, path] = bytes.toString("latin1").match(REQUEST) ?? [];
      if (method) {
        this.calls.push(`${method} ${path}`);
        cut = this.#next(method);
      }
      switch (cut) {
        case "before":
          return end();
        case "busy":
          return agent.write("HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n");
        case "refused":
          return agent.write("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 4\r\n\r\nOops");
        case "waiting":
          // The bridge has it, and the agent hears nothing more.
          return bridge.write(bytes, () => agent.destroy());
        default:
          bridge.write(bytes);
      }
    });
    bridge.on("data", (bytes) => {
      if (cut === "reply") return end();
      if (cut === "middle") return agent.write(bytes.subarray(0, bytes.length - 5), end);
      agent.write(bytes);
    });
  }

  #next(method) {
    const index = this.cuts.findIndex((cut) => cut.method === method);
    return index === -1 ? null : this.cuts.splice(index, 1)[0].at;
  }
}
