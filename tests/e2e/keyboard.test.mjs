// The keyboard alone. Rows of the table that a single topic needs are tested there; here is the rest, and all together.

import assert from "node:assert/strict";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const project = fixture("project");
const [FRAMEWORK, FEATURES, LAYOUT, HOSTING] = project.questions.map(({ question }) => question);

topic("the keyboard", () => {
  scene("four questions with previews, a note and an own answer take 13 keys besides the words", async (stage) => {
    const { agent, page, widget } = stage;
    let keys = 0;
    const press = async (...names) => {
      keys += names.length;
      await widget.press(...names);
    };
    const asked = agent.ask(project);
    await widget.asks(FRAMEWORK);
    await press("ArrowDown", "ArrowDown");
    await widget.dialog.getByRole("region", { name: "Preview" }).getByText("export function Counter").waitFor();
    await press("ArrowUp", "Enter");
    await widget.asks(FEATURES);
    await press("1", "3", "n");
    await page.keyboard.type("only in beta");
    await press("Enter");
    await widget.asks(LAYOUT);
    await press("2", "Enter");
    await widget.asks(HOSTING);
    await press("0");
    await page.keyboard.type("at home");
    await press("Enter");
    await widget.reviews();
    widget.assertNothingSent(stage.tab, asked);
    await press("Enter");
    const answers = {
      [FRAMEWORK]: "Leptos (Recommended)",
      [FEATURES]: "Dark mode, Telemetry",
      [LAYOUT]: "By layer",
      [HOSTING]: "at home",
    };
    const [leptos] = project.questions[0].options;
    const [, byLayer] = project.questions[2].options;
    const annotations = {
      [FRAMEWORK]: { preview: leptos.preview },
      [FEATURES]: { notes: "only in beta" },
      [LAYOUT]: { preview: byLayer.preview },
    };
    assert.deepEqual(await asked.result(), allowed(project, answers, annotations));
    assert.equal(keys, 13);
  });

  scene("the arrow keys go from chip to chip in the stepper, and Enter turns to one", async ({ agent, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    await widget.press("Shift+Tab");
    await widget.assertFocused("Review");
    await widget.press("ArrowLeft", "ArrowLeft");
    await widget.assertFocused("Layout");
    await widget.press("ArrowRight", "Enter");
    await widget.asks(HOSTING);
  });

  scene("0 writes an answer of one's own, N a note, and Escape leaves each", async ({ agent, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    await widget.press("0");
    await widget.assertFocused("Your own answer");
    await widget.press("Escape");
    await widget.assertFocused("Other");
    await widget.press("n");
    await widget.assertFocused("Note");
    await widget.press("n", "0");
    await becomes(() => widget.dialog.getByRole("textbox", { name: "Note" }).inputValue(), "n0");
    await widget.press("Escape");
    await widget.assertFocused("Add a note");
    await widget.press("Escape");
    await widget.bar.waitFor();
  });

  scene("the hint names what works now, and nothing else", async ({ agent, widget }) => {
    const hint = widget.dialog.locator(".keys");
    const keys = async () => (await hint.textContent()).split(/\s*·\s*/).map((key) => key.split(/\s/)[0]);
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    assert.deepEqual(await keys(), ["↑↓", "1–2,", "Enter", "N", "Esc"]);
    await widget.press("1", "Enter");
    await widget.asks(FEATURES);
    assert.deepEqual(await keys(), ["↑↓", "Space", "Enter", "B", "N", "Esc"]);
    await widget.button("Review").click();
    await widget.reviews();
    assert.deepEqual(await keys(), ["Enter", "B", "Esc"]);
  });

  scene("shortcuts can be switched off, and are not advertised then", async ({ agent, page, tab, widget }) => {
    await page.evaluate(() => document.getElementById("ask").setAttribute("shortcuts", "off"));
    const asked = agent.ask(fixture("database"));
    await widget.asks(fixture("database").questions[0].question);
    await widget.press("1", "2", "0", "n", "b");
    await widget.assertChecked();
    assert.equal(await widget.dialog.locator("[aria-keyshortcuts]:not([aria-keyshortcuts=Escape])").count(), 0);
    assert.equal(await widget.dialog.locator(".keys, .key").filter({ visible: true }).count(), 0);
    await widget.press("ArrowDown", "Space", "Control+Enter");
    widget.assertNothingSent(tab, asked);
    await widget.press("Enter");
    assert.equal((await asked.result()).behavior, "allow", "moving, choosing and Enter are not shortcuts");
  });

  scene("every key of the dialog is in aria-keyshortcuts", async ({ agent, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    await widget.press("1", "Enter");
    await widget.asks(FEATURES);
    const marked = widget.dialog.locator("[aria-keyshortcuts]");
    const keys = await marked.evaluateAll((elements) => elements.map((element) => element.getAttribute("aria-keyshortcuts")));
    assert.deepEqual(keys.sort(), ["0", "1", "2", "3", "B", "Control+Enter", "Escape", "N"]);
  });

  scene("the arrow keys follow the chips to the next line", async ({ agent, widget }) => {
    const headers = ["Authentication methods", "Storage and databases", "Deployment to servers", "Monitoring and alerts"];
    const questions = headers.map((header) => ({ question: `${header}?`, header, multiSelect: false, options: [{ label: "A" }, { label: "B" }] }));
    agent.ask({ questions });
    await widget.asks(questions[0].question);
    const tops = await widget.dialog.locator(".step").evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().top));
    assert.ok(new Set(tops).size > 1, "they take more than one line");
    await widget.dialog.locator(".step").first().focus();
    for (const name of [...headers.slice(1), "Review"]) {
      await widget.press("ArrowRight");
      await widget.assertFocused(name);
    }
    await widget.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
    await widget.assertFocused(headers[0]);
  });

  scene("the hint is about where the focus is", async ({ agent, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    const hint = async () => (await widget.dialog.locator(".keys").textContent()).replaceAll("\u00a0", " ");
    assert.match(await hint(), /1–\d, 0 choose/);
    await widget.press("0");
    await becomes(hint, "Enter go on · Shift+Enter new line · Esc leave the field");
    await widget.press("Escape");
    await becomes(async () => /N note/.test(await hint()), true);
    await widget.dialog.locator(".step").first().focus();
    await becomes(hint, "←→ questions · Esc fold");
    await widget.dialog.locator(".mark").first().focus();
    await becomes(async () => /^↑↓ move/.test(await hint()), true);
  });
});
