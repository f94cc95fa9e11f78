// What the widget reports to the page: events with their details, and the frames that are the page's own.

import assert from "node:assert/strict";

import { CANCELLED, fixture, question, TIME_TO_TYPE, TIMED_OUT } from "./support/asks.mjs";
import { Bridge } from "./support/bridge.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const INPUT = question("Ship it?", ["Yes (Recommended)", "No"], { header: "Release" });

topic("the attribute verbose", () => {
  scene("logs the way, type, id and length of each frame, and never what it says", async ({ agent, page, tab, widget }) => {
    const logged = [];
    page.on("console", (message) => message.type() === "debug" && logged.push(message.text()));
    const quiet = agent.ask(INPUT);
    await widget.asks("Ship it?");
    await widget.press("1", "Enter");
    await quiet.result();
    await page.evaluate(() => document.getElementById("ask").setAttribute("verbose", ""));
    const asked = agent.ask(INPUT);
    await widget.asks("Ship it?");
    await widget.press("1", "Enter");
    await asked.result();
    const { received, sent } = tab.sockets[0];
    const last = (frames, type) => frames.findLast((frame) => frame.type === type);
    const [question, response] = [last(received, "ask_user_question"), last(sent, "ask_user_response")];
    const lines = [
      `<ask-user> in ask_user_question ${question.question_id} ${JSON.stringify(question).length}`,
      `<ask-user> out ask_user_response ${question.question_id} ${JSON.stringify(response).length}`,
    ];
    await becomes(() => lines.filter((line) => !logged.includes(line)), []);
    assert.ok(logged.every((line) => /^<ask-user> (in|out) \w+ \S* \d+$/.test(line)), logged.join("\n"));
    await page.evaluate(() => (document.getElementById("ask").verbose = false));
    const count = logged.length;
    agent.ask(INPUT);
    await widget.asks("Ship it?");
    assert.equal(logged.length, count);
  });
});

topic("events", () => {
  scene("ask-user-question and ask-user-answer carry the question and the receipt", async ({ agent, tab, widget }) => {
    const asked = agent.ask(INPUT);
    await widget.asks("Ship it?");
    const [ask] = await tab.heard("ask-user-question");
    const { questionId } = ask;
    assert.equal(questionId, tab.sockets[0].received.find((frame) => frame.type === "ask_user_question").question_id);
    const option = (label, value, isRecommended) => ({ label, value, description: `About ${value}`, preview: null, isRecommended });
    const options = [option("Yes", "Yes (Recommended)", true), option("No", "No", false)];
    const questions = [{ question: "Ship it?", key: "Ship it?", header: "Release", multiSelect: false, options }];
    assert.deepEqual(ask, { questionId, questions, timeoutSeconds: 55, problems: [] });

    await widget.press("1", "Enter");
    await asked.result();
    const ended = [
      {
        questionId,
        outcome: "answered",
        reason: null,
        answers: { "Ship it?": "Yes (Recommended)" },
        annotations: {},
        result: null,
        lines: [{ header: "Release", question: "Ship it?", answers: ["Yes"], picks: [0], other: null, notes: null, edited: null }],
        text:
          "User answered the following questions:\n\n1. Release (Ship it?)\n   Selected: Yes\n\n" +
          "Proceeding with user selections.\n",
      },
    ];
    await becomes(() => tab.heard("ask-user-answer"), ended);
    assert.deepEqual(await tab.heard("ask-user-end"), ended, "every ending has this event too");
    assert.equal((await tab.heard("ask-user-question")).length, 1);
  });

  scene("ask-user-cancel carries what the person had", async ({ agent, tab, widget }) => {
    const asked = agent.ask(INPUT);
    await widget.asks("Ship it?");
    await widget.press("2");
    await widget.button("Dismiss").click();
    assert.deepEqual(await asked.result(), CANCELLED);
    const [cancel] = await tab.heard("ask-user-cancel");
    assert.equal(cancel.outcome, "cancelled");
    assert.deepEqual(cancel.answers, {}, "a cancel answers nothing");
    const line = { header: "Release", question: "Ship it?", answers: ["No"], picks: [1], other: null, notes: null, edited: null };
    assert.deepEqual(cancel.lines, [line]);
    assert.deepEqual(await tab.heard("ask-user-answer"), []);
  });

  scene("ask-user-timeout and ask-user-end report the two other endings", async ({ agent, tab, widget, chat }) => {
    const asked = agent.ask(INPUT, { timeout: TIME_TO_TYPE });
    await widget.asks("Ship it?");
    assert.deepEqual(await asked.result(), TIMED_OUT);
    const heard = async (name) => (await tab.heard(name)).map(({ outcome, reason }) => [outcome, reason]);
    await becomes(() => heard("ask-user-timeout"), [["timed-out", "User response timed out"]]);
    await chat.isFree();
    const second = agent.ask(INPUT);
    await widget.asks("Ship it?");
    second.hangUp();
    await becomes(() => heard("ask-user-end"), [
      ["timed-out", "User response timed out"],
      ["withdrawn", "The agent no longer waits for an answer"],
    ]);
    assert.equal((await tab.heard("ask-user-timeout")).length, 1);
  });

  scene("ask-user-status follows from connecting to asked to free", async ({ agent, tab, widget, chat }) => {
    const asked = agent.ask(INPUT);
    await widget.asks("Ship it?");
    await widget.press("1", "Enter");
    await asked.result();
    await chat.isFree();
    await agent.send({ type: "complete" });
    await becomes(() => tab.heard("ask-user-status").then((all) => all.at(-1).isProcessing), false);
    const all = await tab.heard("ask-user-status");
    const [{ questionId }] = await tab.heard("ask-user-question");
    const states = all.map(({ connection, waitingForUser, pendingQuestionId }) =>
      [connection, waitingForUser, pendingQuestionId === questionId].join(" "),
    );
    const changes = states.filter((state, index) => state !== states[index - 1]);
    const since = changes.slice(changes.lastIndexOf("connecting false false"));
    assert.deepEqual(since, ["connecting false false", "open false false", "open true true", "open false false"]);
    const keys = ["connection", "waitingForUser", "isProcessing", "pendingQuestionId", "queued"];
    for (const status of all) {
      assert.deepEqual(Object.keys(status), keys);
      assert.equal(status.queued, 0);
    }
  });

  scene("frames of the page come out unchanged and in order, around an ask as well", async ({ agent, tab, widget }) => {
    const frames = [
      { type: "text", chunk: "Ünïcode 👩‍👩‍👧 \u202e <b>\n" },
      { type: "thinking", content: "hm" },
      { type: "tool_use", name: "AskUserQuestion", input: INPUT },
      { type: "my_own", deep: { list: [1, 2.5, -0, 1e21, null, true, [{}]], "": "" }, session_id: 7 },
      { type: "error", error: "a passing one" },
      { type: "complete" },
    ];
    for (const frame of frames.slice(0, 3)) await agent.send(frame);
    const asked = agent.ask(INPUT);
    await widget.asks("Ship it?");
    for (const frame of frames.slice(3)) await agent.send(frame);
    await becomes(() => tab.frames(), JSON.parse(JSON.stringify(frames)));
    assert.equal(asked.isSettled, false, "none of them ends an ask");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    assert.equal((await tab.frames()).length, frames.length, "the ask itself is not the page's");
  });

  scene("events bubble and cross shadow roots, and a handler may throw", {
    tab: { tolerates: [/the page's own fault/] },
  }, async ({ agent, page, tab, widget }) => {
    await page.evaluate(() => {
      document.querySelector("ask-user").addEventListener("ask-user-question", (event) => {
        window.seen = [event.bubbles, event.composed, event.target.localName];
        throw new Error("the page's own fault");
      });
    });
    const asked = agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    assert.deepEqual(await page.evaluate("window.seen"), [true, true, "ask-user"]);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
    assert.equal((await tab.heard("ask-user-answer")).length, 1);
  });
});

topic("faults", () => {
  /** What the widget has written to the console, without the demo page's own words. */
  const listen = (page) => {
    const written = [];
    page.on("console", (message) => message.text().startsWith("<ask-user>") && written.push([message.type(), message.text()]));
    return written;
  };

  scene("an unknown value of an attribute is reported once, and logged where no listener handles it", async ({ page, tab }) => {
    const written = listen(page);
    const values = {
      presentation: "drawer",
      theme: "pink",
      receipts: "all",
      drafts: "none",
      shortcuts: "none",
      images: "always",
      "preview-format": "latex",
    };
    await page.evaluate((values) => {
      const element = document.createElement("ask-user");
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
      element.id = "second";
      document.body.append(element);
    }, values);
    const reported = async () => (await tab.heard("ask-user-error")).map(({ message }) => message.split(" ")[0]).sort();
    await becomes(reported, Object.entries(values).map(([name, value]) => `${name}="${value}"`).sort());
    await becomes(() => written.length, 7);
    assert.deepEqual([...new Set((await tab.heard("ask-user-error")).map(({ code }) => code))], ["unknown-value"]);
    assert.ok(written.every(([type]) => type === "warning"));
    const known = '<ask-user>: presentation="drawer" is not known, and means nothing; known: modal, inline, dock';
    assert.ok(written.some(([, text]) => text === known), String(written));
    await page.evaluate(async () => {
      const element = document.getElementById("second");
      element.addEventListener("ask-user-error", (event) => event.preventDefault());
      for (const value of ["inline", "drawer", "drawer", "", "modal", "dock"]) {
        element.setAttribute("presentation", value);
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await becomes(async () => (await reported()).length, 8, "it came anew");
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(written.length, 7, "the page has handled it");
  });

  scene("what a page had set wrongly before the element was defined is reported, and the element is there", async ({ page }) => {
    const written = listen(page);
    await page.evaluate(async () => {
      const element = Object.assign(document.createElement("late-question"), { token: 7, strings: "de" });
      document.body.append(element);
      const { define } = await import("/ask-user.js");
      define("late-question");
    });
    await becomes(() => written.map(([, text]) => text), [
      "<ask-user>: It needs a token that is a string or a function",
      "<ask-user>: It needs strings that are a language's table, or a list of them, each with its lang",
    ]);
  });

  scene("an origin that the bridge does not let in is named, to the developer and to the person", {
    // The other bridge is another origin, which this one's own policy would forbid.
    tab: { isLawless: true, tolerates: [/^console: ask-user: The bridge does not let in/] },
  }, async ({ page, tab, bridge }) => {
    const written = listen(page);
    const other = await Bridge.start();
    try {
      await page.evaluate((url) => {
        const element = document.createElement("ask-user");
        element.setAttribute("url", `${url}/ws`);
        element.setAttribute("session", "demo");
        element.id = "second";
        document.body.append(element);
      }, other.url);
      const message =
        `The bridge does not let in pages of this origin, ${new URL(bridge.url).origin}; ` +
        "the reference bridge does with --allow-origin (code 4403)";
      await becomes(async () => (await tab.heard("ask-user-error")).map(({ message }) => message), [message]);
      await becomes(() => written.map(([, text]) => text), [`<ask-user>: ${message}`]);
      await page.locator("#second .notice-text").getByText("This page isn't allowed to connect").waitFor();
      assert.equal(tab.sockets.filter(({ url }) => url.startsWith(other.url.replace("http", "ws"))).length, 1);
    } finally {
      await other.stop();
    }
  });
});
