// The element as the platform's own are: properties for attributes, state that can be read, commands, events that can be prevented.

import assert from "node:assert/strict";

import { allowed, fixture, question } from "./support/asks.mjs";
import { cases, elicit, second } from "./support/form.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

topic("properties", () => {
  scene("reflect every attribute", async ({ page }) => {
    const seen = await page.evaluate(() => {
      const element = document.createElement("ask-user");
      const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
      const attributes = element.constructor.observedAttributes;
      const defaults = attributes.map((name) => [camel(name), element[camel(name)]]);
      for (const name of attributes) element[camel(name)] = typeof element[camel(name)] === "boolean" ? !element[camel(name)] : "x";
      const set = attributes.map((name) => [name, element.getAttribute(name)]);
      for (const name of attributes) element[camel(name)] = null;
      return { defaults: Object.fromEntries(defaults), set: Object.fromEntries(set), left: element.getAttributeNames() };
    });
    assert.deepEqual(seen, {
      defaults: {
        url: "",
        session: "",
        composer: "",
        presentation: "modal",
        theme: "page",
        previewFormat: "markdown",
        receipts: true,
        drafts: true,
        shortcuts: true,
        notify: false,
        sound: false,
        images: false,
        verbose: false,
      },
      set: {
        url: "x",
        session: "x",
        composer: "x",
        presentation: "x",
        theme: "x",
        "preview-format": "x",
        receipts: "off",
        drafts: "off",
        shortcuts: "off",
        notify: "on",
        sound: "on",
        images: "on",
        verbose: "on",
      },
      left: [],
    });
  });

  scene("that were set before the element was known count", async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const element = Object.assign(document.createElement("later-question"), { presentation: "dock", receipts: false });
      document.body.append(element);
      const { define } = await import("/ask-user.js");
      define("later-question");
      return [element.getAttribute("presentation"), element.getAttribute("receipts")];
    });
    assert.deepEqual(seen, ["dock", "off"]);
  });

  scene("say how things are", async ({ agent, page, widget }) => {
    const state = () =>
      page.evaluate(() => {
        const { connection, waiting, question } = document.getElementById("ask");
        return [connection, waiting, document.getElementById("ask").matches(":state(waiting)"), question?.questions[0].question ?? null];
      });
    await becomes(state, ["open", false, false, null]);
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await becomes(state, ["open", true, true, DATABASE]);
    await widget.press("1", "Enter");
    await asked.result();
    await becomes(state, ["open", false, false, null]);
  });
});

topic("the property `form`", () => {
  scene("is the form that is waited for, until it is over", async ({ page }) => {
    const widget = await second(page);
    const [{ request }] = cases("acp");
    const asked = elicit(page, request);
    await widget.asks(request.requestedSchema?.title ?? request.message);
    const isWaitedFor = () => page.evaluate(() => document.getElementById("second").form !== null);
    assert.equal(await isWaitedFor(), true);
    await widget.clicks("Decline");
    await asked;
    await becomes(isWaitedFor, false);
  });
});

topic("commands", () => {
  scene("minimize and expand a question, and put the focus on it", async ({ agent, page, widget }) => {
    const call = (name, ...rest) => page.evaluate(([name, rest]) => document.getElementById("ask")[name](...rest), [name, rest]);
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await call("minimize");
    await widget.bar.waitFor();
    await page.evaluate(() => document.activeElement.blur());
    await call("focus");
    assert.equal(await page.evaluate(() => document.getElementById("ask").shadowRoot.activeElement?.part.value), "answer");
    await call("expand");
    await widget.dialog.waitFor();
    await call("focus");
    await widget.assertFocused(DATABASE);
  });

  scene("withdraw a question and clear the receipts", async ({ agent, page, tab, widget }) => {
    await page.evaluate(() => document.getElementById("ask").removeAttribute("receipts"));
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await page.evaluate(() => {
      const element = document.getElementById("ask");
      element.withdraw("no such question");
      element.withdraw(element.question.questionId);
    });
    await widget.isGone();
    assert.deepEqual((await tab.heard("ask-user-end")).map(({ outcome }) => outcome), ["withdrawn"]);
    assert.equal(asked.isSettled, false, "nothing was sent to the bridge");
    await becomes(() => widget.receipts.count(), 1);
    await page.evaluate(() => document.getElementById("ask").clearReceipts());
    await becomes(() => widget.receipts.count(), 0);
  });

  scene("withdraw a question of the page's own", async ({ page }) => {
    const outcome = await page.evaluate(async () => {
      const element = document.createElement("ask-user");
      document.body.append(element);
      const asked = element.ask([{ question: "Which?" }], { id: "mine" });
      await import("/page-ask.js");
      await new Promise((resolve) => setTimeout(resolve));
      element.withdraw("mine");
      return (await asked).outcome;
    });
    assert.equal(outcome, "withdrawn");
  });
});

topic("a page that shows questions itself", () => {
  scene("prevents the event, and answers by a frame of its own", async ({ agent, page, tab, widget, chat }) => {
    await page.evaluate(() => {
      document.getElementById("ask").addEventListener("ask-user-question", (event) => {
        event.preventDefault();
        window.asked = event.detail;
      });
    });
    const input = question("Ship it?", ["Yes (Recommended)", "No"]);
    const asked = agent.ask(input);
    await becomes(() => page.evaluate(() => window.asked?.questions[0].question), "Ship it?");
    await chat.isFree();
    assert.equal(await widget.dialog.isVisible(), false);
    assert.deepEqual(
      (await tab.heard("ask-user-end")).map(({ outcome, reason }) => [outcome, reason]),
      [["withdrawn", "The page shows this question itself"]],
    );
    await page.evaluate(() => {
      const { questionId, questions } = window.asked;
      const answers = { [questions[0].key]: questions[0].options[0].value };
      document.getElementById("ask").sendFrame({ type: "ask_user_response", data: { question_id: questionId, answers, cancelled: false } });
    });
    assert.deepEqual(await asked.result(), allowed(input, { "Ship it?": "Yes (Recommended)" }));
    assert.equal(await widget.receipts.count(), 0);
  });
});

topic("a handler of the page", () => {
  scene("may lead to another session in the middle of an event, and nothing is lost", async (stage) => {
    const { agent, page, widget } = stage;
    const other = `${stage.session}-other`;
    await page.evaluate((other) => {
      const element = document.getElementById("ask");
      element.addEventListener("ask-user-answer", () => (element.session = other), { once: true });
    }, other);
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("2", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    await becomes(() => page.evaluate(() => document.getElementById("ask").connection), "open");
    const second = stage.agentOf(other).ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1", "Enter");
    assert.equal((await second.result()).behavior, "allow");
  });
});
