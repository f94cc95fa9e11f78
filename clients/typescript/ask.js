// One ask, from the first call to its result, over any break: each call is repeated with the same key, so that the person is asked once.

import { AskUserError, refusal, UnreachableError } from "./errors.js";

/** How long the bridge holds one call, in seconds: less than what proxies and clients allow. */
const WAIT_SECONDS = 25;

/** How much longer than it waits a call may take before it counts as broken, in milliseconds. */
const SLACK = 15_000;

/** The time between two tries, in milliseconds: it doubles from the first to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/** How long an ask is tried to be withdrawn when the caller gives up, in milliseconds. */
const WITHDRAWAL = 5_000;

/** Statuses after which the same call may succeed: something between here and the bridge broke, or the bridge goes. */
const BROKEN = [408, 500, 502, 503, 504];

export class Ask {
  #connection;
  #path;
  #key;
  #body;
  #patience;
  /** The id by which the bridge knows it, once that was heard. */
  #id = null;

  /** `connection` makes one call; `path` is that of the kind of ask, with its time limit. */
  constructor(connection, path, key, body, patience) {
    this.#connection = connection;
    this.#path = path;
    this.#key = key;
    this.#body = JSON.stringify(body);
    this.#patience = patience;
  }

  /** Resolves with the result. Rejects with the signal's reason after the ask was withdrawn, if the signal aborts. */
  async result(signal) {
    signal?.throwIfAborted();
    try {
      return await this.#persist(this.#patience, signal, () => this.#step(signal));
    } catch (error) {
      if (!signal?.aborted) throw error;
      await this.#withdraw().catch(() => {});
      throw signal.reason;
    }
  }

  /** Asks, or looks for the result. Resolves with nothing as long as there is none. */
  async #step(signal) {
    if (this.#id === null) return this.#begin();
    const { status, body } = await this.#call("GET", `asks/${this.#id}?wait=${WAIT_SECONDS}`, { signal });
    if (status === 404) {
      // The bridge was started anew: the same key asks the same question under the same id.
      this.#id = null;
      return undefined;
    }
    return body.result;
  }

  /** The call that asks waits for nothing and is not aborted, so that the id is known when the ask has to be withdrawn. */
  async #begin() {
    const headers = { "idempotency-key": this.#key, prefer: "respond-async", "content-type": "application/json" };
    const { status, body } = await this.#call("POST", this.#path, { headers, body: this.#body });
    if (status !== 202) return body;
    this.#id = body.id;
    return undefined;
  }

  async #withdraw() {
    await this.#persist(WITHDRAWAL, undefined, async () => {
      // A first call may have reached the bridge though its reply did not come back.
      const result = this.#id === null ? await this.#begin() : undefined;
      return result ?? (await this.#call("DELETE", `asks/${this.#id}`)).body;
    });
  }

  /** Takes a step until it gives something. A break is followed by another try, until none has succeeded for `patience`. */
  async #persist(patience, signal, step) {
    let pause = FIRST_PAUSE;
    let brokenSince = null;
    for (;;) {
      signal?.throwIfAborted();
      try {
        const result = await step();
        if (result !== undefined) return result;
        [pause, brokenSince] = [FIRST_PAUSE, null];
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        brokenSince ??= Date.now();
        if (Date.now() - brokenSince >= patience) {
          throw new UnreachableError(`The bridge could not be reached: ${error.message}`, { status: error.status, cause: error.cause });
        }
        // Not all clients that lost one bridge come back to it in the same moment.
        await sleep(Math.max(pause * (0.5 + Math.random() / 2), error.retryAfter ?? 0), signal);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** One call. A refusal is thrown as such, and everything that may be different the next time as `Broken`. */
  async #call(method, path, { headers, body, signal } = {}) {
    const limit = AbortSignal.timeout((method === "GET" ? WAIT_SECONDS * 1000 : 0) + SLACK);
    let response;
    let text;
    try {
      response = await this.#connection(method, path, { headers, body, signal: signal ? AbortSignal.any([signal, limit]) : limit });
      text = await response.text();
    } catch (error) {
      if (error instanceof AskUserError || signal?.aborted) throw error;
      throw new Broken(error.cause?.message ?? error.message, { cause: error });
    }
    const json = parsed(text);
    const seconds = Number(response.headers.get("retry-after") ?? NaN);
    const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    const isKnown = response.ok || (method === "GET" && response.status === 404);
    if (BROKEN.includes(response.status) || (isKnown && json === undefined)) {
      throw new Broken(json?.error ?? `it answered with ${response.status}`, { status: response.status, retryAfterSeconds });
    }
    if (isKnown) return { status: response.status, body: json };
    throw refusal(response.status, json, retryAfterSeconds);
  }
}

/** A call that broke, and may succeed the next time. */
class Broken extends Error {
  constructor(message, { cause, status, retryAfterSeconds } = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfterSeconds && retryAfterSeconds * 1000;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits, or until the signal aborts. */
function sleep(time, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, time);
    signal?.addEventListener("abort", wake);
  });
}
