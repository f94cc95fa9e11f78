// Bytes over the wire, brotli, without the HTML and without headers.

import { setTimeout as pause } from "node:timers/promises";

import { ASKS } from "../asks.mjs";
import { neverIdle } from "../probe.mjs";

/** After this time, in milliseconds, a page has fetched what it wants to have by then. The browser tells only once of a network that is idle. */
const FETCHED = 1000;

export async function bytes({ browser, server, names, report }) {
  for (const name of names) {
    server.takeLog();
    const sum = () => server.takeLog().reduce((total, { bytes }) => total + bytes, 0);
    const subject = await browser.subject(name, { scripts: [[neverIdle]] });
    await subject.open();
    await pause(FETCHED);
    const before = sum();
    report.count("bytes-before", "bytes before any question", "B", name, before);

    await subject.hand(ASKS.plain.input);
    await subject.ask();
    await subject.isReady();
    const plain = before + sum();
    report.count("bytes-plain", "bytes until a plain question can be answered", "B", name, plain);
    await pause(FETCHED);
    const later = plain + sum();
    report.count("bytes-plain-later", "bytes 1 s after that", "B", name, later);
    await subject.answer(ASKS.plain.keys);
    await pause(FETCHED);
    const answered = later + sum();

    await subject.hand(ASKS.previews.input);
    await subject.ask();
    await pause(FETCHED);
    report.count("bytes-previews", "bytes with markdown and code previews", "B", name, answered + sum());
    await subject.close();

    const idle = await browser.ready(name);
    await pause(FETCHED);
    report.count("bytes-idle", "bytes fetched by an idle page without any question", "B", name, sum());
    await idle.close();
  }
}
