// The WebAssembly on its way to the page: late, broken, refused; and what comes meanwhile.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const database = fixture("database");
const QUESTION = database.questions[0].question;

/** What the console and the demo page say of a file that does not come. */
const tolerates = [/^console: Failed to load resource/, /^console: ask-user: The widget could not be loaded/, /^a request left/];

/** Lets requests for the WebAssembly fail, or wait, until `window.isThere` of the test says otherwise. */
function prepare(gate) {
  return async (page) => {
    await page.route("**/*.wasm", async (route) => {
      gate.requests = (gate.requests ?? 0) + 1;
      if (gate.fails) return route.abort();
      await gate.opened;
      await route.continue();
    });
  };
}

/** Something to wait for until it is opened. */
function closed() {
  const gate = {};
  gate.opened = new Promise((open) => (gate.open = open));
  return gate;
}

/** The requests of scenes differ, so each has a page of its own. */
const opens = (stage, gate, options = {}) => stage.open({ waits: false, tolerates, prepare: prepare(gate), ...options });

topic("the WebAssembly", () => {
  scene("that could not be fetched is fetched again, and the question is asked", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { page, tab, widget, chat } = await opens(stage, gate);
    await becomes(async () => (await tab.heard("ask-user-error")).length, 1);
    const [{ message }] = await tab.heard("ask-user-error");
    assert.match(message, /^The widget could not be loaded: /);
    gate.fails = false;
    gate.opened = Promise.resolve();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await chat.connects();
    const asked = stage.agent.ask(database);
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("is tried again without anybody's help", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { tab, chat } = await opens(stage, gate);
    await becomes(async () => (await tab.heard("ask-user-error")).length, 1);
    gate.fails = false;
    await chat.connects();
    assert.equal(gate.requests, 2);
  });

  scene("is no WebAssembly: the message says where to look", { tab: null }, async (stage) => {
    const page = { contentType: "text/html", body: "<!doctype html><p>Not found" };
    const { tab } = await stage.open({
      waits: false,
      tolerates: [...tolerates, /WebAssembly/],
      prepare: (page_) => page_.route("**/*.wasm", (route) => route.fulfill(page)),
    });
    await becomes(async () => (await tab.heard("ask-user-error")).length > 0, true);
    assert.match((await tab.heard("ask-user-error"))[0].message, /what came is no WebAssembly, see the README on bundlers$/);
  });

  scene("comes after a frame that cannot be read and one that can: the second is asked", { tab: null }, async (stage) => {
    const gate = closed();
    const { page } = await opens(stage, gate);
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      element.receive('{"type":"ask_user_question",');
      element.receive({ type: "ask_user_question", question_id: "q_1", questions });
    }, database.questions);
    gate.open();
    await new Widget(page, page.locator("#second")).asks(QUESTION);
  });

  scene("finds no ghost of an ask whose element was gone meanwhile", { tab: null }, async (stage) => {
    const gate = closed();
    const { page } = await opens(stage, gate);
    const outcomes = await page.evaluate(async (questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      const at_once = element.ask(questions);
      element.remove();
      const first = await at_once;
      document.body.append(element);
      const later = element.ask(questions);
      await import("/page-ask.js");
      element.remove();
      const second = await later;
      document.body.append(element);
      return [first, second].map(({ outcome, answers, lines, text }) => ({ outcome, answers, lines, text }));
    }, database.questions);
    const nothing = { outcome: "withdrawn", answers: {}, lines: [], text: "" };
    assert.deepEqual(outcomes, [nothing, nothing]);
    gate.open();
    const widget = new Widget(page, page.locator("#second"));
    // The next ask comes after whatever was queued of the others.
    await page.evaluate((questions) => void document.getElementById("second").ask([{ ...questions[0], question: "The next?" }]), database.questions);
    await widget.asks("The next?");
    assert.equal(await widget.queued.textContent(), "");
  });
});
