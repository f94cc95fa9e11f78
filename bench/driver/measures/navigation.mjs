// From the navigation to the first question that has the focus.

import { ASKS, frameOf } from "../asks.mjs";
import { alternating } from "../statistics.mjs";

const megabits = (number) => (number * 1e6) / 8;

const NETWORKS = {
  nine: { downloadThroughput: megabits(9), uploadThroughput: megabits(9), latency: 60 },
  slow: { downloadThroughput: megabits(1.6), uploadThroughput: megabits(0.75), latency: 150 },
};

const CONDITIONS = [
  { id: "cold", title: "cold" },
  { id: "warm", title: "warm", isWarm: true },
  { id: "9mbps", title: "9 Mbps, 60 ms", network: NETWORKS.nine },
  { id: "1.6mbps", title: "1.6 Mbps, 150 ms", network: NETWORKS.slow },
  { id: "9mbps-preload", title: "9 Mbps, 60 ms, with preload lines", network: NETWORKS.nine, path: "preload/" },
  { id: "1.6mbps-preload", title: "1.6 Mbps, 150 ms, with preload lines", network: NETWORKS.slow, path: "preload/" },
  { id: "cpu4", title: "cold, CPU × 4", slower: 4 },
];

export async function navigation({ browser, names, samples, report }) {
  for (const condition of CONDITIONS) {
    // The second visit makes the code cache, the third uses it.
    const profiles = {};
    if (condition.isWarm) {
      for (const name of names) {
        profiles[name] = await browser.profile();
        for (let visit = 0; visit < 3; visit++) await once(browser, name, condition, profiles[name]);
      }
    }
    for (const name of alternating(names, samples)) {
      const { focused } = await once(browser, name, condition, profiles[name]);
      report.time(`navigation-${condition.id}`, `navigation → first question, ${condition.title}`, "ms", name, focused);
    }
    for (const name of names) await profiles[name]?.close();
  }
}

async function once(browser, name, { network, slower, path }, profile) {
  const first = [(text) => void (window.firstFrame = text), frameOf(ASKS.plain.input)];
  const subject = await browser.subject(name, { profile, scripts: [first] });
  if (network) {
    await subject.client.send("Network.enable");
    await subject.client.send("Network.emulateNetworkConditions", { offline: false, ...network });
  }
  if (slower) await subject.client.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await subject.open(path);
  const times = await subject.page.evaluate(() => window.probe.first);
  await subject.page.waitForTimeout(100);
  await subject.close();
  return times;
}
