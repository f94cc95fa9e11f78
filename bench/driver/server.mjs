// One static server for all pages: loopback only, on a free port, brotli for everything, and a log of what was sent.

import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };

const compress = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

export class Server {
  /** What was sent since the log was last taken. */
  #sent = [];
  #server;

  static async start(folder) {
    const server = new Server();
    const files = await server.#read(folder);
    server.#server = createServer((request, response) => server.#answer(files, request, response));
    // A connection that is kept would be open already in the next sample.
    server.#server.keepAliveTimeout = 1000;
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    server.url = `http://127.0.0.1:${server.#server.address().port}`;
    return server;
  }

  async #read(folder) {
    const files = new Map();
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      const path = `/${relative(folder, file).split(sep).join("/")}`;
      files.set(path.replace(/index\.html$/, ""), { type: TYPES[extname(file)], body: await compress(await readFile(file)) });
    }
    return files;
  }

  #answer(files, request, response) {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const file = files.get(pathname);
    if (!file) return response.writeHead(404).end();
    if (!/\bbr\b/.test(request.headers["accept-encoding"] ?? "")) return response.writeHead(406).end();
    this.#sent.push({ path: pathname, bytes: file.body.length });
    const isPage = pathname.endsWith("/");
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": file.body.length,
      "cache-control": isPage ? "no-cache" : "public, max-age=31536000, immutable",
    });
    response.end(file.body);
  }

  /** What was sent since this was last called, without the pages' own HTML. */
  takeLog() {
    const sent = this.#sent.filter(({ path }) => !path.endsWith("/"));
    this.#sent = [];
    return sent;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
