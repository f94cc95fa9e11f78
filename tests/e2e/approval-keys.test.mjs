// Nothing is allowed by accident: keys, the button that leads on, presses too many, and the bar.

import assert from "node:assert/strict";

import { RULE, allowedOnce, assertNothingSent, command, denied, isLookedAt, isReady, readOn, readOnText } from "./support/approvals.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const LONG = Array.from({ length: 60 }, (_, line) => `echo ${line} # ${"words ".repeat(9)}`).join("\n");
const small = { tab: { viewport: { width: 360, height: 500 }, media: { reducedMotion: "reduce" } } };
/** Presses the button that leads on until nothing is left. */
async function readsOn(page, widget) {
  await isLookedAt(page);
  while (await readOn(widget).isVisible()) {
    await readOn(widget).click();
    await isLookedAt(page);
  }
}

const scrollTop = (widget) => widget.dialog.locator("[part=body]").evaluate((body) => Math.round(body.scrollTop));

topic("an approval is not given by accident", () => {
  scene("no digit, no letter and no Enter allows or denies", async ({ agent, tab, page, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    await widget.assertFocused("Allow Bash?");
    for (const key of ["1", "2", "0", "y", "a", "A", "b", "d", "Enter", " ", "ArrowDown", "ArrowRight", "Backspace", "Control+Enter"]) {
      await page.keyboard.press(key);
    }
    await assertNothingSent(widget, tab, asked);
    await page.keyboard.press("n");
    await page.keyboard.type("y1\n\n");
    await page.keyboard.press("Control+Enter");
    await assertNothingSent(widget, tab, asked);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await widget.isFolded();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.equal(await widget.bar.getByRole("button").count(), 1, "the bar does not cancel a request");
    await widget.bar.getByText("Approval needed").waitFor();
    widget.assertNothingSent(tab, asked);
    await widget.button("Review").click();
    await isReady(widget);
  });

  scene("with the keyboard alone: Tab to a button, and Enter or Space", async ({ agent, page, widget }) => {
    for (const [name, key, expected] of [
      ["Allow once", "Enter", allowedOnce(command())],
      ["Deny", " ", denied()],
    ]) {
      const asked = agent.wants(command());
      await isReady(widget);
      const passed = [];
      do {
        await page.keyboard.press("Tab");
        passed.push(await widget.focused());
        assert.ok(passed.length < 20, `Tab never came to ${name}: ${passed}`);
      } while (passed.at(-1) !== name);
      const places = ["Edit", "Always…", "Deny", "Deny and stop", "Allow once"];
      assert.deepEqual(passed.filter((one) => places.includes(one)), places.slice(0, places.indexOf(name) + 1));
      await widget.isUnguarded();
      await page.keyboard.press(key);
      assert.deepEqual(await asked.result(), expected);
      await widget.isGone();
    }
  });

  scene("one to be careful with opens with the focus on Deny", async ({ agent, widget }) => {
    agent.wants(command("rm -rf build", { defaultToNo: true }));
    await isReady(widget);
    await widget.assertFocused("Deny");
  });

  scene("the page of rules has no message to write", async ({ agent, page, widget }) => {
    agent.wants(command());
    await isReady(widget);
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    assert.equal(await widget.dialog.getByText("Message").count(), 0);
    await page.keyboard.press("n");
    await widget.assertFocused("Choose what to remember");
    await widget.clicks("Back");
    await isReady(widget);
  });

  scene("what was not in view cannot be allowed, and the button leads to it", small, async (stage) => {
    const { agent, tab, page, widget } = stage;
    const request = command(LONG);
    const asked = agent.wants(request);
    await widget.asks("Allow Bash?");
    const next = readOn(widget);
    await next.waitFor();
    const lines = async () => parseInt((await readOnText(widget))?.match(/\d+/)[0] ?? "0", 10);
    const all = await lines();
    assert.ok(all > 40 && all < 70, `${all} lines of 60 and what stands around them`);
    // What is skipped was not in view.
    await widget.dialog.locator("[part=body]").evaluate((body) => (body.scrollTop = body.scrollHeight));
    await isLookedAt(page);
    assert.ok(await next.isVisible(), "the end alone is not all of it");
    // What allows stands there, takes nothing, and says why.
    const allow = widget.button("Allow once");
    assert.equal(await allow.getAttribute("aria-disabled"), "true");
    await allow.click({ force: true });
    await becomes(() => widget.alert.textContent(), "Read the whole request first.");
    widget.assertNothingSent(tab, asked);
    const place = await allow.boundingBox();
    await next.click();
    const first = await scrollTop(widget);
    let presses = 1;
    for (let before = await lines(); before > 0 && presses < 60; presses++) {
      await next.click();
      await isLookedAt(page);
      const left = await lines();
      assert.ok(left <= before, `${left} lines are left of ${before}`);
      before = left;
    }
    assert.deepEqual(await allow.boundingBox(), place, "what allows has not moved");
    assert.ok(presses > 3, `${presses} presses led through all of it`);
    assert.ok((await scrollTop(widget)) > first);
    widget.assertNothingSent(tab, asked);
    await isReady(widget);
    await widget.clicks("Allow once");
    assert.deepEqual(await asked.result(), allowedOnce(request));
  });

  scene("one line that is higher than the window has to be read as well", small, async ({ agent, page, widget }) => {
    agent.wants(command(`echo ${"x".repeat(6_000)}; rm -rf ~`));
    await widget.asks("Allow Bash?");
    await widget.dialog.locator("[part=body]").evaluate((body) => (body.scrollTop = body.scrollHeight));
    await isLookedAt(page);
    assert.ok(await readOn(widget).isVisible());
  });

  scene("rules that were not in view are not remembered", small, async ({ agent, tab, page, widget }) => {
    const rules = Array.from({ length: 40 }, (_, index) => ({ toolName: "Bash", ruleContent: `npm run step-${index}:*` }));
    const asked = agent.wants(command("npm test", { suggestions: [{ ...RULE, rules }] }));
    await widget.asks("Allow Bash?");
    await readsOn(page, widget);
    await isReady(widget);
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    await widget.checks(widget.host.locator(".ask:not([data-guarded])").getByRole("checkbox"));
    await widget.button("Allow and remember").click({ force: true });
    await becomes(() => widget.alert.textContent(), "Read the whole request first.");
    widget.assertNothingSent(tab, asked);
    assert.ok(await readOn(widget).isVisible());
    await readsOn(page, widget);
    await widget.clicks("Allow and remember");
    assert.equal((await asked.result()).updatedPermissions[0].rules.length, 40);
  });

  scene("on the page of rules the button that leads on leads back to a request that was not in view", small, async (stage) => {
    const { agent, widget } = stage;
    agent.wants(command(LONG));
    await widget.asks("Allow Bash?");
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    await readOn(widget).click();
    await widget.asks("Allow Bash?");
  });

  scene("presses too many on the button that leads on allow nothing", small, async ({ agent, tab, page, widget }) => {
    const asked = agent.wants(command(LONG));
    await widget.asks("Allow Bash?");
    await readOn(widget).focus();
    // As fast as they come, until some time after nothing is left.
    while (await readOn(widget).isVisible()) await page.keyboard.press("Enter");
    for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
    await assertNothingSent(widget, tab, asked);
  });

  for (const [how, viewport] of [["Enter", small.tab.viewport], [" ", { width: 1280, height: 500 }], ["click", small.tab.viewport]]) {
    const still = { tab: { viewport, isAlone: true, prepare: (page) => page.clock.install() } };
    scene(`who reads on in a steady rhythm allows nothing: ${how}, ${viewport.width} px`, still, async (stage) => {
      const { agent, tab, page, widget } = stage;
      const asked = agent.wants(command(LONG));
      await widget.asks("Allow Bash?");
      const next = readOn(widget);
      await next.focus();
      const { x, y, width, height } = await next.boundingBox();
      const press = () => (how === "click" ? page.mouse.click(x + width / 2, y + height / 2) : page.keyboard.press(how));
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
      let presses = 0;
      let left = await readOnText(widget);
      for (let pause = 600; left !== null; pause = 600 + ((pause * 7) % 2_400)) {
        await press();
        await becomes(async () => (await readOnText(widget)) !== left, true, `press ${presses}`);
        await page.clock.runFor(pause);
        assert.ok(++presses < 80);
        left = await readOnText(widget);
      }
      // The rhythm goes on when nothing is left.
      for (const pause of [700, 1_300, 2_100, 3_000]) {
        await press();
        await page.clock.runFor(pause);
      }
      await page.clock.resume();
      await assertNothingSent(widget, tab, asked);
      assert.equal(await widget.button("Allow once").getAttribute("aria-disabled"), null, "everything was in view");
      await widget.clicks("Allow once");
      assert.deepEqual(await asked.result(), allowedOnce(command(LONG)));
    });
  }

  scene("who types in the page when it comes gives no consent", async ({ agent, chat, page, tab, widget }) => {
    await chat.isFree();
    await chat.input.focus();
    await page.keyboard.type("yes 1 ");
    const asked = agent.wants(command());
    await widget.bar.waitFor();
    await page.keyboard.type("and 2 a y ok", { delay: 40 });
    await becomes(() => chat.input.inputValue(), "yes 1 and 2 a y ok");
    widget.assertNothingSent(tab, asked);
  });
});
