// Two and more questions in one ask: forth and back, nothing lost, sent together.

import assert from "node:assert/strict";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const METHOD = "Which authentication method should we use?";
const PROVIDERS = "Which OAuth providers should we support?";

topic("several questions", () => {
  scene("Next and Back lose nothing, and all answers go together", async ({ agent, tab, widget, chat }) => {
    const input = fixture("auth");
    const asked = agent.ask(input);
    await widget.asks(METHOD);
    await widget.dialog.getByText("Question 1 of 2").waitFor();
    assert.equal(await widget.button("Back").count(), 0);
    await widget.label("OAuth 2.0").click();
    await widget.button("Next").click();

    await widget.asks(PROVIDERS);
    await widget.dialog.getByText("Question 2 of 2").waitFor();
    await widget.label("GitHub").click();
    await widget.field.fill("Keycloak");
    await widget.button("Back").click();

    await widget.asks(METHOD);
    await widget.assertChecked("OAuth 2.0");
    await widget.button("Next").click();
    await widget.asks(PROVIDERS);
    await widget.assertChecked("GitHub", "Other");
    assert.equal(await widget.field.inputValue(), "Keycloak");
    await widget.button("Review").last().click();
    await widget.reviews();
    widget.assertNothingSent(tab, asked);
    await widget.button("Send").click();

    const answers = { [METHOD]: "OAuth 2.0 (Recommended)", [PROVIDERS]: "GitHub, Keycloak" };
    assert.deepEqual(await asked.result(), allowed(input, answers));
    await widget.isGone();
    assert.deepEqual(await chat.receipts.getByRole("listitem").allTextContents(), [
      "Auth Method: OAuth 2.0",
      "Providers: GitHub, Keycloak",
    ]);
  });

  scene("the keyboard alone goes through: digit, Enter, B for back, Ctrl+Enter to send", async ({ agent, widget }) => {
    const input = fixture("auth");
    const asked = agent.ask(input);
    await widget.asks(METHOD);
    await widget.press("2", "Enter");
    await widget.asks(PROVIDERS);
    await widget.assertFocused(PROVIDERS);
    await widget.press("1", "4", "b");
    await widget.asks(METHOD);
    await widget.assertChecked("JWT");
    await widget.press("3", "Control+Enter");
    const answers = { [METHOD]: "Session-based", [PROVIDERS]: "Google, Apple" };
    assert.deepEqual(await asked.result(), allowed(input, answers));
  });

  scene("Ctrl+Enter with a gap goes to the gap and says so", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.press("1", "Control+Enter");
    await widget.asks(PROVIDERS);
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    widget.assertNothingSent(tab, asked);
    await widget.press("2");
    await becomes(() => widget.alert.textContent(), "");
    await widget.press("Control+Enter");
    const answers = { [METHOD]: "OAuth 2.0 (Recommended)", [PROVIDERS]: "GitHub" };
    assert.deepEqual((await asked.result()).updatedInput.answers, answers);
  });

  scene("Next without an answer stays and says so", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.button("Next").click();
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    await widget.asks(METHOD);
    widget.assertNothingSent(tab, asked);
  });

  scene("the review names a gap, leads to it, and sends without it only by its button", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.press("2");
    await widget.dialog.getByRole("navigation").getByRole("button", { name: "Review" }).click();
    await widget.reviews();
    await widget.dialog.getByText("Not answered").waitFor();
    await widget.press("Enter");
    await widget.asks(PROVIDERS);
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    await widget.dialog.getByRole("navigation").getByRole("button", { name: "Review" }).click();
    await widget.button("Send with 1 unanswered").click();
    assert.deepEqual((await asked.result()).updatedInput.answers, { [METHOD]: "JWT" });
  });

  scene("a note goes beside the answer and is none itself", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.press("n");
    await widget.dialog.getByRole("textbox", { name: "Note" }).fill("for staff only");
    await widget.press("Control+Enter");
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    await widget.press("Escape", "Escape");
    await widget.button("Answer").click();
    await widget.asks(METHOD);
    await widget.press("2", "Enter");
    await widget.asks(PROVIDERS);
    await widget.press("1", "Control+Enter");
    const { updatedInput } = await asked.result();
    assert.deepEqual(updatedInput.answers, { [METHOD]: "JWT", [PROVIDERS]: "Google" });
    assert.deepEqual(updatedInput.annotations, { [METHOD]: { notes: "for staff only" } });
  });

  scene("four questions are answered one after the other", async ({ agent, widget }) => {
    const input = fixture("layout");
    const asked = agent.ask(input);
    for (const [index, { question }] of input.questions.entries()) {
      await widget.asks(question);
      await widget.dialog.getByText(`Question ${index + 1} of 4`).waitFor();
      await widget.press("2", "Enter");
    }
    await widget.reviews();
    await widget.press("Enter");
    const { answers } = (await asked.result()).updatedInput;
    assert.deepEqual(Object.values(answers), ["Top bar", "Best sellers", "Teal", "Shop overview"]);
  });
});
