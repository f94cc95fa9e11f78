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
    await widget.dialog.locator(".step").last().focus();
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
    await widget.assertFocused("Other");
    await becomes(() => widget.dialog.locator("summary.notes-title").textContent(), "Note", "one that is there is not added");
    await widget.press("Escape");
    await widget.bar.waitFor();
  });

  scene("digits and arrow keys work from every place that is no text", async ({ agent, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    const places = [".step:last-child", ".minimize", ".cancel", ".send", ".notes-title", "[part=preview]", ".code-box .copy"];
    for (const [index, place] of places.entries()) {
      await widget.dialog.locator(place).first().focus();
      await widget.press(String((index % 2) + 1));
      await widget.assertChecked(project.questions[0].options[index % 2].label.replace(" (Recommended)", ""));
    }
    await widget.dialog.locator(".send").focus();
    await widget.press("ArrowDown");
    await widget.assertFocused("Leptos");
  });

  scene("Escape leads from a note back to where N was pressed", async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(fixture("database").questions[0].question);
    await widget.press("2", "n");
    await widget.assertFocused("Note");
    await widget.press("Escape");
    await widget.assertFocused("MongoDB");
    await widget.button("Send").focus();
    await widget.press("n", "Escape");
    await widget.assertFocused("Send");
  });

  scene("the hint names what works now, and nothing else", async ({ agent, widget }) => {
    const hint = widget.dialog.locator(".keys");
    const named = () => hint.locator(".key-hint").allTextContents();
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    await becomes(named, ["↑ ↓ Navigate", "1–2 Select", "0 Other", "Esc Minimize", "N Note"]);
    await widget.press("1");
    await becomes(named, ["↑ ↓ Navigate", "1–2 Select", "0 Other", "↵ Next", "Esc Minimize", "N Note"]);
    await widget.press("Enter");
    await widget.asks(FEATURES);
    await widget.press("3");
    await becomes(named, ["↑ ↓ Navigate", "Space or 1–3 Select", "0 Other", "↵ Next", "Esc Minimize", "B Back", "N Note"]);
    await widget.button("Review").click();
    await widget.reviews();
    await becomes(named, ["↵ Go to unanswered", "Esc Minimize", "B Back"]);
    assert.deepEqual(await hint.locator("kbd").allTextContents(), ["↵", "Esc", "B"], "keys are caps");
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
    assert.deepEqual(keys.sort(), ["0", "1", "2", "3", "B", "Escape", "N"], "Ctrl+Enter is not what Next does");
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

  scene("the hint is about where the focus is", async ({ agent, page, widget }) => {
    agent.ask(project);
    await widget.asks(FRAMEWORK);
    const named = () => widget.dialog.locator(".key-hint").allTextContents();
    const [move, choose, other, minimize, note] = ["↑ ↓ Navigate", "1–2 Select", "0 Other", "Esc Minimize", "N Note"];
    await becomes(named, [move, choose, other, minimize, note]);
    await widget.press("0");
    await becomes(named, ["Shift ↵ New line", "Esc Done typing"]);
    await page.keyboard.type("mine");
    await becomes(named, ["↵ Next", "Shift ↵ New line", "Esc Done typing"]);
    await widget.press("Escape");
    await becomes(named, [move, choose, other, "↵ Next", minimize, note]);
    await widget.dialog.locator(".step").first().focus();
    await becomes(named, ["← → Questions", move, choose, other, minimize, note]);
    await widget.button("Dismiss").focus();
    await becomes(named, [move, choose, other, minimize, note]);
    await widget.dialog.getByRole("region", { name: "Preview" }).focus();
    await becomes(named, [choose, other, minimize, note], "the arrow keys scroll there");
  });

  scene("the buttons stay where they are while the hint changes", async ({ agent, widget }) => {
    agent.ask(fixture("auth"));
    await widget.asks(fixture("auth").questions[0].question);
    await widget.press("1", "Enter");
    await widget.asks(fixture("auth").questions[1].question);
    const back = widget.button("Back");
    const place = async () => {
      await widget.dialog.evaluate((dialog) => Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)));
      return (await back.boundingBox()).y;
    };
    const named = () => widget.dialog.locator(".key-hint").count();
    await widget.press("1");
    await becomes(named, 8);
    const before = await place();
    await widget.field.focus();
    await becomes(named, 4);
    assert.equal(await place(), before);
  });

  scene("Enter is said to send where it sends", async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(fixture("database").questions[0].question);
    await widget.press("ArrowDown");
    await widget.dialog.locator(".key-hint").filter({ hasText: "↵ Send" }).waitFor();
    assert.equal(await widget.button("Send").getAttribute("aria-keyshortcuts"), "Control+Enter");
  });

  const mac = (page) => page.addInitScript(() => Object.defineProperty(Navigator.prototype, "platform", { get: () => "MacIntel" }));
  scene("a Mac has ⌘ in the place of Ctrl", { tab: { prepare: mac } }, async ({ agent, widget }) => {
    agent.ask(fixture("auth"));
    await widget.asks(fixture("auth").questions[0].question);
    await widget.press("1", "Enter");
    await widget.asks(fixture("auth").questions[1].question);
    await widget.press("1");
    await widget.dialog.locator(".key-hint").filter({ hasText: "⌘ ↵ Send" }).waitFor();
  });
});
