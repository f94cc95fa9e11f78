// One ask, from the first call to its result, over any break: each call is repeated with the same key, so that the person is asked once.

import { Broken } from "./connection.js";
import { AskUserError, refusal, UnreachableError } from "./errors.js";

/** How long the bridge holds one call, in seconds: less than what proxies and clients allow. */
const WAIT_SECONDS = 25;

/** How much longer than it waits a call may take before it counts as broken, in milliseconds. */
const SLACK = 15_000;

/** The time between two tries, in milliseconds: it doubles from the first to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/** A bridge that says sooner than this that there is no result did not wait for one, in milliseconds: the next try comes after a pause. */
const AT_ONCE = 1_000;

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

  /** `connection` makes the calls; `path` is that of the kind of ask, with its time limit. */
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
      // The ask may still be with the person. Whoever has its key can fetch the answer.
      if (error instanceof AskUserError) error.key = this.#key;
      if (!signal?.aborted) throw error;
      await this.#withdraw().catch(() => {});
      throw signal.reason;
    }
  }

  /** Asks if the bridge does not have the ask yet, and waits for the result. Resolves with nothing as long as there is none. */
  async #step(signal) {
    const result = this.#id === null ? await this.#begin() : undefined;
    if (result !== undefined) return result;
    const { status, body } = await this.#call("GET", `asks/${this.#id}?wait=${WAIT_SECONDS}`, { signal });
    if (status === 404) {
      // The bridge was started anew: the same key asks the same question under the same id.
      this.#id = null;
      throw new Broken("it no longer knows the ask that it took (several bridges behind one address need one --store)", { status });
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
      const begun = Date.now();
      let retryAfter = 0;
      try {
        const result = await step();
        if (result !== undefined) return result;
        brokenSince = null;
        if (Date.now() - begun >= AT_ONCE) {
          pause = FIRST_PAUSE;
          continue;
        }
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        brokenSince ??= Date.now();
        if (Date.now() - brokenSince >= patience) {
          throw new UnreachableError(`The bridge could not be reached: ${error.message}`, { status: error.status, cause: error.cause });
        }
        retryAfter = error.retryAfter ?? 0;
      }
      // Not all clients that lost one bridge come back to it in the same moment.
      await sleep(Math.max(pause * (0.5 + Math.random() / 2), retryAfter), signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  /** One call. A refusal is thrown as such, and everything that may be different the next time as `Broken`. */
  async #call(method, path, given) {
    const limit = (method === "GET" ? WAIT_SECONDS * 1000 : 0) + SLACK;
    const { status, isOk, body, retryAfterSeconds } = await this.#connection.call(method, path, { ...given, limit });
    const isKnown = isOk || (method === "GET" && status === 404);
    if (BROKEN.includes(status) || (isKnown && body === undefined)) {
      throw new Broken(body?.error ?? `it answered with ${status}`, { status, retryAfterSeconds });
    }
    if (isKnown) return { status, body };
    throw refusal(status, body, retryAfterSeconds);
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
