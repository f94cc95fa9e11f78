// Nobody approves by accident with real keys and clicks. Rhythms are tried natively, by thousands of schedules in
// src/session/tests/clicking_on_a_card.rs and typing_on_a_card.rs; this is a sample of them in a browser, in which the page's clock is held.

import assert from "node:assert/strict";

import { allowedOnce, assertNothingSent, command, isReady } from "./support/approvals.mjs";
import { second } from "./support/form.mjs";
import { Random } from "./support/random.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const SCHEDULES = 24;
/** What somebody may be typing when the card comes. Tab, Enter and Space on a button that was reached by them are meant. */
const KEYS = ["y", "Y", "a", "1", "2", "0", "Enter", "Enter", " ", "Escape", "ArrowDown", "Backspace", "Control+Enter"];

/** A clock that Playwright stops stops for all tabs of its context, so each of these has one of its own. */
const stillClock = { tab: { isAlone: true, prepare: (page) => page.clock.install() } };
const stopClock = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

/** The middle of a button, as far as the pointer is concerned. */
async function middle(button) {
  const { x, y, width, height } = await button.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** One thing that somebody does who does not look: clicks in a row on the button that allows, a key, or a key that is held down. */
async function doesNotLook(page, random, place) {
  switch (random.below(3)) {
    case 0:
      for (let clickCount = 1; clickCount <= 1 + random.below(3); clickCount++) {
        await page.mouse.move(...place);
        await page.mouse.down({ clickCount });
        await page.clock.runFor(random.below(60));
        await page.mouse.up({ clickCount });
      }
      return;
    case 1:
      return page.keyboard.press(random.of(KEYS));
    default: {
      const key = random.of(["Enter", " ", "y", "1"]);
      for (let repeats = 0; repeats < 4; repeats++) {
        await page.keyboard.down(key);
        await page.clock.runFor(random.below(30));
      }
      return page.keyboard.up(key);
    }
  }
}

/** Two cards, one behind the other, and the commands that were allowed. */
async function twoCards(page) {
  const widget = await second(page);
  await page.evaluate(() => {
    window.allowed = [];
    for (const command of ["echo 1", "echo 2"]) {
      const asked = document.getElementById("second").canUseTool("Bash", { command });
      asked.then(({ behavior }) => behavior === "allow" && window.allowed.push(command));
    }
  });
  await isReady(widget);
  assert.match(await widget.dialog.textContent(), /echo 1/);
  return { widget, allowed: () => page.evaluate("window.allowed") };
}

topic("who does not look approves nothing", () => {
  scene("whatever they click and press while the card opens", stillClock, async ({ agent, page, tab, widget }) => {
    for (let seed = 0; seed < SCHEDULES; seed++) {
      const random = new Random(seed);
      await stopClock(page);
      const asked = agent.wants(command(`echo ${seed}`));
      await widget.dialog.locator(".allow").waitFor();
      const place = await middle(widget.dialog.locator(".allow"));
      // Less than the half second in which nothing counts.
      for (let act = 0; act < 2; act++) await doesNotLook(page, random, place);
      await page.clock.resume();
      // Escape may have minimized it, and somebody who types gets it when they have ended.
      await widget.bar.or(widget.dialog).first().waitFor();
      if (await widget.bar.isVisible()) await widget.button("Review").click();
      await isReady(widget);
      // A response whose acknowledgement was slow is sent again, so requests are counted and not frames.
      const decided = new Set(tab.responses().map(({ data }) => data.request_id));
      assert.deepEqual([asked.isSettled, decided.size], [false, seed], `seed ${seed}`);
      await widget.clicks("Deny");
      assert.equal((await asked.result()).behavior, "deny", `seed ${seed}`);
      await widget.isGone();
    }
  });

  scene("a double click allows one card, and not the next", async ({ page }) => {
    const { widget, allowed } = await twoCards(page);
    await widget.button("Allow once").dblclick();
    await becomes(allowed, ["echo 1"]);
    await widget.dialog.getByText("echo 2").waitFor();
    await isReady(widget);
    assert.deepEqual(await allowed(), ["echo 1"]);
  });

  scene("the second click of a double click decides nothing, however late it comes", async ({ agent, page, tab, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    for (const name of ["Allow once", "Deny", "Deny and stop"]) {
      await page.mouse.move(...(await middle(widget.button(name))));
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await assertNothingSent(widget, tab, asked);
    }
    await widget.clicks("Allow once");
    assert.deepEqual(await asked.result(), allowedOnce(command()));
  });

  scene("Enter that is held down allows one card, and not the next", async ({ page }) => {
    const { widget, allowed } = await twoCards(page);
    await widget.button("Allow once").focus();
    await page.keyboard.down("Enter");
    await becomes(allowed, ["echo 1"]);
    await widget.dialog.getByText("echo 2").waitFor();
    await isReady(widget);
    await widget.button("Allow once").focus();
    for (let repeats = 0; repeats < 10; repeats++) await page.keyboard.down("Enter");
    assert.deepEqual(await allowed(), ["echo 1"]);
    await page.keyboard.up("Enter");
    await page.keyboard.press("Enter");
    await becomes(allowed, ["echo 1", "echo 2"]);
  });

  scene("what has just moved takes no click", stillClock, async ({ agent, page, tab, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    await stopClock(page);
    await page.setViewportSize({ width: 800, height: 600 });
    await widget.host.locator(".ask[data-guarded]").waitFor();
    await widget.button("Allow once").click({ noWaitAfter: true });
    await page.clock.resume();
    await widget.isUnguarded();
    await assertNothingSent(widget, tab, asked);
  });
}, { concurrency: 2 });
