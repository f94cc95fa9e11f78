// Bytes over the wire, brotli, without the HTML and without headers.

import { ASKS } from "../asks.mjs";
import { neverIdle } from "../probe.mjs";

export async function bytes({ browser, server, names, report }) {
  for (const name of names) {
    server.takeLog();
    const sum = () => server.takeLog().reduce((total, { bytes }) => total + bytes, 0);
    const subject = await browser.subject(name, { scripts: [[neverIdle]] });
    await subject.open();
    await subject.page.waitForLoadState("networkidle");
    const before = sum();
    report.count("bytes-before", "bytes before any question", "B", name, before);

    await subject.hand(ASKS.plain.input);
    await subject.ask();
    await subject.page.waitForLoadState("networkidle");
    await subject.isReady();
    const plain = before + sum();
    report.count("bytes-plain", "bytes until a plain question can be answered", "B", name, plain);
    await subject.answer(ASKS.plain.keys);
    await subject.page.waitForTimeout(500);
    const answered = plain + sum();

    await subject.hand(ASKS.previews.input);
    await subject.ask();
    await subject.page.waitForTimeout(1000);
    report.count("bytes-previews", "bytes with markdown and code previews", "B", name, answered + sum());
    await subject.close();

    const idle = await browser.ready(name);
    await idle.page.waitForTimeout(1000);
    report.count("bytes-idle", "bytes fetched by an idle page without any question", "B", name, sum());
    await idle.close();
  }
}
