// Chromium, and one page of the bench in it with its instruments.

import { setTimeout as pause } from "node:timers/promises";

import { chromium } from "playwright-core";

import { frameOf } from "./asks.mjs";
import { addProbe, noteMemories } from "./probe.mjs";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** How long something may take that is waited for. */
const PATIENCE = 60_000;

export class Browser {
  static async open(chrome, server) {
    const browser = new Browser();
    browser.chromium = await chromium.launch({ executablePath: chrome, args: ARGS });
    browser.server = server;
    return browser;
  }

  get version() {
    return this.chromium.version();
  }

  /** An empty profile: nothing is in its cache. */
  async profile() {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 720 } });
    context.setDefaultTimeout(PATIENCE);
    return context;
  }

  /** A page in a profile of its own, not yet on its address. */
  async subject(name, { profile, scripts = [] } = {}) {
    const context = profile ?? (await this.profile());
    const subject = new Subject();
    Object.assign(subject, { name, context, ownsContext: !profile, url: `${this.server.url}/${name}/` });
    subject.page = await context.newPage();
    subject.faults = [];
    subject.page.on("pageerror", (error) => subject.faults.push(error.stack ?? String(error)));
    subject.page.on("console", (message) => message.type() === "error" && subject.faults.push(message.text()));
    for (const [script, value] of [[addProbe], [noteMemories], ...scripts]) await subject.page.addInitScript(script, value);
    subject.client = await context.newCDPSession(subject.page);
    await subject.client.send("Performance.enable", { timeDomain: "threadTicks" });
    return subject;
  }

  /** A subject whose dialog is loaded and ready. */
  async ready(name, options) {
    const subject = await this.subject(name, options);
    await subject.open();
    await subject.page.waitForLoadState("networkidle");
    return subject;
  }

  async close() {
    await this.chromium.close();
  }
}

export class Subject {
  /** `path` is that of another page of the same subject, if not of its first. */
  async open(path = "") {
    await this.page.goto(this.url + path);
  }

  /** What the main thread has done since the page began. CPU in milliseconds. */
  async metrics() {
    const { metrics } = await this.client.send("Performance.getMetrics");
    const value = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return {
      cpu: value.TaskDuration * 1000,
      script: value.ScriptDuration * 1000,
      layouts: value.LayoutCount,
      styles: value.RecalcStyleCount,
    };
  }

  /** What the main thread does during `work`. */
  async during(work) {
    const before = await this.metrics();
    const outcome = await work();
    const after = await this.metrics();
    return { outcome, ...Object.fromEntries(Object.keys(after).map((key) => [key, after[key] - before[key]])) };
  }

  /** What is there after everything that nobody needs has been thrown away. */
  async weigh() {
    for (let time = 0; time < 3; time++) await this.client.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners: listeners } = await this.client.send("Memory.getDOMCounters");
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await this.client.send("Runtime.getHeapUsage");
    const wasm = await this.page.evaluate(() => window.memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0));
    return { nodes, listeners, heap: usedSize, wasm, memory: usedSize + embedderHeapUsedSize + backingStorageSize + wasm };
  }

  /** Hands over an ask, which `ask` then opens. */
  async hand(input, seconds) {
    await this.page.evaluate((text) => void (window.probe.frame = text), frameOf(input, seconds));
  }

  /** Opens what was handed over. Milliseconds until it has the focus, and until it is painted. */
  ask() {
    return this.page.evaluate(() => window.probe.open());
  }

  async isReady() {
    await this.page.evaluate(() => window.bench.isReady());
  }

  /** Answers with these keys, and resolves with the result. */
  async answer(keys) {
    for (const key of keys) {
      await this.isReady();
      await this.page.keyboard.press(key);
    }
    await this.ends();
    return this.page.evaluate(() => window.probe.result);
  }

  /** The ask is over. Somebody who has just typed elsewhere has to press Enter twice. */
  async ends() {
    for (let time = 0; time < 10; time++) {
      if (await this.page.evaluate(() => window.probe.isOver)) return;
      await pause(200);
      if (await this.page.evaluate(() => window.probe.isOver)) return;
      await this.page.keyboard.press("Enter");
    }
    throw new Error(`${this.name}: the ask did not end. ${this.faults.join("\n")}`);
  }

  /** Milliseconds from a key to the screen; `shows` is the event by which its effect shows. */
  async painted(key, shows) {
    await this.page.evaluate((shows) => void (window.probe.awaited = window.probe.key(shows)), shows);
    await this.page.keyboard.press(key);
    return this.page.evaluate(() => window.probe.awaited);
  }

  async close() {
    await this.page.close();
    if (this.ownsContext) await this.context.close();
    if (this.faults.length > 0) throw new Error(`${this.name}: ${this.faults.join("\n")}`);
  }
}
