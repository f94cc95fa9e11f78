// Cancel, and the five seconds in which it can be taken back: the page's clock is held while they last.

import assert from "node:assert/strict";

import { CANCELLED, fixture } from "./support/asks.mjs";
import { withHeldClock } from "./support/clock.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const METHOD = "Which authentication method should we use?";
const PROVIDERS = "Which OAuth providers should we support?";

topic("cancel", () => {
  scene("a cancel that is not taken back denies, interrupts and frees the chat", async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await chat.isHeld();
    await withHeldClock(page, async () => {
      await widget.button("Dismiss").click();
      await widget.bar.getByText("Question dismissed").waitFor();
      widget.assertNothingSent(tab, asked);
      await chat.isHeld();
    });

    assert.deepEqual(await asked.result(), CANCELLED);
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(await chat.messages("note"), ["You dismissed the question."]);
    const [response] = tab.responses();
    assert.deepEqual(Object.keys(response.data), ["question_id", "cancelled"], "answers are left out, not null");
  });

  scene("undo brings everything back: step, picks and text", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.press("2", "Enter");
    await widget.asks(PROVIDERS);
    await widget.press("1");
    await widget.field.fill("Keycloak\n2 realms");
    await withHeldClock(page, async () => {
      await widget.button("Dismiss").click();
      await widget.button("Undo").click();
      await widget.dialog.waitFor();
    });

    await widget.asks(PROVIDERS);
    await widget.assertChecked("Google", "Other");
    assert.equal(await widget.field.inputValue(), "Keycloak\n2 realms");
    widget.assertNothingSent(tab, asked);
    await widget.press("Control+Enter");
    const answers = { [METHOD]: "JWT", [PROVIDERS]: "Google, Keycloak\n2 realms" };
    assert.deepEqual((await asked.result()).updatedInput.answers, answers);
    assert.deepEqual(await tab.heard("ask-user-cancel"), []);
  });

  scene("a second Escape, in the bar, cancels; Undo takes it back; again it denies", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("3", "Escape");
    await widget.bar.getByText(DATABASE).waitFor();
    await widget.isFolded();
    await withHeldClock(page, async () => {
      await widget.press("Escape");
      await widget.bar.getByText("Question dismissed").waitFor();
      await widget.assertFocused("Undo");
      await widget.press("Enter");
      await becomes(() => widget.button("Undo").count(), 0);
      widget.assertNothingSent(tab, asked);
    });

    // It comes back as it was: minimized.
    await widget.button("Answer").click();
    await widget.asks(DATABASE);
    await widget.assertChecked("SQLite");
    await widget.press("Escape");
    await widget.isFolded();
    await widget.press("Escape");
    assert.deepEqual(await asked.result(), CANCELLED);
    await widget.isGone();
  });

  scene("the next question comes after a cancel", async ({ agent, widget, chat }) => {
    const first = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const second = agent.ask(fixture("auth"));
    await widget.button("Dismiss").click();
    assert.deepEqual(await first.result(), CANCELLED);
    await widget.asks(METHOD);
    await chat.isHeld();
    assert.equal(second.isSettled, false);
  });
});
