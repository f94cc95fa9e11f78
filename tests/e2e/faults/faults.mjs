// The faults: how each strikes, and how it ends. `play` is the cell that is played; see cell.mjs.
//
// - `isNoticed`: the page knows at once that it has no connection.
// - `isOfPage`: it befalls the page and not the way to the bridge.
// - `isTakeover`, `isCrash`, `isPause`, `isSlow`: what a moment has to know of the only one of its kind.
// - `forgets`: the bridge loses its asks. It keeps them in memory, so its agents' calls fail, and they ask again.
// - `isBrief`, `isOfStore`, `loses`: see fleet-faults.mjs.

import assert from "node:assert/strict";

/** How many milliseconds everything takes on a slow link, each way. */
const SLOW = 2_000;

/** Tells the page what a browser tells it when a network is back: nothing else shows soon that a link was half open. */
export const networkIsBack = (page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

async function setOffline(play, offline) {
  play.network ??= await play.page.context().newCDPSession(play.page);
  await play.network.send("Network.enable");
  const free = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await play.network.send("Network.emulateNetworkConditions", { offline, ...free });
}

export const FAULTS = {
  "link half open": {
    strike: (play) => play.link.silence(),
    async heal(play) {
      play.link.mend();
      await networkIsBack(play.page);
      await play.triesAnew();
    },
  },
  "bridge killed": {
    isNoticed: true,
    forgets: true,
    strike: (play) => play.bridge.kill(),
    heal: (play) => play.restart(),
  },
  "bridge paused": {
    isPause: true,
    strike: (play) => play.bridge.pause(),
    heal(play) {
      play.link.mend();
      play.bridge.resume();
    },
  },
  "link cut": {
    isNoticed: true,
    strike: (play) => play.link.cut(),
    heal: (play) => play.link.mend(),
  },
  "link slow": {
    isSlow: true,
    strike(play) {
      play.link.mend();
      play.link.delay(SLOW);
    },
    // It stays slow.
    heal() {},
  },
  offline: {
    isNoticed: true,
    strike: (play) => setOffline(play, true),
    async heal(play) {
      play.link.mend();
      await setOffline(play, false);
    },
  },
  reload: {
    isOfPage: true,
    async strike({ isDown, staysAway, page }) {
      // While the bridge is out of reach the browser has nothing to show but an error of its own.
      if (isDown) {
        await assert.rejects(page.reload());
        await page.waitForURL("chrome-error:**");
      }
      if (staysAway) await page.goto("about:blank");
    },
    async heal(play) {
      play.link.mend();
      if (play.isDown || play.staysAway) await play.page.goto(play.address);
      else await play.page.reload();
    },
  },
  "tab crashed": {
    isOfPage: true,
    isCrash: true,
    async strike(play) {
      // What is typed is kept within a third of a second: a crash may lose that, and no more.
      await play.isKept();
      play.crashed = await play.window.crash(play.page);
    },
    async heal(play) {
      play.link.mend();
      const page = await play.window.revive(play.crashed, play.address);
      await play.opens({ place: { newPage: () => page }, isThere: true });
    },
  },
  "second tab": {
    isOfPage: true,
    isTakeover: true,
    async strike() {},
    async heal(play) {
      play.link.mend();
      await play.opens();
    },
  },
};

/** The bridge goes out of reach of this page, and of it alone where another tab must still come through. */
export async function goDown(play, fault) {
  play.isDown = true;
  if (fault.isTakeover) await setOffline(play, true);
  else play.link.cut();
}

/** And comes back. */
export async function comeBack(play, fault) {
  if (fault.isTakeover) await setOffline(play, false);
  else play.link.mend();
}
