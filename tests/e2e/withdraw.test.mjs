// The agent hangs up: its question is no longer needed.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

topic("withdraw", () => {
  scene("an untouched dialog closes and the chat is free", async ({ agent, tab, widget, chat }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    asked.hangUp();
    await widget.isGone();
    await chat.isFree();
    await becomes(() => chat.messages("note"), ["The agent is no longer waiting for an answer."]);
    assert.deepEqual(tab.responses(), []);
  });

  scene("a draft stays to be read, and a notice says why", async ({ agent, tab, widget, chat }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    asked.hangUp();
    await widget.notice.getByText("The agent is no longer waiting for this answer").waitFor();
    await chat.isFree();
    assert.equal(await widget.field.inputValue(), "MariaDB");
    await widget.field.press("Enter");
    await widget.clicks("Close");
    await widget.isGone();
    assert.deepEqual(tab.responses(), []);
  });

  scene("the next question follows at once", async ({ agent, widget }) => {
    const first = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const second = agent.ask(question("And now?", ["Yes", "No"]));
    first.hangUp();
    await widget.asks("And now?");
    await widget.assertFocused("And now?");
    await widget.press("1", "Enter");
    assert.equal((await second.result()).updatedInput.answers["And now?"], "Yes");
  });
});
