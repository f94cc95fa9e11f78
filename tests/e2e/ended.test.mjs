// An ask that has ended with something typed: it is there to read and copy, asks for nothing, and holds nobody up.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const WITHDRAWN = "The agent is no longer waiting for this answer";

const isModal = (widget) => widget.dialog.evaluate((dialog) => dialog.matches(":modal"));
const chatHasFocus = (chat) => chat.input.evaluate((input) => input === document.activeElement);

/** An ask in which somebody has typed, and which the agent withdraws. */
async function ended({ agent, widget, chat }, input = fixture("database"), text = DATABASE) {
  await chat.input.focus();
  const asked = agent.ask(input);
  await widget.asks(text);
  assert.equal(await isModal(widget), true);
  await widget.field.fill("MariaDB");
  asked.hangUp();
  await widget.notice.getByText(WITHDRAWN).waitFor();
  await chat.isFree();
}

topic("what has ended", () => {
  scene("leaves the chat to be used, and gives the focus back when it closes", async (stage) => {
    const { page, tab, widget, chat } = stage;
    await ended(stage, question("Which one?", ["PostgreSQL", "SQLite"]), "Which one?");
    await becomes(() => isModal(widget), false);
    // Who types on writes nowhere: not into the page, and not into what can only be read.
    await widget.assertFocused("Which one?");
    await page.keyboard.type("x 10");
    assert.equal(await chat.input.inputValue(), "");
    assert.equal(await widget.field.inputValue(), "MariaDB");

    await chat.input.click({ position: { x: 10, y: 10 } });
    await page.keyboard.type("Never mind");
    assert.equal(await chat.input.inputValue(), "Never mind");
    await widget.asks("Which one?");
    await widget.field.click();
    await widget.press("Control+A");
    assert.equal(await widget.field.evaluate((field) => field.selectionEnd - field.selectionStart), "MariaDB".length);
    await widget.isUnguarded();
    await widget.button("Close").click();
    await widget.isGone();
    await becomes(() => chatHasFocus(chat), true);
    assert.deepEqual(tab.responses(), []);
  });

  scene("keeps no ring in the field, and no words that ask for something", async (stage) => {
    const { widget } = stage;
    await ended(stage);
    await widget.assertFocused(DATABASE);
    assert.equal(await widget.dialog.locator(".field:focus").count(), 0);
    for (const part of [".hint", ".key", ".cap", ".notes-title", ".timer"]) {
      assert.equal(await widget.dialog.locator(part).filter({ visible: true }).count(), 0, part);
    }
    const placeholder = await widget.field.evaluate((field) => getComputedStyle(field, "::placeholder").opacity);
    assert.equal(placeholder, "0", "an empty field invites nobody to write");
    // What is hidden would still be read out as a description.
    assert.equal(await widget.dialog.getByRole("radiogroup").getAttribute("aria-describedby"), null);
    assert.deepEqual(await widget.dialog.getByRole("button").allTextContents(), ["Copy", "Close", ""]);
  });

  scene("stays so when it is minimized and opened again; the next question is modal", async (stage) => {
    const { agent, page, widget } = stage;
    await ended(stage);
    await widget.isUnguarded();
    await widget.press("Escape");
    await widget.isFolded();
    await widget.button("View draft").click();
    await widget.notice.getByText(WITHDRAWN).waitFor();
    assert.equal(await isModal(widget), false);
    await widget.assertFocused(DATABASE);
    agent.ask(question("And now?", ["Yes", "No"]));
    await widget.queued.getByText("1").waitFor();
    await widget.isUnguarded();
    await widget.button("Close").click();
    await widget.asks("And now?");
    assert.equal(await isModal(widget), true);
    await widget.assertFocused("And now?");
    await page.mouse.click(3, 3);
    await widget.press("1");
    await widget.assertChecked("Yes");
  });

  scene("takes no focus from the page when it stands in the page's flow", async (stage) => {
    const { agent, page, widget } = stage;
    await widget.host.evaluate((host) => host.setAttribute("presentation", "inline"));
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement("input"), { id: "elsewhere" }));
      document.getElementById("elsewhere").focus();
    });
    asked.hangUp();
    await widget.notice.getByText(WITHDRAWN).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "elsewhere");
  });
});
