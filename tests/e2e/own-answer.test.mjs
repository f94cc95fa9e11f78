// "Other": an answer in the person's own words.

import assert from "node:assert/strict";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

topic("own answer", () => {
  scene("digits typed into the field stay text", async ({ agent, tab, widget, chat }) => {
    const input = fixture("database");
    const asked = agent.ask(input);
    await widget.asks(DATABASE);
    await widget.press("0");
    await widget.assertFocused("Your own answer");
    await widget.page.keyboard.type("123 b 0");
    assert.equal(await widget.field.inputValue(), "123 b 0");
    await widget.assertChecked("Other");
    widget.assertNothingSent(tab, asked);
    await widget.press("Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [DATABASE]: "123 b 0" }));
    await becomes(() => chat.receipts.allTextContents(), ["Database: 123 b 0"]);
  });

  scene("Shift+Enter makes a new line and Enter sends both", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.click();
    await widget.page.keyboard.type("MariaDB");
    await widget.press("Shift+Enter");
    await widget.page.keyboard.type("on the old server");
    assert.equal(await widget.field.inputValue(), "MariaDB\non the old server");
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MariaDB\non the old server");
  });

  scene("typing chooses Other instead of the option", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("3");
    await widget.field.fill("DuckDB");
    await widget.assertChecked("Other");
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "DuckDB");
  });

  scene("an option chosen after typing is the answer, and the text is kept", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("DuckDB");
    await widget.label("SQLite").click();
    await widget.assertChecked("SQLite");
    assert.equal(await widget.field.inputValue(), "DuckDB");
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "SQLite");
  });

  scene("a click on the row of Other goes to its field", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.label("Other").click();
    await widget.assertFocused("Your own answer");
    await widget.page.keyboard.type("Redis");
    await widget.press("Control+Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "Redis");
  });

  scene("Escape leaves the field and keeps the text", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("0");
    await widget.page.keyboard.type("Redis");
    await widget.press("Escape");
    await widget.assertFocused("Other");
    assert.equal(await widget.dialog.isVisible(), true, "the first Escape only leaves the field");
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "Redis");
  });

  scene("blanks are no answer", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("0", "Space", "Shift+Enter", "Enter", "Control+Enter");
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    widget.assertNothingSent(tab, asked);
    await widget.page.keyboard.type("Redis");
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "Redis");
  });

  scene("a question without options is answered in words", async ({ agent, widget }) => {
    const input = { questions: [{ question: "What is it called?" }] };
    const asked = agent.ask(input);
    await widget.asks("What is it called?");
    assert.equal(await widget.dialog.getByRole("radio").count(), 0);
    await widget.press("0");
    await widget.page.keyboard.type("Ada");
    await widget.press("Enter");
    assert.deepEqual(await asked.result(), allowed(input, { "What is it called?": "Ada" }));
  });

  scene("an ask without questions takes a reply in words", async ({ agent, widget }) => {
    const input = { questions: [] };
    const asked = agent.ask(input);
    await widget.asks("The agent waits for a reply but sent no question.");
    await widget.field.fill("Go on");
    await widget.button("Send").click();
    assert.deepEqual(await asked.result(), allowed(input, { response: "Go on" }));
  });

  scene("Enter in the field means what is written there, whatever was chosen since", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("DuckDB");
    await widget.label("SQLite").click();
    await widget.assertChecked("SQLite");
    await widget.field.click();
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "DuckDB");
  });
});
