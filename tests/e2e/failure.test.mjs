// The WebAssembly fails, or the browser throws what nobody expects: the element is never mute, and nothing typed is lost.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const database = fixture("database");
const QUESTION = database.questions[0].question;

/** The words of a failure: the loader's in the console, the panic's, the page's own. */
const tolerates = [/^console: <ask-user> failed/, /^console: ask-user: /, /^thrown: RuntimeError/, /^console: WebSocket/];

/** The line that needs no WebAssembly. */
const line = (widget) => widget.host.locator("[role=alert].failed");

/**
 * Makes the WebAssembly panic with the next elements that it makes, as in a browser that has no memory left: the document
 * refuses them, which the widget takes for impossible. What the loader makes itself is not refused.
 */
async function breaks(page, times) {
  await page.evaluate((times) => {
    const { createElement } = Document.prototype;
    window.refusals = times;
    Document.prototype.createElement = function (tag, ...rest) {
      if (window.refusals > 0 && new Error().stack.includes("wasm")) {
        window.refusals -= 1;
        throw new DOMException("out of memory", "UnknownError");
      }
      return createElement.call(this, tag, ...rest);
    };
    // Other words: the dialog is made anew.
    document.querySelector("ask-user:last-of-type").strings = { lang: "en" };
  }, times);
}

const errors = (tab) => tab.heard("ask-user-error").then((all) => all.map(({ message }) => message));

topic("a failure of the WebAssembly", () => {
  scene("is said, and a fresh instance has the question and the draft", { tab: { tolerates } }, async (stage) => {
    const { page, tab, widget, chat, agent } = stage;
    const asked = agent.ask(database);
    await widget.asks(QUESTION);
    await widget.field.fill("CockroachDB, please");
    await breaks(page, 1);
    await line(widget).waitFor();
    await widget.asks(QUESTION);
    assert.equal(await widget.field.inputValue(), "CockroachDB, please");
    assert.match((await errors(tab))[0], /^The widget failed and was started again: /);
    assert.match(await line(widget).textContent(), /^This dialog stopped working and was restarted\. /);
    await becomes(() => tab.sockets.filter(({ isClosed }) => !isClosed).length, 1, "the old connection is closed");
    await widget.field.press("Enter");
    const result = await asked.result();
    assert.equal(result.updatedInput.answers[QUESTION], "CockroachDB, please");
    await chat.connects();
  });

  scene("three times in a minute, it stays with a line and a button, and frees the page's input", { tab: { tolerates } }, async (stage) => {
    const { page, tab, widget, agent } = stage;
    const asked = agent.ask(database);
    await widget.asks(QUESTION);
    await widget.press("2");
    await breaks(page, Infinity);
    await widget.button("Retry now").waitFor();
    assert.match(await line(widget).textContent(), /^This dialog has stopped working\. /);
    assert.match((await errors(tab)).at(-1), /^The widget failed again and was stopped: /);
    assert.equal((await errors(tab)).length, 3);
    await widget.isGone();
    await page.evaluate(() => (window.refusals = 0));
    await widget.button("Retry now").click();
    await widget.asks(QUESTION);
    await widget.assertChecked(database.questions[0].options[1].label);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("takes nothing from a question of the page's own", { tab: { tolerates } }, async (stage) => {
    const { page, tab } = stage;
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      window.asked = element.ask(questions);
    }, database.questions);
    const widget = new Widget(page, page.locator("#second"));
    await widget.asks(QUESTION);
    await widget.field.fill("mine");
    await breaks(page, 1);
    await line(widget).waitFor();
    await widget.asks(QUESTION);
    assert.equal(await widget.field.inputValue(), "mine");
    await widget.field.press("Enter");
    const { outcome, answers } = await page.evaluate(() => window.asked);
    assert.deepEqual([outcome, answers[QUESTION]], ["answered", "mine"]);
    assert.equal((await errors(tab)).length, 2, "each element of the page reports it");
  });
});

topic("a browser that throws what is no error", () => {
  for (const [name, thrown] of [["a text", '"forbidden"'], ["nothing", "undefined"], ["an object", "{ code: 18 }"]]) {
    const prepare = (page) => page.addInitScript(`window.WebSocket = class { constructor() { throw ${thrown}; } };`);
    scene(`for a socket that the policy forbids is reported, and does no harm: ${name}`, { tab: null }, async (stage) => {
      const { page, tab } = await stage.open({ waits: false, tolerates, prepare });
      await becomes(async () => (await errors(tab))[0]?.startsWith("Could not connect to the bridge"), true);
      // It lives: another element can ask.
      await page.evaluate((questions) => {
        const element = Object.assign(document.createElement("ask-user"), { id: "second" });
        document.body.append(element);
        element.ask(questions);
      }, database.questions);
      await new Widget(page, page.locator("#second")).asks(QUESTION);
    });
  }
});
