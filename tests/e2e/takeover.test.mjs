// One session, two windows: the later one has it, the earlier one says so and does not fight.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const TAKEN = "This chat is open in another window.";

topic("takeover", () => {
  scene("a second tab takes the question over and answers it; the first does not reconnect", async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1");
    const second = await stage.open();
    await second.widget.asks(DATABASE);
    await widget.notice.getByText(TAKEN).waitFor();

    // Nothing that wakes a connection up wakes this one, and what is here cannot be sent.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await widget.press("2", "Enter", "Control+Enter");
    assert.equal(await widget.button("Send").count(), 0, "nothing can be sent from here");
    assert.equal(await widget.option("MongoDB").isDisabled(), true, "nor chosen");
    await second.widget.press("3", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "SQLite");
    await second.chat.isFree();
    assert.equal(tab.sockets.length, 1, "one connection ever");
    assert.deepEqual(tab.responses(), []);
    assert.equal(await chat.connection.textContent(), "taken");
    await widget.assertChecked("PostgreSQL");
  });

  scene("Use this window brings the session and the draft back, and the other tab shows it", async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    const second = await stage.open();
    await second.widget.asks(DATABASE);
    await widget.button("Use this window").click();
    await second.widget.notice.getByText(TAKEN).waitFor();
    await chat.connects();
    await becomes(() => widget.notice.count(), 0);
    assert.equal(await widget.field.inputValue(), "MariaDB");
    await widget.field.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MariaDB");
    assert.equal(second.tab.sockets.length, 1);
    assert.equal(tab.sockets.length, 2);
  });

  scene("without a question the first tab says it beside its chat, and takes back from there", async (stage) => {
    const { agent, widget, chat } = stage;
    const second = await stage.open();
    await widget.notice.getByText(TAKEN).waitFor();
    await becomes(() => widget.announcer.textContent(), TAKEN);
    await chat.isHeld();
    await agent.send({ type: "text", chunk: "for the second tab" });
    await becomes(() => second.chat.messages("agent").then((all) => all.at(-1)), "for the second tab");
    assert.equal((await chat.messages("agent")).length, 1, "only the greeting");

    await widget.button("Use this window").click();
    await chat.isFree();
    await second.chat.isHeld();
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    assert.equal(await second.widget.dialog.isVisible(), false);
  });

  scene("taking back after the answer was given elsewhere closes the old dialog", async (stage) => {
    const { agent, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const second = await stage.open();
    await second.widget.asks(DATABASE);
    await second.widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    await widget.button("Use this window").click();
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(tab.responses(), []);
  });

  scene("the review lists what would be sent, also after the other tab has changed it", async (stage) => {
    const { agent, widget } = stage;
    const { questions } = fixture("auth");
    const asked = agent.ask(fixture("auth"));
    await widget.asks(questions[0].question);
    await widget.press("1", "Enter");
    await widget.asks(questions[1].question);
    await widget.press("1", "Enter");
    await widget.reviews();
    const second = await stage.open();
    await second.widget.reviews();
    await second.widget.dialog.locator(".change").first().click();
    await second.widget.asks(questions[0].question);
    await second.widget.press("2", "Control+Enter".replace("Control+", ""));
    await second.widget.asks(questions[1].question);
    await second.widget.press("Enter");
    await second.widget.reviews();
    await widget.button("Use this window").click();
    const listed = () => widget.dialog.locator(".review-answer").allTextContents();
    await becomes(async () => (await listed())[0], questions[0].options[1].label);
    await becomes(() => widget.notice.count(), 0);
    await widget.clicks("Send");
    assert.equal((await asked.result()).updatedInput.answers[questions[0].question], questions[0].options[1].label);
  });

  scene("a page that gets a new token does not take the session back", { flags: ["--token", "T"], token: "T", tab: null }, async (stage) => {
    const withToken = (page) => page.addInitScript(() => document.addEventListener("DOMContentLoaded", () => (document.getElementById("ask").token = "T")));
    const first = await stage.open({ prepare: withToken });
    const second = await stage.open({ prepare: withToken });
    await first.widget.notice.getByText(TAKEN).waitFor();
    await first.page.evaluate(() => (document.getElementById("ask").token = "another"));
    const asked = stage.agent.ask(fixture("database"));
    await second.widget.asks(DATABASE);
    await second.widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    assert.equal(first.tab.sockets.length, 1);
    assert.equal(second.tab.sockets.length, 1);
  });

  scene("on a socket of the page's own nothing can be taken back, so Close frees the page", async (stage) => {
    const { page } = stage;
    const session = `${stage.session}-attached`;
    await page.evaluate((session) => {
      const input = Object.assign(document.createElement("input"), { id: "own" });
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      element.setAttribute("composer", "own");
      document.body.append(input, element);
      element.attach(new WebSocket(`${location.origin.replace("http", "ws")}/ws/${session}`));
    }, session);
    const widget = new Widget(page, page.locator("#second"));
    const asked = stage.agentOf(session).ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1");
    await becomes(() => page.locator("#own").isEnabled(), false);
    const second = await stage.open({ session });
    await second.widget.asks(DATABASE);
    await widget.notice.getByText(TAKEN).waitFor();
    assert.equal(await widget.button("Use this window").count(), 0, "a connection is the page's to make");
    await widget.clicks("Close");
    await widget.isGone();
    await becomes(() => page.locator("#own").isEnabled(), true);
    // Somebody who closes it here decides nothing there.
    assert.equal(asked.isSettled, false);
    await second.widget.press("2", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
  });
});
