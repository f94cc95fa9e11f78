// What is fetched only when it is needed: not before, in its place when it comes, and without harm when it does not.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const database = fixture("database");
const QUESTION = database.questions[0].question;
const MARKED = {
  questions: [{ question: "Use `pnpm`?", options: [{ label: "Yes", description: "It is **fast**" }, { label: "No" }] }],
};
const PLAIN = { questions: [{ question: "Go on?", options: [{ label: "Yes" }, { label: "No" }] }] };

/** What the console says of a file that does not come, and the demo page of an error. */
const tolerates = [/^console: Failed to load resource/, /^console: ask-user: A part of the widget/, /^a request left/];

const pane = (widget) => widget.dialog.locator(".preview-place .preview");
const boxes = (widget) =>
  Promise.all([widget.dialog, pane(widget), ...["Send", "Dismiss"].map((name) => widget.button(name))].map((part) => part.boundingBox()));

/** Counts requests for chunks, and lets them wait or fail as `gate` says. */
const gated = (gate) => (page) =>
  page.route(/ask-user-widget_(?!bg)\w+\.wasm$/, async (route) => {
    gate.requests = (gate.requests ?? 0) + 1;
    if (gate.fails) return route.abort();
    await gate.opened;
    await route.continue();
  });

const opens = (stage, gate, options = {}) =>
  stage.open({ tolerates, prepare: gated(gate), media: { reducedMotion: "reduce" }, ...options });

topic("chunks", () => {
  scene("a plain question is answered without any", { tab: null }, async (stage) => {
    const gate = {};
    const { widget } = await opens(stage, gate);
    const asked = stage.agent.ask(PLAIN);
    await widget.asks("Go on?");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    assert.equal(gate.requests, undefined);
  });

  scene("a question with markdown is shown when what reads it has come, and its marks are never seen", { tab: null }, async (stage) => {
    const gate = {};
    gate.opened = new Promise((open) => (gate.open = open));
    const { widget } = await opens(stage, gate);
    const asked = stage.agent.ask(MARKED);
    await becomes(() => gate.requests, 1);
    assert.equal(await widget.dialog.isVisible(), false);
    gate.open();
    await widget.asks("Use pnpm?");
    assert.equal(await widget.dialog.locator(".title code").textContent(), "pnpm");
    assert.equal(await widget.dialog.locator(".description strong").textContent(), "fast");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    stage.agent.ask(MARKED);
    await widget.asks("Use pnpm?");
    assert.equal(gate.requests, 1, "once for the page");
  });

  scene("markdown is shown as it was written if what reads it does not come, and the next question tries again", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { tab, widget } = await opens(stage, gate);
    const asked = stage.agent.ask(MARKED);
    await widget.asks("Use `pnpm`?");
    assert.equal((await tab.heard("ask-user-error"))[0].code, "chunk-failed");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    gate.fails = false;
    stage.agent.ask(MARKED);
    await widget.asks("Use pnpm?");
  });

  scene("what reads markdown is not waited for longer than a moment, and what comes meanwhile keeps its order", { tab: null }, async (stage) => {
    const gate = { opened: new Promise(() => {}) };
    const { widget } = await opens(stage, gate);
    const asked = stage.agent.ask(MARKED);
    await becomes(() => gate.requests, 1);
    const next = stage.agent.ask(PLAIN);
    await widget.asks("Use `pnpm`?");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    await widget.asks("Go on?");
    await widget.press("1", "Enter");
    assert.equal((await next.result()).behavior, "allow");
  });

  scene("after a reload markdown is markdown again", { tab: null }, async (stage) => {
    const gate = {};
    const { page, widget } = await opens(stage, gate);
    stage.agent.ask(MARKED);
    await widget.asks("Use pnpm?");
    await widget.press("2");
    await page.reload();
    await widget.asks("Use pnpm?");
    assert.equal(await widget.dialog.locator(".title code").textContent(), "pnpm");
  });

  scene("receipts come with the first answer; those that did not come are there with the next", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { page, widget } = await opens(stage, gate);
    await page.evaluate(() => document.querySelector("ask-user").setAttribute("receipts", "on"));
    const answers = async () => {
      const asked = stage.agent.ask(PLAIN);
      await widget.asks("Go on?");
      await widget.press("1", "Enter");
      assert.equal((await asked.result()).behavior, "allow");
    };
    await answers();
    await becomes(() => gate.requests > 0, true);
    assert.equal(await widget.host.locator(".receipts").isVisible(), false);
    gate.fails = false;
    await answers();
    await becomes(() => widget.host.locator(".receipt").count(), 2);
    assert.equal(await widget.host.locator(".receipts").isVisible(), true);
  });

  scene("previews come later into their place, and nothing moves", { tab: null }, async (stage) => {
    const gate = {};
    gate.opened = new Promise((open) => (gate.open = open));
    const { widget } = await opens(stage, gate);
    const asked = stage.agent.ask(database);
    await widget.asks(QUESTION);
    await becomes(() => gate.requests, 1);
    const before = await boxes(widget);
    await widget.press("2");
    gate.open();
    await becomes(() => pane(widget).locator(".preview-of").textContent(), database.questions[0].options[1].label);
    assert.deepEqual(await boxes(widget), before);
    await widget.press("Enter");
    assert.equal((await asked.result()).behavior, "allow");
    stage.agent.ask(database);
    await widget.asks(QUESTION);
    await pane(widget).locator(".preview-of").waitFor();
    assert.equal(gate.requests, 1, "once for the page");
  });

  scene("on a phone each preview has its button before it has come", { tab: null }, async (stage) => {
    const gate = {};
    gate.opened = new Promise((open) => (gate.open = open));
    const { widget } = await opens(stage, gate, { viewport: { width: 360, height: 740 } });
    stage.agent.ask(database);
    await widget.asks(QUESTION);
    await becomes(() => gate.requests, 1);
    const rows = () => widget.dialog.locator(".options").boundingBox();
    const before = await rows();
    gate.open();
    await widget.dialog.locator(".look").first().waitFor();
    assert.deepEqual(await rows(), before);
    await widget.dialog.locator(".look").first().click();
    await widget.dialog.locator(".unfold .preview > *").first().waitFor();
  });

  scene("a person who tries again on a phone keeps their place", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { widget } = await opens(stage, gate, { viewport: { width: 360, height: 740 } });
    stage.agent.ask(database);
    await widget.asks(QUESTION);
    const look = widget.dialog.locator(".look").first();
    await look.click();
    const unfolded = widget.dialog.locator(".unfold .preview").first();
    await unfolded.locator("pre.source").waitFor();
    gate.fails = false;
    await unfolded.getByRole("button", { name: "Retry now" }).click();
    await unfolded.locator(".paragraph").first().waitFor();
    assert.ok(await look.evaluate((button) => button.matches(":focus")));
  });

  scene("previews that do not come are text, and are tried again on request", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { tab, widget } = await opens(stage, gate);
    const asked = stage.agent.ask(database);
    await widget.asks(QUESTION);
    await pane(widget).getByText("The preview could not be loaded. Its text is below.").waitFor();
    const [{ code, message }] = await tab.heard("ask-user-error");
    assert.equal(code, "chunk-failed");
    assert.match(message, /^A part of the widget could not be loaded, previews: /);
    const withPreview = database.questions[0].options.filter(({ preview }) => preview);
    assert.equal(await pane(widget).locator("pre.source").count(), withPreview.length);
    assert.equal(await pane(widget).locator("pre.source").first().textContent(), withPreview[0].preview);
    gate.fails = false;
    await pane(widget).getByRole("button", { name: "Retry now" }).click();
    await pane(widget).locator(".preview-of").waitFor();
    assert.equal(await pane(widget).locator("pre.source").count(), 0);
    assert.ok(await pane(widget).evaluate((pane) => pane.matches(":focus")), "the focus is where the button was");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("an adapter that does not come is an error that says so, and the next call tries again", { tab: null }, async (stage) => {
    const gate = { fails: true };
    const { page } = await opens(stage, gate);
    const asks = () =>
      page.evaluate((input) => {
        const element = document.querySelector("ask-user.own") ?? Object.assign(document.createElement("ask-user"), { className: "own" });
        document.body.append(element);
        return element.canUseTool("AskUserQuestion", input).then(({ behavior }) => behavior, ({ message }) => message);
      }, PLAIN);
    assert.match(await asks(), /fetch/i);
    gate.fails = false;
    const asked = asks();
    const own = new Widget(page, page.locator("ask-user.own"));
    await own.asks("Go on?");
    await own.press("1", "Enter");
    assert.equal(await asked, "allow");
  });

  scene("a fresh instance after a failure has its own, without another request", { tab: null }, async (stage) => {
    const gate = {};
    const failures = [/^console: <ask-user> failed/, /^console: ask-user: /, /^thrown: RuntimeError/];
    const { page, widget } = await opens(stage, gate, { tolerates: failures });
    stage.agent.ask(database);
    await widget.asks(QUESTION);
    await pane(widget).locator(".preview-of").waitFor();
    await page.evaluate(() => {
      const { createElement } = Document.prototype;
      let refusals = 1;
      Document.prototype.createElement = function (tag, ...rest) {
        if (refusals > 0 && new Error().stack.includes("wasm")) {
          refusals -= 1;
          throw new DOMException("out of memory", "UnknownError");
        }
        return createElement.call(this, tag, ...rest);
      };
      // Other words: the dialog is made anew.
      document.querySelector("ask-user").strings = { lang: "en" };
    });
    await widget.host.locator("[role=alert].failed").waitFor();
    await widget.asks(QUESTION);
    await pane(widget).locator(".preview-of").waitFor();
    assert.equal(gate.requests, 1);
  });
});
