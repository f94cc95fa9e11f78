// The bar to which a dialog is minimized: whoever reads the chat meanwhile sees how things stand.

import assert from "node:assert/strict";

import { fixture, question, TIME_TO_TYPE } from "./support/asks.mjs";
import { withHeldClock } from "./support/clock.mjs";
import { Widget } from "./support/page.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

topic("the bar", () => {
  scene("shows how much time is left, and warns", { flags: ["--plain"] }, async ({ agent, widget }) => {
    agent.ask(fixture("database"), { timeout: 16 });
    await widget.asks(DATABASE);
    await widget.press("Escape");
    const timer = widget.bar.getByRole("timer");
    await timer.waitFor();
    assert.match(await timer.textContent(), /^0:[012]\d$/);
    await widget.bar.locator("[role=timer][data-soon]").waitFor();
  });

  scene("shows for how long a cancel can be undone, and not the time of the question", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"), { timeout: 600 });
    await widget.asks(DATABASE);
    await withHeldClock(page, async () => {
      await widget.button("Dismiss").click();
      const undo = widget.button("Undo");
      await becomes(() => undo.getAttribute("data-undo"), "5");
      await becomes(() => widget.bar.locator("[role=timer]").textContent(), "");
      const line = await undo.evaluate((button) => {
        const style = getComputedStyle(button, "::after");
        const { transitionProperty, content } = style;
        // The line runs towards what is left after this second.
        for (const run of button.getAnimations({ subtree: true })) run.finish();
        return { transitionProperty, content, scale: style.scale };
      });
      assert.deepEqual(line, { transitionProperty: "scale", content: '""', scale: "0.8 1" });
      await undo.click();
    });
    await becomes(async () => /^9:\d\d$/.test(await widget.timer.textContent()), true);
  });

  scene("counts the seconds of Undo for those who want no motion", { tab: { media: { reducedMotion: "reduce" } } }, async (stage) => {
    const { agent, page, widget } = stage;
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await withHeldClock(page, async () => {
      await widget.button("Dismiss").click();
      const shown = await widget.button("Undo").evaluate((button) => {
        const { transitionProperty, transitionDuration, content } = getComputedStyle(button, "::after");
        return { moves: transitionProperty !== "none" && transitionDuration !== "0s", content };
      });
      assert.equal(shown.moves, false);
      assert.match(shown.content, /5/);
    });
  });

  scene("has a button that dismisses the question, which can be undone", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("Escape");
    await widget.isFolded();
    await widget.bar.getByRole("button", { name: "Dismiss" }).click();
    await widget.bar.getByText("Question dismissed").waitFor();
    await widget.button("Undo").click();
    await widget.button("Answer").click();
    await widget.asks(DATABASE);
    widget.assertNothingSent(tab, asked);
  });

  scene("shows how many more are waiting", async ({ page }) => {
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      for (const number of [1, 2, 3]) element.ask(questions, { id: `q_${number}` });
    }, fixture("database").questions);
    const widget = new Widget(page, page.locator("#second"));
    await widget.asks(DATABASE);
    await widget.press("Escape");
    await widget.bar.getByText("2 more questions").waitFor();
  });

  scene("says that an answer waits for the connection, and that a cancel does", {
    linked: true,
    tab: { tolerates: [FAILED_CONNECT] },
  }, async ({ agent, link, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await link.close();
    await widget.notice.filter({ hasText: "Your draft is saved" }).waitFor();
    await widget.press("2", "Enter");
    // It is minimized by itself.
    await becomes(() => widget.announcer.textContent(), "You're offline. Your answer will be sent when you reconnect.");
    await widget.bar.getByText("Your answer will be sent").waitFor();
    await widget.bar.getByRole("button").click();
    await widget.clicks("Change answer");
    await widget.clicks("Dismiss");
    await widget.bar.getByText("The question will be dismissed when you reconnect").waitFor();
  });

  scene("of an ask that is over gives way to the next, and comes back after it", { flags: ["--plain"] }, async (stage) => {
    const { agent, widget } = stage;
    const first = agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    await widget.field.fill("half a sentence");
    await widget.press("Escape", "Escape");
    await widget.bar.waitFor();
    await first.result();
    await widget.bar.getByText("This question timed out").waitFor();
    const second = agent.ask(question("And now?", ["Yes", "No"]));
    await widget.asks("And now?");
    await widget.press("1", "Enter");
    assert.equal((await second.result()).behavior, "allow");
    await widget.bar.getByText("This question timed out").waitFor();
    await widget.bar.getByRole("button", { name: "View draft" }).click();
    assert.equal(await widget.field.inputValue(), "half a sentence");
    await widget.clicks("Close");
    await widget.isGone();
  });
});
