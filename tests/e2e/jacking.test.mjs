// Keystroke and click jacking: dialogs open under the fingers of somebody who types in the page, in a random rhythm with
// digits and Enter. Nothing of it is an answer, no character that went into the page's field is lost, and afterwards the
// dialog can be used. The same is tried natively by thousands of schedules in src/session/tests/jacking.rs.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { fixture, question } from "./support/asks.mjs";
import { Random } from "./support/random.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes, within } from "./support/until.mjs";

const KEYS = ["1", "2", "Enter", "Enter", "Space", "a", "n", "b", "x", "Control+Enter"];
const SCENES = 4;
const SCHEDULES = 8;

/** Keys closer than this belong to one another, with room for a machine that is late: the guard wants 500 ms of rest. */
const BLIND = 450;

/** Gives the page a field of its own, and a log of every key: when, and where it went. */
async function prepare(page) {
  const opening = {};
  // Waiting for the dialog by looking again and again would be slower than the guard.
  await page.exposeBinding("tellOpened", () => opening.tell?.());
  await page.evaluate(addField);
  return () => new Promise((resolve) => (opening.tell = resolve));
}

/** Runs in the page. */
function addField() {
  const field = document.createElement("textarea");
  field.id = "own";
  document.body.append(field);
  window.keys = [];
  window.opened = 0;
  window.addEventListener(
    "keydown",
    (event) => window.keys.push({ key: event.key, at: performance.now(), own: event.composedPath()[0] === field }),
    true,
  );
  document.addEventListener("ask-user-ask", () => {
    window.opened = performance.now();
    window.tellOpened();
  });
}

/** What stands in the field after these keys. */
function written(keys) {
  const text = { Enter: "\n", Space: " " };
  return keys.filter(({ own }) => own).map(({ key }) => (key.length === 1 ? key : (text[key] ?? ""))).join("");
}

/** One schedule. Whether all of it was so fast that nobody could have seen the dialog. */
async function lives({ agent, page, tab, widget }, opening, random, name) {
  await page.evaluate(() => {
    document.getElementById("own").value = "";
    window.keys = [];
  });
  const opens = opening();
  const asked = agent.ask(question(name, ["A", "B"]));
  const input = page.locator("#own");
  const type = async () => {
    await page.keyboard.press(random.of(KEYS.filter((key) => key !== "Control+Enter")));
    await pause(random.below(120));
  };
  // They type when it comes; it waits until they rest, and opens.
  await input.focus();
  for (let count = 1 + random.below(6); count > 0; count--) await type();
  await within(opens, "the dialog");
  // They go on, having seen nothing.
  await pause(random.below(200));
  for (let count = 1 + random.below(8); count > 0; count--) {
    await page.keyboard.press(random.of(KEYS));
    await pause(random.below(150));
  }
  const { keys, opened, value } = await page.evaluate(() => {
    const { keys, opened } = window;
    return { keys, opened, value: document.getElementById("own").value };
  });
  assert.equal(value, written(keys), "the page's field has every character that went there");
  const late = keys.filter(({ at }) => at > opened);
  const gaps = late.map(({ at }, index) => at - (index === 0 ? opened : late[index - 1].at));
  const isBlind = gaps.every((gap) => gap < BLIND);
  if (isBlind) {
    await widget.asks(name);
    await widget.assertChecked();
    assert.equal(await widget.field.inputValue(), "");
    assert.equal(asked.isSettled, false);
    assert.ok(!tab.responses().some(({ data }) => data.question_id === undefined || data.answers?.[name]));
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[name], "B");
  } else {
    // The machine was late, and so they may have meant it.
    asked.hangUp();
    await page.reload();
    await page.evaluate(addField);
  }
  return isBlind;
}

/** A page whose clock a test can stop, so that a moment lasts as long as the test needs, on any machine. */
const stillClock = { tab: { prepare: (page) => page.clock.install() } };
const stopClock = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

// One at a time: what is tested here is time itself.
topic("keystroke and click jacking", () => {
  for (let number = 0; number < SCENES; number++) {
    scene(`who types on without looking answers nothing (${number})`, async (stage) => {
      const random = new Random(number);
      const opening = await prepare(stage.page);
      let blind = 0;
      for (let index = 0; index < SCHEDULES; index++) {
        blind += await lives(stage, opening, random, `Seed ${number}, schedule ${index}?`);
      }
      assert.ok(blind > SCHEDULES / 2, `only ${blind} schedules were fast enough to show anything`);
    });
  }

  scene("who never stops typing is interrupted after five seconds, and answers nothing", async (stage) => {
    const { agent, page, tab, widget } = stage;
    await prepare(page);
    await page.locator("#own").focus();
    await page.keyboard.press("1");
    const asked = agent.ask(question("Now?", ["A", "B"]));
    const random = new Random(99);
    while (!(await widget.dialog.isVisible())) {
      await page.keyboard.press(random.of(["1", "2", "Enter"]));
      await pause(random.below(200));
    }
    for (let count = 0; count < 12; count++) {
      await page.keyboard.press(random.of(["1", "2", "Enter"]));
      await pause(random.below(200));
    }
    await widget.asks("Now?");
    await widget.assertChecked();
    widget.assertNothingSent(tab, asked);
    const [keys, value] = await page.evaluate(() => [window.keys, document.getElementById("own").value]);
    assert.equal(value, written(keys));
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
