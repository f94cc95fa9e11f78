// When the time is up. The scenes wait for real seconds, so they wait together.

import assert from "node:assert/strict";

import { allowed, fixture, NOBODY_CONNECTED, question, TIME_TO_TYPE, TIMED_OUT } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const OVER = "This question timed out before you answered";

topic("time-out", () => {
  scene("an untouched dialog closes by itself and the chat is free", { flags: ["--timeout", `${TIME_TO_TYPE}`] }, async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await chat.isHeld();
    assert.deepEqual(await asked.result(), TIMED_OUT);
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(await chat.messages("note"), ["The question timed out."]);
    assert.deepEqual(tab.responses(), []);
  });

  // A bare bridge: the others give a person who types more time.
  scene("what was typed stays to read and copy, and the chat is free", { flags: ["--plain"] }, async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    await widget.field.fill("Maria DB,\nbecause we know it");
    assert.deepEqual(await asked.result(), TIMED_OUT);
    await widget.notice.getByText(OVER).waitFor();
    await chat.isFree();
    await widget.asks(DATABASE);
    assert.equal(await widget.field.inputValue(), "Maria DB,\nbecause we know it");

    // To read and to copy, not to change or to send.
    await widget.field.click();
    await widget.press("Control+A", "x", "Enter", "Control+Enter");
    assert.equal(await widget.field.inputValue(), "Maria DB,\nbecause we know it");
    const selected = await widget.field.evaluate((field) => field.selectionEnd - field.selectionStart);
    assert.equal(selected, "Maria DB,\nbecause we know it".length, "all of it can be selected");
    assert.equal(await widget.option("SQLite").isDisabled(), true);
    assert.equal(await widget.button("Send").count(), 0);
    await widget.clicks("Close");
    await widget.isGone();
    assert.deepEqual(tab.responses(), []);
  });

  scene("the next question waits until the old draft has been read", { flags: ["--plain"] }, async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const old = agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    await widget.field.fill("my own");
    assert.deepEqual(await old.result(), TIMED_OUT);
    const input = question("And now?", ["Yes", "No"]);
    const asked = agent.ask(input);
    await widget.queued.getByText("1").waitFor();
    await chat.isHeld();
    assert.equal(await widget.field.inputValue(), "my own");
    await widget.clicks("Close");
    await widget.asks("And now?");
    assert.equal(await widget.field.inputValue(), "", "a draft belongs to its question");
    await widget.press("2", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { "And now?": "No" }));
    assert.equal(tab.responses().length, 1);
  });

  scene("a person at work gets more time", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    await widget.field.fill("I am");
    await eventually(
      () => widget.secondsLeft(),
      (left) => assert.ok(left > 50, `${left} seconds are left`),
    );
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "I am");
  });

  scene("the time left is shown and runs down", async ({ agent, widget }) => {
    agent.ask(fixture("database"), { timeout: 75 });
    await widget.asks(DATABASE);
    assert.match(await widget.timer.textContent(), /^1:[01]\d$/);
    const first = await widget.secondsLeft();
    await eventually(
      () => widget.secondsLeft(),
      (left) => assert.ok(left <= first - 2, `${left} seconds are left`),
    );
  });

  scene("without a limit there is no countdown", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    assert.equal(await widget.timer.count(), 0);
    const [ask] = await tab.heard("ask-user-question");
    assert.equal(ask.timeoutSeconds, null);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("asked and timed out while the page was away: nothing flashes, and a notice says so", { tab: null }, async (stage) => {
    const { agent } = stage;
    assert.deepEqual(await agent.ask(fixture("database"), { timeout: 1 }).result(), NOBODY_CONNECTED);
    await agent.send({ type: "text", chunk: "I went on without you." });
    const { tab, widget, chat } = await stage.open();
    await becomes(() => chat.messages("agent").then((messages) => messages.at(-1)), "I went on without you.");
    await chat.isFree();
    await widget.isGone();
    // A question of now comes after whatever the old one could have done.
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    const asks = await tab.heard("ask-user-question");
    assert.deepEqual(asks.map((ask) => ask.questions[0].header), ["Features"]);
    const ended = await tab.heard("ask-user-timeout");
    assert.deepEqual(ended.map(({ outcome, lines }) => [outcome, lines[0].header]), [["timed-out", "Database"]]);
  });

  scene("of several questions all that was typed can be read and copied", { flags: ["--plain"] }, async (stage) => {
    const { agent, widget } = stage;
    const { questions } = fixture("auth");
    const asked = agent.ask(fixture("auth"), { timeout: TIME_TO_TYPE });
    await widget.asks(questions[0].question);
    await widget.field.fill("a long text");
    await widget.press("Enter");
    await widget.asks(questions[1].question);
    await asked.result();
    await widget.notice.getByText("Your draft is still here").waitFor();
    await widget.clicks("Back");
    await becomes(() => widget.title.textContent(), questions[0].question);
    assert.equal(await widget.field.inputValue(), "a long text");
    await widget.dialog.locator(".step").last().click();
    await becomes(() => widget.title.textContent(), "Review your answers");
    await widget.clicks("Close");
    await widget.isGone();
  });
});
