// A TCP proxy before several bridges: each new connection goes to the next bridge that lives, as a balancer with health checks does it.

import { once } from "node:events";
import { connect, createServer } from "node:net";

/** What a connection is for, by the first line of its first request. */
function sideOf(bytes) {
  const line = bytes.toString("latin1", 0, 32);
  if (line.startsWith("GET /ws")) return "page";
  return line.startsWith("POST /sessions/") ? "agent" : "other";
}

export class Balancer {
  #server;
  #bridges;
  #turn = 0;
  #sockets = new Set();
  /** Bridges whose health checks fail although they take connections. */
  #unhealthy = new Set();
  /** The bridge to which the last connection of each side went. */
  #last = new Map();

  static async open(bridges) {
    const balancer = new Balancer();
    balancer.#bridges = bridges;
    balancer.#server = createServer((client) => balancer.#serve(client)).listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  get port() {
    return this.#server.address().port;
  }

  /** The bridge that has the `page`, or the call of the `agent`. */
  bridgeOf(side) {
    return this.#last.get(side);
  }

  /** No new connection goes to this bridge. */
  avoid(bridge) {
    this.#unhealthy.add(bridge);
  }

  /** New connections go to this bridge again. */
  trust(bridge) {
    this.#unhealthy.delete(bridge);
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #serve(client) {
    this.#keep(client);
    client.once("data", async (bytes) => {
      client.pause();
      const side = sideOf(bytes);
      for (const bridge of this.#inTurn(side)) {
        const socket = await connected(bridge.port);
        if (!socket) continue;
        this.#last.set(side, bridge);
        this.#join(client, socket, bytes);
        return;
      }
      client.destroy();
    });
  }

  /**
   * The bridges in the order in which they are tried. Agents come to another bridge than the page while there is another: a fault of
   * one bridge befalls one of the two.
   */
  #inTurn(side) {
    const count = this.#bridges.length;
    const first = this.#turn++;
    const inTurn = this.#bridges.map((_, index) => this.#bridges[(first + index) % count]);
    const other = { page: "agent", agent: "page" }[side];
    const isLater = (bridge) => Number(bridge === this.#last.get(other));
    return inTurn.filter((bridge) => !this.#unhealthy.has(bridge)).sort((one, two) => isLater(one) - isLater(two));
  }

  #join(client, bridge, bytes) {
    this.#keep(bridge);
    if (client.destroyed) return bridge.destroy();
    const end = () => (client.destroy(), bridge.destroy());
    client.on("close", end);
    bridge.on("close", end);
    bridge.write(bytes);
    client.on("data", (more) => bridge.write(more));
    bridge.on("data", (more) => client.write(more));
    client.resume();
  }

  #keep(socket) {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
  }
}

/** A connection to this port of the loopback interface; nothing if nobody listens there. */
function connected(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}
