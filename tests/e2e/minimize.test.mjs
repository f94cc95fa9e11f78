// The dialog is minimized to a bar so that the chat can be read, and expanded again with everything in it.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const MINIMIZE = "Minimize to read the chat";

/** Whether a person could reach the page's own controls. */
async function pageIsReachable(page) {
  return page.locator("h1").evaluate((heading) => {
    const { x, y } = heading.getBoundingClientRect();
    return document.elementFromPoint(x + 2, y + 2) === heading;
  });
}

topic("minimizing", () => {
  scene("Escape minimizes, and expanding finds the draft as it was", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await pageIsReachable(page), false, "the dialog is modal");
    await widget.field.fill("Maria\nDB 11");
    await widget.press("Escape", "Escape");
    await widget.dialog.waitFor({ state: "hidden" });
    await widget.bar.getByText("Database", { exact: true }).waitFor();
    assert.equal(await pageIsReachable(page), true, "the chat can be read and used");

    await widget.button("Answer").click();
    await widget.asks(DATABASE);
    await widget.bar.waitFor({ state: "hidden" });
    await widget.assertChecked("Other");
    assert.equal(await widget.field.inputValue(), "Maria\nDB 11");
    widget.assertNothingSent(tab, asked);
    await widget.button("Send").click();
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "Maria\nDB 11");
  });

  scene("the button minimizes, and Enter in the bar expands on the same step", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks("Which authentication method should we use?");
    await widget.press("1", "Enter");
    await widget.asks("Which OAuth providers should we support?");
    await widget.press("2", "3");
    await widget.button(MINIMIZE).click();
    await widget.bar.waitFor();
    await widget.assertFocused("Answer");
    await widget.press("Enter");
    await widget.asks("Which OAuth providers should we support?");
    await widget.assertChecked("GitHub", "Microsoft");
    await widget.press("Control+Enter");
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), [
      "OAuth 2.0 (Recommended)",
      "GitHub, Microsoft",
    ]);
  });

  scene("while it is minimized its keys are dead and the page's are alive", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await page.evaluate(() => {
      window.heardKeys = [];
      document.addEventListener("keydown", (event) => window.heardKeys.push(event.key));
    });
    await widget.press("Escape");
    await widget.bar.waitFor();
    await widget.press("1", "b", "Control+Enter");
    await becomes(() => page.evaluate("window.heardKeys"), ["1", "b", "Control", "Enter"]);
    widget.assertNothingSent(tab, asked);
  });

  scene("a question that arrives while another is minimized stays minimized until it is wanted", async (stage) => {
    const { agent, widget, chat } = stage;
    const first = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("Escape");
    await widget.bar.getByText("Database", { exact: true }).waitFor();
    await chat.isHeld();
    first.hangUp();
    await widget.bar.waitFor({ state: "hidden" });
    await chat.isFree();
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
  });
});
