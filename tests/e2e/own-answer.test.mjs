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

  scene("a text that an option replaces is said not to be sent, and can become the note", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(fixture("database").questions[0].question);
    await widget.field.fill("only if it is version 17");
    assert.equal(await widget.button("Add as note").count(), 0);
    await widget.label("MongoDB").click();
    await widget.dialog.getByRole("status").filter({ hasText: "Not sent" }).waitFor();
    await widget.button("Add as note").click();
    await becomes(() => widget.dialog.getByRole("textbox", { name: "Note" }).inputValue(), "only if it is version 17");
    assert.equal(await widget.field.inputValue(), "");
    await widget.assertChecked("MongoDB");
    await widget.button("Send").click();
    const { updatedInput } = await asked.result();
    assert.equal(Object.values(updatedInput.annotations)[0].notes, "only if it is version 17");
  });

  scene("an option chosen after typing is the answer, and the text stays in its field", async ({ agent, widget }) => {
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
    await widget.assertFocused("Your own answer");
    // Every key is text there, also those that are shortcuts elsewhere.
    await widget.page.keyboard.type("node-api 0");
    await widget.press("Enter");
    assert.deepEqual(await asked.result(), allowed(input, { "What is it called?": "node-api 0" }));
  });

  scene("a question without options after another takes every letter", async ({ agent, widget }) => {
    const [first, second] = ["Which one?", "Which colour?"];
    const options = [{ label: "This" }, { label: "That" }];
    const asked = agent.ask({ questions: [{ question: first, options }, { question: second }] });
    await widget.asks(first);
    await widget.press("1", "Enter");
    await widget.asks(second);
    await widget.page.keyboard.type("blue");
    await becomes(() => widget.field.inputValue(), "blue");
    await widget.press("Control+Enter");
    assert.deepEqual((await asked.result()).updatedInput.answers, { [first]: "This", [second]: "blue" });
  });

  scene("an ask without questions takes a reply in words", async ({ agent, widget }) => {
    const input = { questions: [] };
    const asked = agent.ask(input);
    await widget.asks("The agent is waiting for a reply but didn't include a question.");
    await widget.field.fill("Go on");
    await widget.button("Send").click();
    assert.deepEqual(await asked.result(), { behavior: "allow", updatedInput: { ...input, response: "Go on" } });
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
