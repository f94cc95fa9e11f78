// The bar that a dialog folds to: whoever reads the chat meanwhile sees how things stand.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

topic("the bar", () => {
  scene("tells how much time is left, and warns", { flags: ["--plain"] }, async ({ agent, widget }) => {
    agent.ask(fixture("database"), { timeout: 25 });
    await widget.asks(DATABASE);
    await widget.press("Escape");
    const timer = widget.bar.getByRole("timer");
    await timer.waitFor();
    assert.match(await timer.textContent(), /^0:[12]\d$/);
    assert.equal(await timer.getAttribute("data-soon"), "");
  });

  scene("tells how many more are waiting", async ({ page }) => {
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      for (const number of [1, 2, 3]) element.ask(questions, { id: `q_${number}` });
    }, fixture("database").questions);
    const widget = new Widget(page, page.locator("#second"));
    await widget.asks(DATABASE);
    await widget.press("Escape");
    await widget.bar.getByText("2 more questions are waiting").waitFor();
  });

  scene("says that an answer is kept, and that a cancel is", {
    linked: true,
    tab: { tolerates: [FAILED_CONNECT] },
  }, async ({ agent, link, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await link.close();
    await widget.notice.filter({ hasText: "Not connected" }).waitFor();
    await widget.press("2", "Enter");
    await widget.notice.filter({ hasText: "Your answer is kept" }).waitFor();
    await becomes(() => widget.inner.textContent(), "Not connected. Your answer is kept and will be sent when the connection is back.");
    await widget.press("Escape");
    await widget.bar.getByText("Your answer is kept").waitFor();
    await widget.bar.getByRole("button").click();
    await widget.isUnguarded();
    await widget.button("Change answer").click();
    await widget.isUnguarded();
    await widget.button("Cancel").click();
    await widget.bar.getByText("The agent will be told of the cancel").waitFor();
  });

  scene("of an ask that is over gives way to the next, and comes back after it", { flags: ["--plain"] }, async (stage) => {
    const { agent, widget } = stage;
    const first = agent.ask(fixture("database"), { timeout: 2 });
    await widget.asks(DATABASE);
    await widget.field.fill("half a sentence");
    await widget.press("Escape", "Escape");
    await widget.bar.waitFor();
    await first.result();
    await widget.bar.getByText("The time was up").waitFor();
    const second = agent.ask(question("And now?", ["Yes", "No"]));
    await widget.asks("And now?");
    await widget.press("1", "Enter");
    assert.equal((await second.result()).behavior, "allow");
    await widget.bar.getByText("The time was up").waitFor();
    await widget.bar.getByRole("button", { name: "Read" }).click();
    await widget.isUnguarded();
    assert.equal(await widget.field.inputValue(), "half a sentence");
    await widget.button("Close").click();
    await widget.isGone();
  });
});
