// What a page does while nobody does anything: with nothing asked, and while a countdown runs.

import { setTimeout as pause } from "node:timers/promises";

import { ASKS } from "../asks.mjs";
import { alternating } from "../statistics.mjs";

export async function rest({ browser, names, seconds, rounds, report }) {
  const subjects = {};
  for (const name of names) {
    const subject = (subjects[name] = await browser.ready(name));
    await subject.hand(ASKS.plain.input);
    await subject.ask();
    await subject.answer(ASKS.plain.keys);
  }
  await pause(7000);
  await watch("idle", "idle page", { subjects, names, seconds, rounds, report });
  for (const name of names) {
    await subjects[name].hand(ASKS.plain.input, 3000);
    await subjects[name].ask();
  }
  await pause(2000);
  await watch("countdown", "countdown", { subjects, names, seconds, rounds, report });
  for (const name of names) await subjects[name].close();
}

async function watch(id, title, { subjects, names, seconds, rounds, report }) {
  for (const name of alternating(names, rounds)) {
    const { cpu, layouts, styles } = await subjects[name].during(() => pause(seconds * 1000));
    const minute = 60 / seconds;
    report.time(`${id}-cpu`, `${title}, CPU a minute`, "ms", name, cpu * minute);
    report.sample(`${id}-styles`, `${title}, style recalculations a minute`, "", name, styles * minute);
    report.sample(`${id}-layouts`, `${title}, layouts a minute`, "", name, layouts * minute);
  }
}
