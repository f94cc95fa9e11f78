// The real bridge as a process of its own, and an agent that speaks to it over HTTP.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { BRIDGE, DIST } from "./settings.mjs";
import { becomes, eventually, within } from "./until.mjs";

export class Bridge {
  #process;
  #errors = "";

  /** Starts a bridge on a free port and waits until it listens. */
  static async start(...flags) {
    const bridge = new Bridge();
    const all = ["--listen", "127.0.0.1:0", "--dist", DIST, ...flags];
    bridge.#process = spawn(BRIDGE, all, { stdio: ["ignore", "pipe", "pipe"] });
    bridge.#process.stderr.on("data", (text) => (bridge.#errors += text));
    bridge.url = await within(bridge.#address(), "the address of the bridge");
    return bridge;
  }

  async #address() {
    for await (const line of createInterface(this.#process.stdout)) {
      const address = line.match(/listening on (http:\S+)/);
      if (address) return address[1];
    }
    throw new Error(`The bridge ended: ${this.#errors}`);
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  /** Ends the bridge as a service manager would. It must go by itself, in peace. */
  async stop() {
    if (!this.#isRunning()) return;
    this.resume();
    this.#process.kill("SIGTERM");
    const [code] = await within(once(this.#process, "exit"), "the end of the bridge");
    assert.equal(code, 0, `the bridge ended badly: ${this.#errors}`);
  }

  /** Ends the bridge as a crash would. */
  async kill() {
    if (!this.#isRunning()) return;
    this.#process.kill("SIGKILL");
    await within(once(this.#process, "exit"), "the end of the bridge");
  }

  /** Stops the bridge in the middle of whatever it does, as an overloaded machine would. */
  async pause() {
    this.#process.kill("SIGSTOP");
    // The signal is handled by one thread, and the others run on until that one was scheduled.
    await eventually(
      () => threadStates(this.#process.pid),
      (states) => assert.ok(states.every((state) => state === "T"), `the threads of the bridge: ${states}`),
    );
  }

  /** Lets it go on. */
  resume() {
    this.#process.kill("SIGCONT");
  }

  #isRunning() {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }
}

/** The state of each thread of a process, as the kernel calls it: `T` is stopped. */
function threadStates(pid) {
  const folder = `/proc/${pid}/task`;
  // The state follows the name, which stands in parentheses.
  return readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/stat`, "utf8").split(") ").at(-1)[0]);
}

/** An agent of one session, as a program in any language would be. */
export class Agent {
  #base;
  #headers;
  #asks = [];

  constructor(bridge, session, token) {
    this.#base = `${bridge.url}/sessions/${session}`;
    this.#headers = token ? { authorization: `Bearer ${token}` } : {};
  }

  /** Asks, without waiting for the answer. `timeout` in seconds; 0 for no limit. */
  ask(input, { timeout } = {}) {
    const query = timeout === undefined ? "" : `?timeout=${timeout}`;
    const ask = new Asked(`${this.#base}/ask${query}`, input, this.#headers);
    this.#asks.push(ask);
    return ask;
  }

  /** Asks for leave to use a tool, without waiting for the decision. */
  wants(request, { timeout } = {}) {
    const query = timeout === undefined ? "" : `?timeout=${timeout}`;
    const ask = new Asked(`${this.#base}/permission${query}`, request, this.#headers);
    this.#asks.push(ask);
    return ask;
  }

  /** Has a form filled in or an address opened, without waiting for the result. */
  elicit(params, { timeout } = {}) {
    const query = timeout === undefined ? "" : `?timeout=${timeout}`;
    const ask = new Asked(`${this.#base}/elicit${query}`, params, this.#headers);
    this.#asks.push(ask);
    return ask;
  }

  /** Sends a chat frame to the page. */
  async send(frame) {
    const response = await fetch(`${this.#base}/events`, {
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify(frame),
    });
    assert.ok(response.ok, `the bridge refused a chat frame: ${response.status} ${await response.text()}`);
  }

  /** The bridge knows that no page is connected. What it sends before that may go into a connection that is dead. */
  async isAlone() {
    const read = async () => (await fetch(this.#base, { headers: this.#headers })).json();
    await becomes(() => read().then((session) => session.connected), false, "whether a page is connected");
  }

  /** Leaves everything that is still unanswered. */
  leave() {
    for (const ask of this.#asks) ask.hangUp();
  }
}

/** One ask on its way. */
class Asked {
  #caller = new AbortController();
  #reply;
  isSettled = false;

  constructor(url, input, headers) {
    this.#reply = this.#post(url, input, headers);
    // A test that fails early leaves its asks behind; hanging up then is no failure of its own.
    this.#reply.catch(() => {});
  }

  async #post(url, input, headers) {
    const body = JSON.stringify(input);
    const response = await fetch(url, { method: "POST", headers, body, signal: this.#caller.signal });
    const text = await response.text();
    this.isSettled = true;
    return { status: response.status, text };
  }

  /** What the agent's call got, as it came. */
  async text(limit) {
    const { status, text } = await within(this.#reply, "the permission result", limit);
    assert.equal(status, 200, text);
    return text;
  }

  /** The permission result. */
  async result(limit) {
    return JSON.parse(await this.text(limit));
  }

  /** The status of a call that was refused. */
  async status() {
    return (await within(this.#reply, "the refusal")).status;
  }

  hangUp() {
    this.#caller.abort();
  }
}
