// One call to the bridge, with the token, and what came of it. It knows nothing of asks.

import { InvalidRequestError, TokenError } from "./errors.js";

export class Connection {
  #base;
  #token;
  #fetch;

  constructor({ bridge, session, token, fetch }) {
    this.#base = `${address(bridge)}/sessions/${encodeURIComponent(session)}`;
    this.#token = token;
    this.#fetch = (...given) => fetch(...given);
  }

  /** Resolves with `{ status, isOk, body, retryAfterSeconds }`, where `body` is what JSON there was. Rejects with `Broken` if the call broke. */
  async call(method, path, given = {}) {
    const reply = await this.#send(method, path, given);
    const hasExpired = reply.status === 401 && reply.body?.code === "token_expired";
    // Whoever gives tokens may have kept one for a moment too long.
    return hasExpired && typeof this.#token === "function" ? this.#send(method, path, given) : reply;
  }

  async #send(method, path, { headers, body, signal, limit }) {
    const all = this.#headers(headers, await this.#currentToken());
    const end = AbortSignal.timeout(limit);
    try {
      const until = signal ? AbortSignal.any([signal, end]) : end;
      const response = await this.#fetch(`${this.#base}/${path}`, { method, headers: all, body, signal: until });
      const seconds = Number(response.headers.get("retry-after") ?? NaN);
      const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
      return { status: response.status, isOk: response.ok, body: parsed(await response.text()), retryAfterSeconds };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Broken(error.cause?.message ?? error.message, { cause: error });
    }
  }

  async #currentToken() {
    if (typeof this.#token !== "function") return this.#token;
    try {
      return await this.#token();
    } catch (cause) {
      throw new TokenError(`There is no token: ${cause?.message ?? cause}`, { cause });
    }
  }

  /** What cannot stand in a header is told at once: it is the same in each try. */
  #headers(given, token) {
    try {
      return new Headers({ ...given, ...(token && { authorization: `Bearer ${token}` }) });
    } catch (cause) {
      throw new InvalidRequestError("The token or the key cannot be sent as a header", { cause });
    }
  }
}

/** A call that broke, and may succeed the next time. */
export class Broken extends Error {
  constructor(message, { cause, status, retryAfterSeconds } = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfterSeconds && retryAfterSeconds * 1000;
  }
}

/** The address of the bridge without a slash at its end. */
function address(bridge) {
  const url = URL.canParse(bridge) ? new URL(bridge) : null;
  if (!["http:", "https:"].includes(url?.protocol) || url.username || url.password) {
    throw new TypeError(`bridge must be an address such as http://127.0.0.1:8787, without a user, and is ${JSON.stringify(String(bridge))}`);
  }
  return String(bridge).replace(/\/+$/, "");
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
