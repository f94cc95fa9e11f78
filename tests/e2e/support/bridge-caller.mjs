// An agent that never gives up: it repeats each call with the same key, at whichever bridge takes it, until it has the result.

import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import { within } from "./until.mjs";

/** How many milliseconds it waits after a call that broke or was refused for now. */
const AGAIN = 100;

export class PatientAgent {
  #base;
  #calls = [];

  constructor(bridge, session) {
    this.#base = `${bridge.url}/sessions/${session}`;
  }

  ask(input, options) {
    return this.#call("ask", input, options);
  }

  wants(tool, options) {
    return this.#call("permission", tool, options);
  }

  elicit(params, options) {
    return this.#call("elicit", params, options);
  }

  /** Leaves everything that is still unanswered. */
  leave() {
    for (const call of this.#calls) call.leaves();
  }

  #call(kind, body, { timeout }) {
    const call = new RepeatedCall(`${this.#base}/${kind}?timeout=${timeout}`, body);
    this.#calls.push(call);
    return call;
  }
}

/** One ask, under one key, however often it is called for. */
class RepeatedCall {
  #url;
  #body;
  #key = randomUUID();
  #caller;
  #result;
  isSettled = false;
  /** Whether it waits for the result. */
  isCalling = false;

  constructor(url, body) {
    this.#url = url;
    this.#body = JSON.stringify(body);
    this.comesBack();
  }

  /** Hangs up. With a key that withdraws nothing. */
  leaves() {
    this.isCalling = false;
    this.#caller.abort();
  }

  /** Calls again. */
  comesBack() {
    this.isCalling = true;
    this.#caller = new AbortController();
    this.#result = this.#repeat(this.#caller.signal);
    // A test that fails early leaves its calls behind.
    this.#result.catch(() => {});
  }

  /** What the agent gets. */
  result(limit) {
    return within(this.#result, "the permission result", limit);
  }

  async #repeat(signal) {
    for (;;) {
      const { status, text } = await this.#post(signal);
      signal.throwIfAborted();
      if (status === 200) {
        this.isSettled = true;
        return JSON.parse(text);
      }
      // 202: the ask waits, and its bridge was asked to stop.
      if (status !== 202 && status !== 503 && status !== null) throw new Error(`the bridge refused a call: ${status} ${text}`);
      await pause(AGAIN, undefined, { signal });
    }
  }

  /** One call on a connection of its own; without a status if it broke. */
  #post(signal) {
    return new Promise((resolve) => {
      const broke = () => resolve({ status: null, text: "" });
      const headers = { "content-type": "application/json", "idempotency-key": this.#key };
      const call = request(this.#url, { method: "POST", headers, agent: false, signal }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (more) => (text += more)).on("error", broke);
        response.on("end", () => resolve({ status: response.complete ? response.statusCode : null, text }));
        response.on("aborted", broke);
      });
      call.on("error", broke);
      call.end(this.#body);
    });
  }
}
