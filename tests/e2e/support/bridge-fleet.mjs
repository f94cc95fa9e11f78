// Three real bridges over one redis-server, and a balancer before them. In a scene a fleet stands in the place of the bridge.

import { Balancer } from "./balancer.mjs";
import { Bridge } from "./bridge.mjs";
import { Redis } from "./redis.mjs";

const BRIDGES = 3;

export class Fleet {
  #bridges;
  #balancer;

  /** Starts everything; `persistence` is what redis-server keeps when it is killed. */
  static async start(persistence, ...flags) {
    const fleet = new Fleet();
    fleet.redis = await Redis.start(persistence);
    const starts = Array.from({ length: BRIDGES }, () => Bridge.start("--store", fleet.redis.url, ...flags));
    fleet.#bridges = await Promise.all(starts);
    fleet.#balancer = await Balancer.open(fleet.#bridges);
    return fleet;
  }

  get port() {
    return this.#balancer.port;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The bridge that has the `page`, or the call of the `agent`. */
  bridgeOf(side) {
    return this.#balancer.bridgeOf(side);
  }

  /** Pauses a bridge. The balancer's health checks fail at once. */
  async pause(bridge) {
    this.#balancer.avoid(bridge);
    await bridge.pause();
  }

  resume(bridge) {
    bridge.resume();
    this.#balancer.trust(bridge);
  }

  /** What any bridge says of the asks of a session. */
  async asks(session) {
    const response = await fetch(`${this.url}/sessions/${session}/asks`);
    return response.ok ? (await response.json()).asks : [];
  }

  async stop() {
    await this.#balancer.close();
    await Promise.all(this.#bridges.map((bridge) => bridge.kill()));
    await this.redis.remove();
  }
}
