// What costs more when there is more of something: earlier asks, text in the field, elements on the page.

import { setTimeout as pause } from "node:timers/promises";

import { ASKS } from "../asks.mjs";
import { hurry } from "../probe.mjs";
import { alternating } from "../statistics.mjs";

const HASTE = 20;
const SETTLED = 800;
const KEYS = 10;
const BETWEEN = 60;

export async function growth(bench) {
  for (const count of [0, 200]) await earlierAsks(bench, count);
  for (const length of [0, 1_000, 9_000]) await text(bench, length);
  for (const count of [0, 10_000]) await elements(bench, count);
}

/** An opening after so many asks, of which receipts stay on the page. */
async function earlierAsks({ browser, names, samples, report }, count) {
  const subjects = {};
  for (const name of names) {
    const subject = (subjects[name] = await browser.ready(name, { scripts: [[hurry, HASTE]] }));
    for (let asked = 0; asked < Math.max(count, 3); asked++) await open(subject, 0);
  }
  for (const name of alternating(names, samples)) {
    const { cpu } = await open(subjects[name], SETTLED);
    report.time(`growth-asks-${count}`, `CPU per opening, after ${count} asks`, "ms", name, cpu);
  }
  for (const name of names) await subjects[name].close();
}

async function open(subject, settled) {
  await subject.page.bringToFront();
  await subject.hand(ASKS.plain.input);
  const cost = await subject.during(async () => {
    await subject.ask();
    await pause(settled);
  });
  await subject.answer(ASKS.plain.keys);
  return cost;
}

/** A letter in a field that has so many characters. */
async function text({ browser, names, samples, report }, length) {
  await letter({ browser, names, samples, report }, `growth-text-${length}`, `text of ${length} characters`, async (subject) => {
    await subject.page.keyboard.insertText("word ".repeat(length / 5));
  });
}

/** A letter on a page that has so many other elements. */
async function elements({ browser, names, samples, report }, count) {
  await letter({ browser, names, samples, report }, `growth-elements-${count}`, `${count} elements on the page`, async (subject) => {
    await subject.page.evaluate((count) => {
      const rows = Array.from({ length: count }, (_, number) => Object.assign(document.createElement("p"), { textContent: `Row ${number}` }));
      document.body.append(...rows);
    }, count);
  });
}

async function letter({ browser, names, samples, report }, id, title, prepare) {
  const subjects = {};
  for (const name of names) {
    const subject = (subjects[name] = await browser.ready(name));
    await subject.hand(ASKS.plain.input);
    await subject.ask();
    await subject.isReady();
    await pause(SETTLED);
    await subject.page.keyboard.press("0");
    await prepare(subject);
    await subject.page.keyboard.press("a");
    await pause(SETTLED);
  }
  for (const name of alternating(names, Math.max(2, Math.ceil(samples / 3)))) {
    await subjects[name].page.bringToFront();
    const { cpu } = await subjects[name].during(async () => {
      for (let count = 0; count < KEYS; count++) {
        await subjects[name].page.keyboard.press("a");
        await pause(BETWEEN);
      }
      await pause(SETTLED);
    });
    report.time(id, `CPU per letter, ${title}`, "ms", name, cpu / KEYS);
  }
  for (const name of names) await subjects[name].close();
}
