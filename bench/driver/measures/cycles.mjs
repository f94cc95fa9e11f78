// Very many asks in one page: what each costs, and what the page weighs meanwhile.

import { setTimeout as pause } from "node:timers/promises";

import { TURNS } from "../asks.mjs";
import { hurry } from "../probe.mjs";
import { alternating } from "../statistics.mjs";

const HASTE = 20;

/** After this time, in milliseconds of this machine, an opening is over: 0.8 s of the page's clock. */
const SETTLED = 800 / HASTE;

/** Pages take turns after this many parts of the asks. */
const BLOCKS = 10;

/** `settled`: the number of asks after which everything that has a bound has reached it. */
export async function cycles({ browser, names, asks, settled, report }) {
  const subjects = {};
  const before = {};
  for (const name of names) {
    const subject = (subjects[name] = await browser.ready(name, { scripts: [[hurry, HASTE]] }));
    await weigh(subject, "after load", report);
    await turns(subject, 1);
    await weigh(subject, "after 1 ask", report);
    await turns(subject, settled - 1);
    before[name] = await subject.weigh();
  }
  const block = (asks - settled) / BLOCKS;
  for (const name of alternating(names, BLOCKS)) {
    await subjects[name].page.bringToFront();
    const cpu = await turns(subjects[name], block);
    report.time("cycle-cpu", "CPU per open-answer-close cycle", "ms", name, cpu / block);
  }
  for (const name of names) {
    const after = await weigh(subjects[name], `after ${asks} asks`, report);
    const grown = (id, title, unit) => {
      report.difference(`growth-${id}`, `growth of ${title} from ask ${settled} to ${asks}`, unit, name, after[id] - before[name][id]);
    };
    grown("memory", "memory", "B");
    grown("heap", "the JavaScript heap", "B");
    grown("wasm", "the memory of WebAssembly", "B");
    grown("nodes", "nodes", "");
    grown("listeners", "listeners", "");
    await subjects[name].close();
  }
}

async function weigh(subject, when, report) {
  const weight = await subject.weigh();
  report.count(`memory-${when}`, `memory, ${when}`, "B", subject.name, weight.memory);
  return weight;
}

/** Asks and answers so many times. CPU of all of them, without that of finding out whether keys count yet. */
async function turns(subject, count) {
  let cpu = 0;
  for (let turn = 0; turn < count; turn++) {
    subject.turns = (subject.turns ?? -1) + 1;
    const { input, keys } = TURNS[subject.turns % TURNS.length];
    await subject.hand(input);
    const opening = await subject.during(async () => {
      await subject.ask();
      await pause(SETTLED);
    });
    await subject.isReady();
    const answering = await subject.during(async () => {
      for (const key of keys) await subject.page.keyboard.press(key);
      await subject.ends();
    });
    cpu += opening.cpu + answering.cpu;
  }
  return cpu;
}
