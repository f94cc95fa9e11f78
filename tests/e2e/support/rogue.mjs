// A bridge that does what a test says: what a page may meet when the other end is broken, hostile, or another than the
// reference bridge. It can serve a small page of its own too, beside the files of the built demo.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

import { DIST } from "./settings.mjs";
import { within } from "./until.mjs";

const KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

export class Rogue {
  #server = createServer((request, response) => this.#serve(request, response));
  #sockets = new Set();
  #connected;
  #connects;
  #latest = null;
  /** What `/` shows, if anything. */
  page = null;
  /** Whether a connection to this path is let in; one that is not gets an answer without a socket. */
  lets = () => true;
  /** The path of every connection that was tried, let in or not. */
  tried = [];
  /** The text frames that came from pages. */
  heard = [];

  /** Listens; pages come to `url`, and find `page` at `origin`. */
  static async listen({ page = null } = {}) {
    const rogue = new Rogue();
    rogue.page = page;
    rogue.#expect();
    rogue.#server.on("upgrade", (request, socket) => rogue.#shake(request, socket));
    rogue.#server.listen(0, "127.0.0.1");
    await once(rogue.#server, "listening");
    const place = `127.0.0.1:${rogue.#server.address().port}`;
    rogue.url = `ws://${place}/`;
    rogue.origin = `http://${place}`;
    return rogue;
  }

  /** What is sent from now on waits for the next connection. */
  #expect() {
    this.#latest = null;
    this.#connected = new Promise((resolve) => (this.#connects = resolve));
  }

  async #serve(request, response) {
    const { pathname } = new URL(request.url, this.origin);
    const type = pathname === "/" ? "text/html" : (TYPES[extname(pathname)] ?? "application/octet-stream");
    try {
      const body = pathname === "/" ? this.page : await readFile(join(DIST, normalize(pathname)));
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  }

  #shake(request, socket) {
    socket.on("error", () => socket.destroy());
    const path = request.url.split("?")[0];
    this.tried.push(path);
    if (!this.lets(path)) {
      socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + KEY).digest("base64");
    const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, "", ""].join("\r\n"));
    const frames = { bytes: Buffer.alloc(0) };
    socket.on("data", (bytes) => this.#hear(frames, bytes));
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (this.#latest === socket) this.#expect();
    });
    this.#sockets.add(socket);
    this.#latest = socket;
    this.#connects(socket);
    this.#connected = Promise.resolve(socket);
  }

  /** Frames of a page: masked, and short enough for these tests. */
  #hear(frames, bytes) {
    frames.bytes = Buffer.concat([frames.bytes, bytes]);
    while (frames.bytes.length >= 6) {
      const short = frames.bytes[1] & 127;
      const start = short === 126 ? 4 : 2;
      const length = short === 126 ? frames.bytes.readUInt16BE(2) : short;
      if (frames.bytes.length < start + 4 + length) return;
      const mask = frames.bytes.subarray(start, start + 4);
      const payload = frames.bytes.subarray(start + 4, start + 4 + length).map((byte, at) => byte ^ mask[at % 4]);
      if ((frames.bytes[0] & 15) === 1) this.heard.push(JSON.parse(Buffer.from(payload).toString()));
      frames.bytes = frames.bytes.subarray(start + 4 + length);
    }
  }

  /** Ends every connection without a word. */
  cut() {
    this.#expect();
    for (const socket of this.#sockets) socket.destroy();
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
    this.#server.closeAllConnections();
  }
}
