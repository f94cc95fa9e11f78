// A bridge that keeps to no protocol: what a page may meet when the other end is broken or hostile. The real bridge
// cannot send such frames.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

import { within } from "./until.mjs";

const KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export class Rogue {
  #server = createServer();
  #sockets = new Set();
  #connected;
  #bytes = Buffer.alloc(0);
  /** The text frames that came from the page. */
  heard = [];

  /** Listens; pages come to `url`. */
  static async listen() {
    const rogue = new Rogue();
    rogue.#connected = new Promise((resolve) => rogue.#server.on("upgrade", (...come) => resolve(rogue.#shake(...come))));
    rogue.#server.listen(0, "127.0.0.1");
    await once(rogue.#server, "listening");
    rogue.url = `ws://127.0.0.1:${rogue.#server.address().port}/`;
    return rogue;
  }

  #shake(request, socket) {
    const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + KEY).digest("base64");
    const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, "", ""].join("\r\n"));
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => this.#hear(bytes));
    this.#sockets.add(socket);
    return socket;
  }

  /** Frames of the page: masked, and short enough for these tests. */
  #hear(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= 6) {
      const short = this.#bytes[1] & 127;
      const start = short === 126 ? 4 : 2;
      const length = short === 126 ? this.#bytes.readUInt16BE(2) : short;
      if (this.#bytes.length < start + 4 + length) return;
      const mask = this.#bytes.subarray(start, start + 4);
      const payload = this.#bytes.subarray(start + 4, start + 4 + length).map((byte, at) => byte ^ mask[at % 4]);
      if ((this.#bytes[0] & 15) === 1) this.heard.push(JSON.parse(Buffer.from(payload).toString()));
      this.#bytes = this.#bytes.subarray(start + 4 + length);
    }
  }

  /** Sends text frames as they are, JSON or not, all in one go. */
  async send(...texts) {
    const socket = await within(this.#connected, "a page that connects");
    const frames = texts.map((text) => {
      const payload = Buffer.from(text);
      const { length } = payload;
      // Browsers refuse a length that is not written in the shortest way.
      const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10, 0x81);
      head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
      if (head.length === 4) head.writeUInt16BE(length, 2);
      if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
      return Buffer.concat([head, payload]);
    });
    socket.write(Buffer.concat(frames));
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
