// Several asks of one session wait their turn; none is lost and none is mixed up.

import assert from "node:assert/strict";

import { allowed, fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";

topic("queue", () => {
  scene("two asks are answered one after the other, each with its own result", async ({ agent, tab, widget, chat }) => {
    const [first, second] = [fixture("database"), fixture("features")];
    const one = agent.ask(first);
    await widget.asks("Which database should we use for this project?");
    const two = agent.ask(second);
    await widget.press("2", "Enter");
    assert.equal((await one.result()).updatedInput.answers[first.questions[0].question], "MongoDB");

    await widget.asks("Which features should we enable?");
    await widget.assertFocused("Which features should we enable?");
    await widget.assertChecked();
    await chat.isHeld();
    assert.equal(two.isSettled, false);
    await widget.press("2", "Enter");
    assert.deepEqual(await two.result(), allowed(second, { [second.questions[0].question]: "ESLint + Prettier" }));
    await widget.isGone();
    await chat.isFree();
    assert.equal(tab.responses().length, 2);
  });

  scene("over the next question it is said that the last answer was sent", async ({ agent, widget }) => {
    const one = agent.ask(question("First?", ["Yes", "No"]));
    await widget.asks("First?");
    agent.ask(question("Second?", ["Yes", "No"]));
    await widget.press("1", "Enter");
    await one.result();
    await widget.dialog.locator("[part=toast]").filter({ visible: true }).getByText("Sent").waitFor();
    assert.equal(await widget.title.textContent(), "Second?");
  });

  scene("the same question asked twice is answered twice", async ({ agent, tab, widget }) => {
    const input = question("Again?", ["Yes", "No"]);
    const one = agent.ask(input);
    await widget.asks("Again?");
    const two = agent.ask(input);
    await widget.press("1", "Enter");
    assert.deepEqual(await one.result(), allowed(input, { "Again?": "Yes" }));
    await widget.asks("Again?");
    await widget.assertChecked();
    await widget.press("2", "Enter");
    assert.deepEqual(await two.result(), allowed(input, { "Again?": "No" }));
    const ids = (await tab.heard("ask-user-question")).map((ask) => ask.questionId);
    assert.equal(new Set(ids).size, 2);
  });

  scene("five asks at once all get their answers", async ({ agent, widget }) => {
    const inputs = [1, 2, 3, 4, 5].map((number) => question(`Number ${number}?`, ["Yes", "No"]));
    const asks = inputs.map((input) => agent.ask(input));
    for (const _ of asks) {
      // They were sent together, so any of them may be first.
      await widget.isUnguarded();
      const text = await widget.title.textContent();
      await widget.press("1", "Enter");
      const at = inputs.findIndex((input) => input.questions[0].question === text);
      assert.deepEqual(await asks[at].result(), allowed(inputs[at], { [text]: "Yes" }));
    }
    await widget.isGone();
  });
});
