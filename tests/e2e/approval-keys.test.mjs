// Nothing is allowed by accident: keys, the button that leads on, presses too many, and the bar.

import assert from "node:assert/strict";

import { allowedOnce, assertNothingSent, command, denied, isReady } from "./support/approvals.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const LONG = Array.from({ length: 60 }, (_, line) => `echo ${line} # ${"words ".repeat(9)}`).join("\n");
const small = { tab: { viewport: { width: 360, height: 500 } } };
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
    const next = widget.button("Keep reading");
    await next.waitFor();
    // What is skipped was not in view.
    await widget.dialog.locator("[part=body]").evaluate((body) => (body.scrollTop = body.scrollHeight));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(await next.isVisible(), "the end alone is not all of it");
    await next.click();
    const first = await scrollTop(widget);
    let presses = 1;
    for (; (await next.isVisible()) && presses < 60; presses++) {
      await next.click();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
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
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(await widget.button("Keep reading").isVisible());
  });

  scene("presses too many on the button that leads on allow nothing", small, async ({ agent, tab, page, widget }) => {
    const asked = agent.wants(command(LONG));
    await widget.asks("Allow Bash?");
    await widget.button("Keep reading").focus();
    // As fast as they come, until some time after the button allows.
    while (await widget.button("Keep reading").isVisible()) await page.keyboard.press("Enter");
    for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
    await assertNothingSent(widget, tab, asked);
  });

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
