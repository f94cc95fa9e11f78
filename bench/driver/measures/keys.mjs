// What a key costs: an arrow among the options, and a letter in the field for an answer of one's own.

import { setTimeout as pause } from "node:timers/promises";

import { ASKS, sized } from "../asks.mjs";
import { countCalls } from "../probe.mjs";
import { alternating, summary } from "../statistics.mjs";

const KINDS = [
  { id: "arrow", title: "arrow", key: "ArrowDown", shows: "focusin", before: ["ArrowDown"] },
  { id: "letter", title: "letter", key: "a", shows: "input", before: ["0", "a"] },
];

/** Keys of one sample of CPU. */
const KEYS = 10;
/** Between two keys, as somebody types who is quick. */
const BETWEEN = 60;
/** What is kept for a reload has been written. */
const SETTLED = 700;

export async function keys({ browser, names, samples, report }) {
  for (const { id, title, key, shows, before } of KINDS) {
    const subjects = await opened(browser, names, ASKS.previews.input, before);
    for (const name of alternating(names, samples)) {
      const subject = subjects[name];
      await subject.page.bringToFront();
      report.time(`key-painted-${id}`, `key → painted, ${title}`, "ms", name, await subject.painted(key, shows));
      const cost = await subject.during(() => press(subject, key));
      report.time(`key-cpu-${id}`, `CPU per key, ${title}`, "ms", name, cost.cpu / KEYS);
      report.sample(`key-layouts-${id}`, `layouts per key, ${title}`, "", name, cost.layouts / KEYS);
      report.sample(`key-styles-${id}`, `style recalculations per key, ${title}`, "", name, cost.styles / KEYS);
    }
    for (const name of names) await subjects[name].close();
  }
}

async function opened(browser, names, input, before, options) {
  const subjects = {};
  for (const name of names) {
    const subject = await browser.ready(name, options);
    await subject.hand(input);
    await subject.ask();
    await subject.isReady();
    await pause(SETTLED);
    for (const key of before) await subject.page.keyboard.press(key);
    await pause(SETTLED);
    subjects[name] = subject;
  }
  return subjects;
}

async function press(subject, key) {
  for (let count = 0; count < KEYS; count++) {
    await subject.page.keyboard.press(key);
    await pause(BETWEEN);
  }
  await pause(SETTLED);
}

export async function keyCounts({ browser, names, report }) {
  for (const { id, title, key, before } of KINDS) {
    const subjects = await opened(browser, names, ASKS.previews.input, before, { scripts: [[countCalls]] });
    for (const name of names) {
      const subject = subjects[name];
      const calls = await subject.page.evaluate(() => window.calls);
      const weight = await subject.weigh();
      await press(subject, key);
      const after = await subject.weigh();
      report.count(`key-calls-${id}`, `calls from WebAssembly per key, ${title}`, "", name, ((await subject.page.evaluate(() => window.calls)) - calls) / KEYS);
      report.difference(`key-nodes-${id}`, `nodes that stay, per key, ${title}`, "", name, (after.nodes - weight.nodes) / KEYS);
      report.difference(`key-listeners-${id}`, `listeners that stay, per key, ${title}`, "", name, (after.listeners - weight.listeners) / KEYS);
      await subject.close();
    }
  }
}

/** Kilobytes of the ask. */
const SIZES = [0.3, 3, 30, 300, 960];

/** A letter, against the size of the ask. */
export async function letters({ browser, names, samples, report }) {
  /** Script of all samples, by page and size. */
  const scripts = Object.fromEntries(names.map((name) => [name, Object.fromEntries(SIZES.map((size) => [size, []]))]));
  for (const size of SIZES) {
    const subjects = await opened(browser, names, sized(size * 1000), ["0", "a"]);
    for (const name of alternating(names, Math.max(2, Math.ceil(samples / 3)))) {
      await subjects[name].page.bringToFront();
      const cost = await subjects[name].during(() => press(subjects[name], "a"));
      report.time(`letter-script-${size}`, `script per letter, ask of ${size} KB`, "ms", name, cost.script / KEYS);
      scripts[name][size].push(cost.script);
      report.time(`letter-cpu-${size}`, `CPU per letter, ask of ${size} KB`, "ms", name, cost.cpu / KEYS);
    }
    for (const name of names) await subjects[name].close();
  }
  const [smallest, largest] = [SIZES[0], SIZES.at(-1)];
  for (const name of names) {
    const growth = summary(scripts[name][largest]).median / summary(scripts[name][smallest]).median;
    report.difference("letter-growth", `script per letter, ${largest} KB / ${smallest} KB`, "×", name, growth);
  }
}
