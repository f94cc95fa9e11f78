// One question, one choice: by mouse and by keyboard, and exactly what the agent gets.

import assert from "node:assert/strict";

import { allowed, fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

/** The chosen option's preview goes back beside the answer. */
function preview(input, index) {
  return { [input.questions[0].question]: { preview: input.questions[0].options[index].preview } };
}

topic("single choice", () => {
  scene("a click and Send give the agent its own label and every key of its input", async (stage) => {
    const { agent, widget, chat } = stage;
    const metadata = { source: "e2e", list: [1, null, { deep: true }] };
    const input = { ...fixture("database"), metadata, extra: "unknown" };
    const asked = agent.ask(input);
    await widget.asks(DATABASE);
    await widget.label("PostgreSQL").click();
    await widget.assertChecked("PostgreSQL");
    await widget.button("Send").click();

    const answers = { [DATABASE]: "PostgreSQL (Recommended)" };
    assert.deepEqual(await asked.result(), allowed(input, answers, preview(input, 0)));
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(await chat.receipts.allTextContents(), ["Database: PostgreSQL"]);
  });

  scene("everything that the agent wrote is on the screen", async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.dialog.getByText("Database", { exact: true }).waitFor();
    for (const { label, description } of fixture("database").questions[0].options) {
      await widget.label(label.replace(" (Recommended)", "")).waitFor();
      await widget.label(description).waitFor();
    }
    assert.equal(await widget.dialog.getByText("Recommended", { exact: true }).count(), 1, "one badge, from the label");
    await widget.option("Other").waitFor();
    await widget.assertChecked();
  });

  scene("a click on the description chooses its row", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.label("Document DB, flexible schema for rapid development").click();
    await widget.assertChecked("MongoDB");
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
  });

  scene("a digit and Enter answer", async ({ agent, widget }) => {
    const input = fixture("database");
    const asked = agent.ask(input);
    await widget.asks(DATABASE);
    await widget.press("2");
    await widget.assertChecked("MongoDB");
    await widget.press("Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [DATABASE]: "MongoDB" }, preview(input, 1)));
    await widget.isGone();
  });

  scene("the arrow keys, Space and Enter answer", async ({ agent, widget }) => {
    const input = fixture("database");
    const asked = agent.ask(input);
    await widget.asks(DATABASE);
    await widget.press("ArrowDown");
    await widget.assertFocused("PostgreSQL");
    await widget.assertChecked("PostgreSQL");
    await widget.press("Space");
    await widget.assertChecked("PostgreSQL");
    await widget.press("Enter");
    const answers = { [DATABASE]: "PostgreSQL (Recommended)" };
    assert.deepEqual(await asked.result(), allowed(input, answers, preview(input, 0)));
  });

  scene("moving over the options makes a draft and never an answer", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("ArrowDown", "ArrowDown", "ArrowDown");
    await widget.assertFocused("SQLite");
    await widget.assertChecked("SQLite");
    widget.assertNothingSent(tab, asked);
    await widget.press("ArrowUp", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
    await becomes(() => tab.responses().length, 1, "one answer, one frame");
  });

  scene("ArrowUp from the title goes to the last row, and around again", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("ArrowUp");
    await widget.assertFocused("Other");
    await widget.assertChecked("Other");
    await widget.press("ArrowDown");
    await widget.assertFocused("PostgreSQL");
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "PostgreSQL (Recommended)");
  });

  scene("the last choice counts", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1");
    await widget.label("SQLite").click();
    await widget.press("2");
    await widget.assertChecked("MongoDB");
    await widget.press("Control+Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
  });

  scene("a lone pick with a comma or quotes stands for itself", async ({ agent, widget }) => {
    const input = question("How sure are you?", ['Yes, "always"', "No"]);
    const asked = agent.ask(input);
    await widget.asks("How sure are you?");
    await widget.press("1", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { "How sure are you?": 'Yes, "always"' }));
  });

  scene("from the title the arrows go to what is chosen", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("auth"));
    const [first] = fixture("auth").questions;
    await widget.asks(first.question);
    await widget.press("3", "Enter");
    await widget.asks(fixture("auth").questions[1].question);
    await widget.press("b");
    await widget.asks(first.question);
    await widget.press("ArrowDown");
    await widget.assertFocused(first.options[2].label);
    await widget.press("Enter", "1", "Control+Enter");
    assert.equal((await asked.result()).updatedInput.answers[first.question], first.options[2].label);
  });
});
