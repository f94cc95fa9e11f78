// Where the focus goes, and who hears the keys.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

/** The id of what has the page's focus. */
const focusedOnPage = (page) => page.evaluate(() => document.activeElement?.id);

topic("focus and keys", () => {
  scene("the title has the focus on opening; on closing it returns to where it was", async (stage) => {
    const { agent, page, widget } = stage;
    await page.evaluate(() => {
      const button = Object.assign(document.createElement("button"), { id: "before", textContent: "Before" });
      document.body.append(button);
      button.focus();
    });
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.assertFocused(DATABASE);
    await widget.press("1", "Enter");
    await asked.result();
    await widget.isGone();
    await becomes(() => focusedOnPage(page), "before");
  });

  scene("each question of several gets the focus on its title", async ({ agent, widget }) => {
    agent.ask(fixture("auth"));
    await widget.asks("Which authentication method should we use?");
    await widget.assertFocused("Which authentication method should we use?");
    await widget.press("1");
    await widget.button("Next").click();
    await widget.assertFocused("Which OAuth providers should we support?");
    await widget.button("Back").click();
    await widget.assertFocused("Which authentication method should we use?");
  });

  scene("Tab stays within the dialog and reaches every control", async ({ agent, page, widget }) => {
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    const reached = new Set();
    for (let press = 0; press < 24; press++) {
      await widget.press("Tab");
      reached.add(await widget.focused());
      assert.ok(["", "ask"].includes(await focusedOnPage(page)), "the focus is in the dialog, or in the browser");
    }
    const options = ["TypeScript", "ESLint + Prettier", "Testing (Vitest)", "Tailwind CSS", "Other"];
    for (const control of [...options, "Your own answer", "Dismiss", "Send", "Minimize to read the chat"]) {
      assert.ok(reached.has(control), `Tab does not reach ${control}`);
    }
  });

  scene("shortcuts of the page hear nothing while the dialog is open", async ({ agent, page, widget }) => {
    await page.evaluate(() => {
      window.heardKeys = [];
      document.addEventListener("keydown", (event) => window.heardKeys.push(event.key));
      window.addEventListener("keydown", (event) => window.heardKeys.push(event.key));
    });
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("x", "1", "ArrowDown", "Tab", "Control+k", "/", "0");
    await page.keyboard.type("type ?");
    await widget.press("Enter");
    await asked.result();
    await widget.isGone();
    assert.deepEqual(await page.evaluate("window.heardKeys"), []);
    await widget.press("j");
    await becomes(() => page.evaluate("window.heardKeys"), ["j", "j"], "afterwards they do");
  });

  scene("the page behind the dialog cannot be clicked", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await page.evaluate(() => {
      window.clicks = 0;
      document.querySelector("h1").addEventListener("click", () => window.clicks++);
    });
    const box = await page.locator("h1").boundingBox();
    await page.mouse.click(box.x + 5, box.y + 5);
    await widget.asks(DATABASE);
    assert.equal(await page.evaluate("window.clicks"), 0);
  });

  scene("somebody who leans on Escape minimizes the dialog, and cancels nothing", async ({ agent, page, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    for (let press = 0; press < 5; press++) await page.keyboard.down("Escape");
    await widget.bar.getByText(DATABASE).waitFor();
    await page.keyboard.up("Escape");
    widget.assertNothingSent(tab, asked);
    await widget.isFolded();
    await widget.press("Escape");
    await widget.bar.getByText("Question dismissed").waitFor();
  });

  scene("what is decided is minimized by itself, keeps the focus, and can be looked at", {
    linked: true,
    tab: { tolerates: [FAILED_CONNECT] },
  }, async (stage) => {
    const { agent, link, widget } = stage;
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("2");
    link.cut();
    await widget.notice.filter({ hasText: "Your draft is saved" }).waitFor();
    await widget.press("Enter");
    await widget.bar.getByText("Your answer will be sent").waitFor();
    await widget.assertFocused("View answer");
    await widget.press("Enter");
    await widget.notice.filter({ hasText: "Your answer will be sent" }).waitFor();
    await widget.assertFocused(DATABASE);
    await widget.isUnguarded();
    await widget.press("Escape");
    await widget.bar.waitFor();
    link.mend();
  });

  scene("a question in the page takes the focus from nobody, and gives none back", async ({ agent, page, widget }) => {
    await widget.host.evaluate((host) => host.setAttribute("presentation", "inline"));
    await page.evaluate(() => {
      for (const id of ["before", "after"]) document.body.append(Object.assign(document.createElement("input"), { id }));
      document.getElementById("before").focus();
    });
    const first = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await focusedOnPage(page), "before");
    await page.locator("#after").focus();
    first.hangUp();
    await widget.isGone();
    assert.equal(await focusedOnPage(page), "after");
  });

  scene("after a click on nothing in particular the keys go on working", async ({ agent, page, widget }) => {
    await page.evaluate(() => {
      window.heardKeys = [];
      document.addEventListener("keydown", (event) => window.heardKeys.push(event.key));
    });
    for (const [place, key] of [[".hint", "1"], [".foot", "2"], [".head", "3"]]) {
      const asked = agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await widget.dialog.locator(place).click({ position: { x: 240, y: 4 } });
      await widget.press(key, "Enter");
      assert.equal((await asked.result()).behavior, "allow", place);
      await widget.isGone();
    }
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await page.mouse.click(3, 3);
    await widget.press("2");
    await widget.assertChecked("MongoDB");
    await page.mouse.click(3, 3);
    await widget.press("Escape");
    await widget.bar.waitFor();
    asked.hangUp();
    assert.deepEqual(await page.evaluate("window.heardKeys"), []);
  });
});
