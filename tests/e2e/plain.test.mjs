// A bridge that speaks the basic protocol only: the same for the person and for the agent.

import assert from "node:assert/strict";

import { allowed, CANCELLED, fixture, TIME_TO_TYPE, TIMED_OUT } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const plain = { flags: ["--plain"] };

topic("plain bridge", () => {
  scene("an answer arrives without annotations", plain, async ({ agent, tab, widget, chat }) => {
    const input = fixture("database");
    const asked = agent.ask(input);
    await widget.asks(DATABASE);
    await widget.press("1", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [DATABASE]: "PostgreSQL (Recommended)" }));
    await widget.isGone();
    await chat.isFree();
    const [response] = tab.responses();
    assert.deepEqual(Object.keys(response.data), ["question_id", "answers", "cancelled"]);
  });

  scene("a cancel arrives", plain, async ({ agent, widget, chat }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Dismiss").click();
    assert.deepEqual(await asked.result(), CANCELLED);
    await widget.isGone();
    await chat.isFree();
  });

  scene("a time-out arrives", plain, async ({ agent, widget, chat }) => {
    const asked = agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    assert.deepEqual(await asked.result(), TIMED_OUT);
    await widget.isGone();
    await chat.isFree();
  });

  scene("questions follow one another", plain, async ({ agent, widget }) => {
    const one = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const two = agent.ask(fixture("features"));
    await widget.press("3", "Enter");
    assert.equal((await one.result()).updatedInput.answers[DATABASE], "SQLite");
    await widget.asks("Which features should we enable?");
    await widget.press("2", "Enter");
    assert.equal((await two.result()).behavior, "allow");
    await widget.isGone();
  });

  scene("a question is shown again after a reload, and answered", plain, async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await page.reload();
    await widget.asks(DATABASE);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
    await becomes(() => widget.dialog.isVisible(), false);
  });
});
