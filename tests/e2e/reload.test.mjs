// What outlives a page: drafts and decisions through a reload, and from one tab to the next.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const OFFLINE_ANSWER = "You're offline. Your answer will be sent when you reconnect.";

/** What the tab keeps, by key. */
function persisted(page) {
  return page.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.startsWith("ask-user:")));
}

topic("reload", () => {
  scene("picks, texts and notes are there after a reload, and gone after the answer", async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB, because");
    await page.reload();
    await widget.asks(DATABASE);
    assert.equal(await widget.field.inputValue(), "MariaDB, because");
    await widget.field.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MariaDB, because");
    await widget.isGone();
    await becomes(() => persisted(page), [], "what is persisted");
  });

  scene("a tab that crashes keeps what was typed", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    // A crash comes without warning: only what was persisted before it counts.
    await becomes(async () => (await persisted(page)).some(([, text]) => text.includes("MariaDB")), true);
    await page.evaluate(() => {
      for (const name of ["pagehide", "visibilitychange"]) {
        addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
      }
    });
    await page.reload();
    await widget.asks(DATABASE);
    assert.equal(await widget.field.inputValue(), "MariaDB");
  });

  scene("drafts=off keeps nothing", async ({ agent, page, widget }) => {
    await page.locator("ask-user").evaluate((element) => {
      element.setAttribute("drafts", "off");
      // It counts from the next start.
      element.setAttribute("url", element.getAttribute("url") + "?again");
    });
    agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    assert.deepEqual(await persisted(page), []);
  });

  scene("storage that holds nonsense does no harm", async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await page.evaluate(() => dispatchEvent(new Event("pagehide")));
    const [[key]] = await persisted(page);
    await page.addInitScript((key) => sessionStorage.setItem(key, '{"version":1,"asks":[{"id":'), key);
    await page.reload();
    await widget.asks(DATABASE);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("storage that refuses does no harm", async ({ agent, page, widget }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.reload();
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  const linked = { linked: true, tab: { tolerates: [FAILED_CONNECT] } };
  scene("an answer given offline is sent once by the page after a reload", linked, async (stage) => {
    const { agent, page, link, tab, widget } = stage;
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    link.cut();
    await widget.press("2", "Enter");
    await widget.bar.getByText(OFFLINE_ANSWER).waitFor();
    link.mend();
    await page.reload();
    assert.equal((await asked.result()).behavior, "allow");
    await widget.isGone();
    assert.equal(tab.responses().length, 1);
  });

  scene("a second tab goes on where the first was, which then says what was answered", async (stage) => {
    const { agent, widget } = stage;
    const asked = agent.ask(fixture("database"), { timeout: 0 });
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    const second = await stage.open();
    await second.widget.asks(DATABASE);
    await becomes(() => second.widget.field.inputValue(), "MariaDB");
    await second.widget.field.press("Enter");
    assert.equal((await asked.result()).behavior, "allow");
    await widget.notice.getByText(/answered in another window.*MariaDB/).waitFor();
    assert.equal(await widget.field.inputValue(), "MariaDB");
  });

  scene("a network that goes is shown at once", async ({ page, widget, chat }) => {
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await widget.notice.getByText("Connection lost. Reconnecting…").waitFor();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await chat.connects();
  });
});
