// What an opening costs on a page that has its dialog already.

import { setTimeout as pause } from "node:timers/promises";

import { ASKS } from "../asks.mjs";
import { countCalls } from "../probe.mjs";
import { alternating } from "../statistics.mjs";

/** Everything that follows an opening has happened: the element takes its guard away after half a second. */
const SETTLED = 800;
/** The word that the last answer was sent is gone. */
const REST = 3500;

export async function opening({ browser, names, samples, report }) {
  for (const [id, { title, input, keys }] of Object.entries(ASKS)) {
    const subjects = {};
    for (const name of names) {
      subjects[name] = await browser.ready(name);
      // The first opening compiles; it is in the navigation's time.
      for (let warm = 0; warm < 3; warm++) await open(subjects[name], input, keys);
    }
    await pause(REST);
    for (const name of alternating(names, samples)) {
      const subject = subjects[name];
      await subject.page.bringToFront();
      const { times, untilPainted, whole } = await open(subject, input, keys);
      report.time(`painted-${id}`, `frame → painted, ${title}`, "ms", name, times.painted);
      for (const [window, suffix, cost] of [["painting", "until painted", untilPainted], ["opening", "in 0.8 s", whole]]) {
        report.time(`${window}-cpu-${id}`, `CPU per opening, ${title}, ${suffix}`, "ms", name, cost.cpu);
        report.sample(`${window}-layouts-${id}`, `layouts per opening, ${title}, ${suffix}`, "", name, cost.layouts);
        report.sample(`${window}-styles-${id}`, `style recalculations per opening, ${title}, ${suffix}`, "", name, cost.styles);
      }
    }
    for (const name of names) await subjects[name].close();
  }
}

async function open(subject, input, keys) {
  await subject.hand(input);
  const { outcome: times, ...untilPainted } = await subject.during(() => subject.ask());
  const settling = await subject.during(() => pause(SETTLED));
  await subject.answer(keys);
  const whole = Object.fromEntries(Object.keys(untilPainted).map((key) => [key, untilPainted[key] + settling[key]]));
  return { times, untilPainted, whole };
}

/** Nodes, listeners and calls into JavaScript: these take time to count, so no times are taken. */
export async function openingCounts({ browser, names, report }) {
  for (const [id, { title, input, keys }] of Object.entries(ASKS)) {
    for (const name of names) {
      const subject = await browser.ready(name, { scripts: [[countCalls]] });
      await subject.hand(input);
      await subject.ask();
      await subject.answer(keys);
      await pause(REST);
      await subject.hand(input);
      const before = await subject.weigh();
      const calls = await subject.page.evaluate(() => window.calls);
      await subject.ask();
      await pause(SETTLED);
      const after = await subject.weigh();
      report.count(`opening-nodes-${id}`, `nodes per opening, ${title}`, "", name, after.nodes - before.nodes);
      report.count(`opening-listeners-${id}`, `listeners per opening, ${title}`, "", name, after.listeners - before.listeners);
      report.count(`opening-calls-${id}`, `calls from WebAssembly per opening, ${title}`, "", name, (await subject.page.evaluate(() => window.calls)) - calls);
      await subject.close();
    }
  }
}
