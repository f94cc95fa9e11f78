// Keystroke and click jacking: dialogs open under the fingers of somebody who types in the page. Rhythms are tried natively,
// by thousands of schedules in src/session/tests/typing_without_looking.rs; here the page's clock is held, or nothing depends on it.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { fixture, question } from "./support/asks.mjs";
import { Random } from "./support/random.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

/** A page whose clock a test can stop, so that a moment lasts as long as the test needs, on any machine. */
/** A clock that Playwright stops stops for all tabs of its context, so each of these has one of its own. */
const stillClock = { tab: { isAlone: true, prepare: (page) => page.clock.install() } };
const stopClock = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

// One at a time: what is tested here is time itself.
topic("keystroke and click jacking", () => {
  scene("who types on gets back what they typed, sees a bar, and answers nothing", stillClock, async (stage) => {
    const { agent, page, tab, widget } = stage;
    await page.evaluate(() => document.body.append(Object.assign(document.createElement("textarea"), { id: "own" })));
    await stopClock(page);
    await page.locator("#own").focus();
    await page.keyboard.type("use ");
    const asked = agent.ask(question("Which?", ["A", "B"]));
    await widget.bar.waitFor();
    await page.clock.runFor(1_000);
    await widget.dialog.waitFor();
    await page.clock.runFor(500);
    await widget.isUnguarded();
    await page.keyboard.type("2 m");
    await widget.dialog.waitFor({ state: "hidden" });
    await becomes(() => page.locator("#own").inputValue(), "use 2 m");
    await page.keyboard.type("ore");
    await becomes(() => page.locator("#own").inputValue(), "use 2 more");
    await widget.button("Answer").click();
    await widget.dialog.waitFor();
    await widget.assertChecked();
    await page.clock.resume();
    await widget.isUnguarded();
    widget.assertNothingSent(tab, asked);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).updatedInput.answers["Which?"], "B");
  });

  scene("digits typed into Other are text, in every rhythm and while the window changes", async (stage) => {
    const { agent, page, widget } = stage;
    const random = new Random(7);
    const asked = agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await widget.press("0");
    await widget.assertFocused("Your own answer");
    let text = "";
    for (let count = 0; count < 40; count++) {
      if (count % 10 === 5) await page.setViewportSize({ width: 900 + count, height: 700 });
      const key = random.of(["0", "1", "2", "3", "9", "b", "n", "x"]);
      await page.keyboard.press(key);
      text += key;
      await pause(random.below(30));
    }
    assert.equal(await widget.field.inputValue(), text);
    await widget.assertChecked("Other");
    await widget.isUnguarded();
    await widget.press("Enter");
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), [text]);
  });

  scene("what is pressed as the dialog opens does not count", stillClock, async ({ agent, tab, page, widget }) => {
    await stopClock(page);
    const asked = agent.ask(fixture("database"));
    await widget.dialog.waitFor();
    for (const millis of [0, 400]) {
      await page.clock.runFor(millis);
      await widget.press("1", "Enter", "Control+Enter");
    }
    await page.clock.resume();
    await widget.isUnguarded();
    await widget.assertChecked();
    widget.assertNothingSent(tab, asked);
  });

  scene("what has just moved takes no click", stillClock, async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(question("Where?", ["A", "B"]));
    await widget.asks("Where?");
    await widget.press("1");
    await stopClock(page);
    await page.setViewportSize({ width: 800, height: 600 });
    await widget.host.locator(".ask[data-guarded]").waitFor();
    await widget.button("Send").click({ noWaitAfter: true });
    await page.clock.resume();
    await widget.isUnguarded();
    widget.assertNothingSent(tab, asked);
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers["Where?"], "A");
  });

  scene("a press that began too early and a second click too many decide nothing", stillClock, async (stage) => {
    const { agent, page, tab, widget } = stage;
    const [one, two] = [question("One?", ["A"]), question("Two?", ["B"])];
    await stopClock(page);
    const asked = agent.ask({ questions: [...one.questions, ...two.questions] });
    await widget.dialog.waitFor();
    await widget.label("A").hover();
    await page.mouse.down();
    await page.clock.resume();
    await widget.isUnguarded();
    await page.mouse.up();
    await widget.assertChecked();
    await widget.label("A").click();
    await widget.assertChecked("A");
    await widget.button("Next").click();
    await widget.asks("Two?");
    await widget.label("B").click();
    // The second click falls on Send, which has taken the place of Review.
    await widget.dialog.locator("[part=send]").dblclick();
    await widget.reviews();
    widget.assertNothingSent(tab, asked);
    await widget.button("Send").click();
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("a script of the page cannot answer", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(question("Who?", ["A", "B"]));
    await widget.asks("Who?");
    await widget.host.evaluate((host) => {
      const root = host.shadowRoot;
      const all = (selector) => [...root.querySelectorAll(selector)];
      for (const element of all("input, label, button, summary, [part=option]")) element.click();
      const field = root.querySelector("textarea");
      field.value = "forged";
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
      const mark = root.querySelector("input.mark");
      mark.checked = true;
      mark.dispatchEvent(new Event("change", { bubbles: true }));
      for (const key of ["1", "0", "Enter", "Escape"]) {
        for (const target of all("#title, input, textarea, button")) {
          const init = { key, bubbles: true, composed: true, cancelable: true, ctrlKey: key === "Enter" };
          target.dispatchEvent(new KeyboardEvent("keydown", init));
        }
      }
    });
    await widget.press("Enter");
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    widget.assertNothingSent(tab, asked);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).updatedInput.answers["Who?"], "B");
  });
}, { concurrency: 1 });
