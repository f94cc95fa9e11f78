// Cancel, and the five seconds in which it can be taken back. The scenes wait for real time, so they wait together.

import assert from "node:assert/strict";

import { CANCELLED, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const METHOD = "Which authentication method should we use?";
const PROVIDERS = "Which OAuth providers should we support?";

topic("cancel", () => {
  scene("a cancel that is not taken back denies, interrupts and frees the chat", async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await chat.isHeld();
    await widget.button("Cancel").click();
    await widget.bar.getByText("Question cancelled").waitFor();
    widget.assertNothingSent(tab, asked);
    await chat.isHeld();

    assert.deepEqual(await asked.result(), CANCELLED);
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(await chat.messages("note"), ["You cancelled the question."]);
    const [response] = tab.responses();
    assert.deepEqual(Object.keys(response.data), ["question_id", "cancelled"], "answers are left out, not null");
  });

  scene("undo brings everything back: step, picks and text", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.press("2", "Enter");
    await widget.asks(PROVIDERS);
    await widget.press("1");
    await widget.field.fill("Keycloak\n2 realms");
    await widget.button("Cancel").click();
    await widget.button("Undo").click();

    await widget.asks(PROVIDERS);
    await widget.assertChecked("Google", "Other");
    assert.equal(await widget.field.inputValue(), "Keycloak\n2 realms");
    widget.assertNothingSent(tab, asked);
    await widget.press("Control+Enter");
    const answers = { [METHOD]: "JWT", [PROVIDERS]: "Google, Keycloak\n2 realms" };
    assert.deepEqual((await asked.result()).updatedInput.answers, answers);
    assert.deepEqual(await tab.heard("ask-user-cancel"), []);
  });

  scene("a second Escape, in the bar, cancels; Undo takes it back; again it denies", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("3", "Escape");
    await widget.bar.getByText("A question is waiting").waitFor();
    await widget.press("Escape");
    await widget.bar.getByText("Question cancelled").waitFor();
    await widget.assertFocused("Undo");
    await widget.press("Enter");
    await becomes(() => widget.button("Undo").count(), 0);
    widget.assertNothingSent(tab, asked);

    // It comes back as it was: folded.
    await widget.button("Answer").click();
    await widget.asks(DATABASE);
    await widget.assertChecked("SQLite");
    await widget.press("Escape", "Escape");
    assert.deepEqual(await asked.result(), CANCELLED);
    await widget.isGone();
  });

  scene("the next question comes after a cancel", async ({ agent, widget, chat }) => {
    const first = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const second = agent.ask(fixture("auth"));
    await widget.button("Cancel").click();
    assert.deepEqual(await first.result(), CANCELLED);
    await widget.asks(METHOD);
    await chat.isHeld();
    assert.equal(second.isSettled, false);
  });
});
