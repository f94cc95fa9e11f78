// Check boxes: several picks in one answer.

import assert from "node:assert/strict";

import { allowed, fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";

const FEATURES = "Which features should we enable?";

topic("several choice", () => {
  scene("several picks are joined in the order in which they were offered", async ({ agent, widget, chat }) => {
    const input = fixture("features");
    const asked = agent.ask(input);
    await widget.asks(FEATURES);
    await widget.label("Tailwind CSS").click();
    await widget.label("TypeScript").click();
    await widget.label("ESLint + Prettier").click();
    await widget.assertChecked("TypeScript", "ESLint + Prettier", "Tailwind CSS");
    await widget.button("Send").click();
    const answers = { [FEATURES]: "TypeScript, ESLint + Prettier, Tailwind CSS" };
    assert.deepEqual(await asked.result(), allowed(input, answers));
    await widget.isGone();
    assert.deepEqual(await chat.receipts.allTextContents(), ["Features: TypeScript, ESLint + Prettier, Tailwind CSS"]);
  });

  scene("digits toggle and Enter confirms the picks", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.press("1", "3", "4", "1");
    await widget.assertChecked("Testing (Vitest)", "Tailwind CSS");
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[FEATURES], "Testing (Vitest), Tailwind CSS");
  });

  scene("the arrow keys move over check boxes without choosing, Space toggles", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.press("ArrowDown", "ArrowDown", "ArrowDown");
    await widget.assertFocused("Testing (Vitest)");
    await widget.assertChecked();
    await widget.press("Space", "ArrowUp", "Space", "ArrowUp", "ArrowUp");
    await widget.assertFocused("Other");
    await widget.assertChecked("ESLint + Prettier", "Testing (Vitest)");
    await widget.press("ArrowDown", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[FEATURES], "ESLint + Prettier, Testing (Vitest)");
  });

  scene("a pick with a comma or quotes is written so that the agent can split the list", async ({ agent, widget }) => {
    const input = question("What goes in?", ["Intro", "Yes, always", 'The "end"', "1,5"], { multiSelect: true });
    const asked = agent.ask(input);
    await widget.asks("What goes in?");
    await widget.press("1", "2", "3", "4", "Enter");
    const answers = { "What goes in?": 'Intro, "Yes, always", "The \\"end\\"", 1,5' };
    assert.deepEqual(await asked.result(), allowed(input, answers));
  });

  scene("an answer of one's own adds to the picks", async ({ agent, widget }) => {
    const input = fixture("features");
    const asked = agent.ask(input);
    await widget.asks(FEATURES);
    await widget.press("2");
    await widget.field.click();
    await widget.page.keyboard.type("Storybook 8, with 3 themes");
    await widget.assertChecked("ESLint + Prettier", "Other");
    await widget.press("Enter");
    const answers = { [FEATURES]: 'ESLint + Prettier, "Storybook 8, with 3 themes"' };
    assert.deepEqual(await asked.result(), allowed(input, answers));
  });

  scene("an own answer that is unchecked again stays in its field and is not sent", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.field.fill("Storybook");
    await widget.option("Other").click();
    await widget.assertChecked();
    assert.equal(await widget.field.inputValue(), "Storybook");
    await widget.label("TypeScript").click();
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers[FEATURES], "TypeScript");
  });
});
