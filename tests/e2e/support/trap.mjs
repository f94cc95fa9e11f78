// A server to which nobody may come. It counts who does.

import { once } from "node:events";
import { createServer } from "node:net";

export class Trap {
  #server;
  /** The first bytes of everybody who came. */
  caught = [];

  static async set() {
    const trap = new Trap();
    trap.#server = createServer((socket) => {
      const index = trap.caught.push("(only connected)") - 1;
      socket.on("data", (bytes) => (trap.caught[index] = bytes.toString().split("\r\n")[0]));
      socket.on("error", () => socket.destroy());
    });
    trap.#server.listen(0, "127.0.0.1");
    await once(trap.#server, "listening");
    trap.url = `http://127.0.0.1:${trap.#server.address().port}`;
    return trap;
  }

  close() {
    this.#server.close();
  }
}
