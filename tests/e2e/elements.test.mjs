// The element in a page: twice, moved, taken out and put back, pointed elsewhere.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { allowed, fixture, question } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const FEATURES = "Which features should we enable?";

/** Adds another element to the page, and an agent for it. */
async function addElement(stage, attributes = {}) {
  const session = randomUUID();
  await stage.page.evaluate((attributes) => {
    const element = document.createElement("ask-user");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
  }, { url: "/ws", session, ...attributes });
  const widget = new Widget(stage.page, stage.page.locator(`ask-user[session="${session}"]`));
  return { widget, agent: stage.agentOf(session) };
}

topic("the element", () => {
  scene("two elements on one page answer their own sessions", async (stage) => {
    const first = { agent: stage.agent, widget: new Widget(stage.page, stage.page.locator("#ask")) };
    const second = await addElement(stage);
    const inputs = [question("First?", ["A", "B"]), question("Second?", ["C", "D"])];
    const one = first.agent.ask(inputs[0]);
    await first.widget.asks("First?");
    const two = second.agent.ask(inputs[1]);
    await second.widget.asks("Second?");

    // The later dialog is on top and has the keys.
    await stage.page.keyboard.press("2");
    await second.widget.assertChecked("D");
    await first.widget.assertChecked();
    await stage.page.keyboard.press("Enter");
    assert.deepEqual(await two.result(), allowed(inputs[1], { "Second?": "D" }));
    await second.widget.isGone();
    assert.equal(one.isSettled, false);
    await first.widget.label("A").click();
    await first.widget.button("Send").click();
    assert.deepEqual(await one.result(), allowed(inputs[0], { "First?": "A" }));
  });

  scene("an element shows its receipts unless the page wants to", async (stage) => {
    const { widget, agent } = await addElement(stage);
    const asked = agent.ask(fixture("auth"));
    await widget.asks("Which authentication method should we use?");
    await widget.press("1", "Enter", "2", "4", "Control+Enter");
    assert.equal((await asked.result()).behavior, "allow");
    await widget.receipts.getByText("GitHub, Apple").waitFor();
    assert.equal(await widget.receipts.count(), 1);
    await becomes(() => widget.announcer.textContent(), "Answered");
    await widget.host.evaluate((element) => element.setAttribute("receipts", "off"));
    await becomes(() => widget.receipts.count(), 0);
  });

  scene("in the page it takes no focus from what can keep it, and leaves the page alone", async ({ agent, page, widget }) => {
    await page.evaluate(() => document.body.append(Object.assign(document.createElement("button"), { textContent: "Elsewhere" })));
    for (const presentation of ["inline", "dock"]) {
      await widget.host.evaluate((element, value) => element.setAttribute("presentation", value), presentation);
      await page.getByRole("button", { name: "Elsewhere" }).focus();
      const asked = agent.ask(fixture("database"));
      await widget.asks("Which database should we use for this project?");
      assert.equal(await widget.focused(), null, "the focus stays in the page");
      assert.equal(await widget.dialog.evaluate((dialog) => dialog.matches(":modal")), false);
      await widget.label("MongoDB").click();
      await widget.press("Enter");
      assert.equal((await asked.result()).behavior, "allow");
      await widget.isGone();
    }
  });

  scene("in the page it takes the focus of the input that it disables, and its keys work", async ({ agent, chat, widget }) => {
    for (const presentation of ["inline", "dock"]) {
      await widget.host.evaluate((element, value) => element.setAttribute("presentation", value), presentation);
      await chat.isFree();
      await chat.input.focus();
      const asked = agent.ask(fixture("database"));
      await widget.asks("Which database should we use for this project?");
      await widget.assertFocused("Which database should we use for this project?");
      await widget.press("2");
      await widget.assertChecked("MongoDB");
      await widget.button("Send").click();
      assert.equal((await asked.result()).behavior, "allow");
      await widget.isGone();
    }
  });

  scene("an element that is moved keeps its connection, its question and its draft", async (stage) => {
    const { agent, page, tab, widget } = stage;
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.press("2");
    await widget.field.fill("and more");
    await page.evaluate(() => document.body.prepend(document.querySelector("ask-user")));
    await agent.send({ type: "text", chunk: "after the move" });
    await becomes(() => tab.frames().then((frames) => frames.map((frame) => frame.chunk)), ["after the move"]);
    assert.equal(tab.sockets.length, 1);
    assert.equal(await widget.field.inputValue(), "and more");
    assert.equal(asked.isSettled, false);
  });

  scene("an element that is taken out closes its connection; put back it asks again", async (stage) => {
    const { agent, page, tab, widget } = stage;
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await page.evaluate(() => {
      window.removed = document.querySelector("ask-user");
      window.removed.remove();
    });
    await becomes(() => page.evaluate(() => window.removed.shadowRoot.querySelectorAll("dialog").length), 0);
    assert.equal(await page.evaluate(() => window.removed.sendFrame({ type: "user_message", text: "x" })), false);
    await page.evaluate(() => document.body.append(window.removed));
    await widget.asks(FEATURES);
    assert.equal(tab.sockets.length, 2);
    assert.equal(await widget.host.evaluate((element) => element.shadowRoot.querySelectorAll("dialog").length), 1);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[FEATURES], "TypeScript");
  });

  scene("an element that is taken out and put back five times asks once", async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    for (let time = 0; time < 5; time++) {
      await page.evaluate(() => {
        window.removed = document.querySelector("ask-user");
        window.removed.remove();
      });
      await becomes(() => chat.connection.textContent(), "closed");
      await page.evaluate(() => document.body.append(window.removed));
      await chat.connects();
    }
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.press("3", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[FEATURES], "Testing (Vitest)");
    assert.equal(tab.responses().length, 1);
    assert.equal((await tab.heard("ask-user-question")).length, 1);
  });

  scene("another session on the attribute connects there; the same value changes nothing", async (stage) => {
    const { session, tab, widget, chat } = stage;
    await widget.host.evaluate((element, session) => element.setAttribute("session", session), session);
    const other = randomUUID();
    await widget.host.evaluate((element, session) => element.setAttribute("session", session), other);
    await becomes(() => tab.sockets.map((socket) => new URL(socket.url).pathname.split("/").at(-1)), [session, other]);
    await chat.connects();
    const asked = stage.agentOf(other).ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("an invalid address is reported to the developer and breaks nothing", {
    tab: { tolerates: [/is not an address of a WebSocket/] },
  }, async (stage) => {
    const { agent, tab, widget } = stage;
    await widget.host.evaluate((element) => element.setAttribute("url", "mailto:x@example.com"));
    const [error] = await tab.heard("ask-user-error");
    assert.match(error.message, /is not an address of a WebSocket/);
    await widget.host.evaluate((element) => element.setAttribute("url", "/ws"));
    agent.ask(fixture("features"));
    await widget.asks(FEATURES);
  });

  scene("the page sends frames of its own through the widget's connection", async ({ page, tab }) => {
    const frame = { type: "user_message", text: "ünïcode \u2028 </script>", list: [1, null] };
    assert.equal(await page.evaluate((frame) => document.querySelector("ask-user").sendFrame(frame), frame), true);
    await becomes(() => tab.sockets[0].sent, [frame]);
  });

  scene("moved with a question open it is modal all the same, and has the focus", async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await page.evaluate(() => document.body.prepend(document.getElementById("ask")));
    assert.equal(await widget.dialog.evaluate((dialog) => dialog.matches(":modal")), true);
    await widget.assertFocused("Which database should we use for this project?");
    await widget.isUnguarded();
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("taken out with a question open it frees the page", async ({ agent, page, widget, chat }) => {
    agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await chat.isHeld();
    await page.evaluate(() => {
      const element = document.getElementById("ask");
      element.addEventListener("ask-user-status", ({ detail }) => (window.last = detail));
      element.remove();
    });
    await becomes(() => page.evaluate(() => window.last?.waitingForUser), false);
  });

  scene("two elements hold one input until both are done", async ({ page }) => {
    await page.evaluate(async () => {
      document.body.append(Object.assign(document.createElement("input"), { id: "shared" }));
      for (const id of ["one", "two"]) {
        const element = Object.assign(document.createElement("ask-user"), { id });
        element.setAttribute("composer", "shared");
        document.body.append(element);
      }
      const ask = (id) => document.getElementById(id).ask([{ question: `${id}?` }], { signal: (window[id] = new AbortController()).signal });
      window.asked = [ask("one"), ask("two")];
    });
    const shared = page.locator("#shared");
    const [one, two] = ["one", "two"].map((id) => new Widget(page, page.locator(`#${id}`)));
    await one.dialog.waitFor();
    await two.dialog.waitFor();
    await becomes(() => shared.isDisabled(), true);
    await page.evaluate(() => window.one.abort());
    await one.isGone();
    assert.equal(await shared.isDisabled(), true);
    await page.evaluate(() => window.two.abort());
    await becomes(() => shared.isDisabled(), false);
  });
});
