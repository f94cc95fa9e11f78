// Somebody is at work in the page when a question comes. The page's clock stands still and is moved on by hand, so that
// every moment lasts as long as the test needs.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const stillClock = { tab: { isAlone: true, prepare: (page) => page.clock.install() } };
const stopClock = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

/** The id of what has the page's focus. */
const focusedOnPage = (page) => page.evaluate(() => document.activeElement?.id);

/** Somebody has typed this into the chat's input, the clock stands still, and the dialog of `ask` has opened over it. */
async function opensOver({ agent, chat, page, widget }, text, ask) {
  await chat.isFree();
  await stopClock(page);
  await chat.input.focus();
  await page.keyboard.type(text);
  const asked = agent.ask(ask);
  await widget.bar.waitFor();
  await page.clock.runFor(1_000);
  await widget.dialog.waitFor();
  await page.clock.runFor(500);
  await widget.isUnguarded();
  return asked;
}

topic("a question comes to somebody at work", () => {
  scene("who types sees the bar at once, and keeps the focus and every character", stillClock, async (stage) => {
    const { agent, chat, page, tab, widget } = stage;
    await chat.isFree();
    await stopClock(page);
    await chat.input.focus();
    await page.keyboard.type("1 and ");
    const asked = agent.ask(question("Which?", ["A", "B"]));
    await widget.bar.getByText("Which?").waitFor();
    assert.equal(await focusedOnPage(page), await chat.input.getAttribute("id"));
    for (const word of ["2 ", "more ", "files"]) {
      await page.clock.runFor(700);
      await page.keyboard.type(word);
    }
    assert.equal(await chat.input.inputValue(), "1 and 2 more files");
    assert.equal(await widget.dialog.isVisible(), false);
    assert.ok(await widget.bar.isVisible());
    widget.assertNothingSent(tab, asked);
  });

  for (const [what, ask, typed, presentation = "modal"] of [
    ["one choice", question("Which?", ["A", "B"]), "2 m"],
    ["inline", question("Which?", ["A", "B"]), "2 m", "inline"],
    ["dock", question("Which?", ["A", "B"]), "21", "dock"],
    ["several choices, where Space checks", question("Which?", ["A", "B"], { multiSelect: true }), "2 1"],
    ["numbers", question("Which?", ["A", "B"]), "21"],
  ]) {
    scene(`the dialog gives way to who types on: ${what}`, stillClock, async (stage) => {
      const { chat, page, tab, widget } = stage;
      await widget.host.evaluate((host, value) => host.setAttribute("presentation", value), presentation);
      const asked = await opensOver(stage, "please ", ask);
      await chat.isHeld();
      await page.keyboard.type(typed);
      await widget.dialog.waitFor({ state: "hidden" });
      await becomes(() => chat.input.inputValue(), `please ${typed}`);
      await page.keyboard.type(" ok");
      assert.equal(await chat.input.inputValue(), `please ${typed} ok`);
      await widget.button("Answer").click();
      await widget.dialog.waitFor();
      await widget.assertChecked();
      widget.assertNothingSent(tab, asked);
    });
  }

  scene("over a field that was typed in, a digit drafts and Enter is to be pressed twice", stillClock, async (stage) => {
    const { page, tab, widget } = stage;
    const asked = await opensOver(stage, "please", question("Which?", ["A", "B"]));
    await widget.press("2");
    await widget.assertChecked("B");
    const hint = () => widget.dialog.locator(".keys").getAttribute("data-guard");
    await becomes(hint, null);
    await widget.press("Enter", "Enter");
    widget.assertNothingSent(tab, asked);
    await page.clock.runFor(400);
    await becomes(hint, "Press Enter again to confirm");
    widget.assertNothingSent(tab, asked);
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers["Which?"], "B");
  });

  for (const presentation of ["inline", "dock"]) {
    scene(`${presentation}: whose input is held gets the focus on the title, and Tab goes into the widget`, async (stage) => {
      const { agent, chat, page, widget } = stage;
      await widget.host.evaluate((host, value) => host.setAttribute("presentation", value), presentation);
      await chat.isFree();
      await chat.input.focus();
      const asked = agent.ask(question("Which?", ["A", "B"]));
      await widget.asks("Which?");
      await chat.isHeld();
      await widget.assertFocused("Which?");
      await widget.press("Tab");
      await widget.assertFocused("A");
      await widget.press("2", "Enter");
      assert.equal((await asked.result()).updatedInput.answers["Which?"], "B");
      await chat.isFree();
      await becomes(() => focusedOnPage(page), await chat.input.getAttribute("id"), "it comes back");
    });
  }

  scene("inline, a question far below comes into sight, but not before who types has stopped", stillClock, async (stage) => {
    const { page } = stage;
    await page.evaluate(() => {
      const scroller = Object.assign(document.createElement("div"), { id: "far" });
      scroller.style = "position: fixed; inset: 0; overflow: auto; background: Canvas";
      const above = Object.assign(document.createElement("div"), { style: "height: 3000px" });
      above.append(Object.assign(document.createElement("input"), { id: "own" }));
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      element.setAttribute("presentation", "inline");
      scroller.append(above, element);
      document.body.append(scroller);
    });
    const widget = new Widget(page, page.locator("#second"));
    const ask = (text) => page.evaluate((questions) => void document.getElementById("second").ask(questions), question(text, ["A", "B"]).questions);
    const scrolled = () => page.locator("#far").evaluate((scroller) => scroller.scrollTop);
    const isInSight = async () => {
      const { top, bottom, height } = await widget.title.evaluate((title) => {
        const { top, bottom } = title.getBoundingClientRect();
        return { top, bottom, height: innerHeight };
      });
      return top >= 0 && bottom <= height;
    };
    assert.equal(await scrolled(), 0);
    await ask("First?");
    await widget.asks("First?");
    await becomes(isInSight, true);
    await widget.label("A").click();
    await widget.button("Send").click();
    await widget.isGone();

    await page.locator("#far").evaluate((scroller) => scroller.scrollTo(0, 0));
    await stopClock(page);
    await page.locator("#own").focus();
    await page.keyboard.type("one ");
    await ask("Second?");
    await widget.bar.waitFor();
    await page.keyboard.type("two");
    assert.equal(await scrolled(), 0);
    assert.equal(await page.locator("#own").inputValue(), "one two");
    await page.clock.runFor(1_000);
    await widget.dialog.waitFor();
    await becomes(isInSight, true);
    assert.equal(await focusedOnPage(page), "own", "nobody is called away");
  });

  scene("three quick Escapes leave the field and minimize the dialog, and cancel nothing", stillClock, async (stage) => {
    const { agent, page, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(fixture("database").questions[0].question);
    await widget.press("0");
    await widget.assertFocused("Your own answer");
    await stopClock(page);
    for (let press = 0; press < 3; press++) {
      await widget.press("Escape");
      await page.clock.runFor(60);
    }
    await widget.bar.waitFor();
    assert.ok(await widget.button("Answer").isVisible());
    assert.equal(await widget.button("Undo").count(), 0);
    await page.clock.runFor(10_000);
    assert.ok(await widget.button("Answer").isVisible());
    widget.assertNothingSent(tab, asked);
  });

  scene("a double click on Cancel's place as the dialog opens cancels nothing", stillClock, async (stage) => {
    const { agent, page, tab, widget } = stage;
    await stopClock(page);
    const asked = agent.ask(fixture("database"));
    await widget.dialog.waitFor();
    const { x, y, width, height } = await widget.button("Dismiss").boundingBox();
    await page.clock.runFor(450);
    await page.mouse.move(x + width / 2, y + height / 2);
    for (const clickCount of [1, 2]) {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
      await page.clock.runFor(200);
    }
    await page.clock.runFor(10_000);
    await widget.isUnguarded();
    assert.ok(await widget.dialog.isVisible());
    widget.assertNothingSent(tab, asked);
    await widget.button("Dismiss").click();
    await widget.bar.getByText("Question dismissed").waitFor();
  });

  scene("quick clicks that began over one question do not answer the next", stillClock, async (stage) => {
    const { agent, page, tab, widget } = stage;
    const first = agent.ask(question("One?", ["A", "B"]));
    await widget.asks("One?");
    const second = agent.ask(question("Two?", ["A", "B"]));
    await widget.press("1");
    const middle = async (place) => {
      const { x, y, width, height } = await place.boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await stopClock(page);
    await widget.button("Send").click();
    assert.equal((await first.result()).behavior, "allow");
    await becomes(() => widget.title.textContent(), "Two?");
    const [option, send] = [await middle(widget.label("A")), await middle(widget.dialog.locator("[part=send]"))];
    await page.clock.runFor(450);
    for (const place of [option, option, send]) {
      await page.mouse.click(...place);
      await page.clock.runFor(150);
    }
    await page.clock.runFor(10_000);
    await widget.isUnguarded();
    await widget.assertChecked();
    assert.equal(tab.responses().length, 1);
    assert.equal(second.isSettled, false);
  });
});
