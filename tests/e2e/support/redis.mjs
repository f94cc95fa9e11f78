// A redis-server of the test's own: on a free port of the loopback interface, with a temporary folder of its own.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eventually, within } from "./until.mjs";

/** What survives when it is killed: nothing, or every write before it is confirmed. */
export const PERSISTENCE = { NONE: "no", APPEND_ONLY_FILE: "yes" };

export class Redis {
  #folder;
  #port;
  #persistence;
  #process;

  /** Whether redis-server is on PATH. Where `CI` is set it has to be. */
  static isInstalled() {
    const isHere = spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;
    assert.ok(isHere || !process.env.CI, "redis-server is missing");
    return isHere;
  }

  static async start(persistence) {
    const redis = new Redis();
    redis.#persistence = persistence;
    redis.#folder = await mkdtemp(join(tmpdir(), "ask-user-redis-"));
    redis.#port = await freePort();
    await redis.startAgain();
    return redis;
  }

  get url() {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts it with what it has kept, and waits until it takes commands. */
  async startAgain() {
    const place = ["--bind", "127.0.0.1", "--port", String(this.#port), "--dir", this.#folder];
    const keeps = ["--save", "", "--appendonly", this.#persistence, "--appendfsync", "always"];
    this.#process = spawn("redis-server", [...place, ...keeps], { stdio: "ignore" });
    await eventually(
      () => this.#says("PING"),
      (reply) => assert.match(reply, /PONG/, "redis-server takes commands"),
    );
  }

  /** Ends it as a crash would. */
  async kill() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill("SIGKILL");
    await within(once(this.#process, "exit"), "the end of redis-server");
  }

  /** Stops it in the middle of whatever it does: its clients stay connected, and hear nothing. */
  pause() {
    this.#process.kill("SIGSTOP");
  }

  /** Lets it go on. */
  resume() {
    this.#process.kill("SIGCONT");
  }

  /** Ends it, and removes what it has kept. */
  async remove() {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The beginning of its reply to one command; nothing if it cannot be reached. */
  #says(command) {
    return new Promise((resolve) => {
      const socket = connect(this.#port, "127.0.0.1", () => socket.write(`${command}\r\n`));
      const end = (reply) => (socket.destroy(), resolve(reply));
      socket.on("data", (bytes) => end(bytes.toString())).on("error", () => end("")).on("close", () => end(""));
    });
  }
}

/** A port of the loopback interface that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
