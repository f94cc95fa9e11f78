// The four ways to feed the element; the first, an address, is what every other file uses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { allowed, fixture } from "./support/asks.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { Widget } from "./support/page.mjs";
import { becomes } from "./support/until.mjs";

const database = fixture("database");
const QUESTION = database.questions[0].question;

/** A second element on the page, which no attribute feeds. */
async function place(page, attributes = {}) {
  await page.evaluate((attributes) => {
    const element = document.createElement("ask-user");
    for (const [name, value] of Object.entries({ id: "second", ...attributes })) element.setAttribute(name, value);
    document.body.append(element);
  }, attributes);
  return new Widget(page, page.locator("#second"));
}

topic("a page's own socket", () => {
  scene("is shared: the answer goes through it, and the session is not taken", { tab: { waits: true } }, async (stage) => {
    const { page } = stage;
    const widget = await place(page);
    const session = `${stage.session}-shared`;
    const agent = stage.agentOf(session);
    await page.evaluate((session) => {
      window.frames_ = [];
      window.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${session}`);
      window.socket.addEventListener("message", (event) => window.frames_.push(JSON.parse(event.data).type));
      document.getElementById("second").attach(window.socket);
    }, session);
    await becomes(() => page.evaluate(() => window.socket.readyState), 1);
    const asked = agent.ask(database);
    await widget.asks(QUESTION);
    await widget.press("2", "Enter");
    const result = await asked.result();
    assert.equal(result.updatedInput.answers[QUESTION], "MongoDB");
    const heard = await page.evaluate(() => window.frames_);
    assert.ok(heard.includes("ask_user_question"), "the page hears everything too");
    assert.ok(!heard.includes("session_taken"));
    assert.equal(await page.evaluate(() => window.socket.readyState), 1, "and keeps its socket");
  });

  scene(
    "that was lost is attached anew, and nothing that was chosen is lost",
    { tab: { tolerates: [FAILED_CONNECT] } },
    async (stage) => {
      const { page } = stage;
      const widget = await place(page);
      const session = `${stage.session}-again`;
      const agent = stage.agentOf(session);
      const connect = () =>
        page.evaluate((session) => {
          window.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${session}`);
          document.getElementById("second").attach(window.socket);
        }, session);
      await connect();
      const asked = agent.ask(database);
      await widget.asks(QUESTION);
      await widget.press("3");
      await page.evaluate(() => window.socket.close());
      await widget.notice.filter({ hasText: "Your draft is saved" }).waitFor();
      assert.equal(await widget.button("Retry now").count(), 0, "a new connection is the page's to make");
      await widget.press("Enter");
      await widget.bar.getByText("Your answer will be sent").waitFor();
      await connect();
      const result = await asked.result();
      assert.equal(result.updatedInput.answers[QUESTION], "SQLite");
      await widget.isGone();
    },
  );
});

topic("frames that come by any way", () => {
  scene("are received, and answered by an event", async ({ page }) => {
    const widget = await place(page);
    await page.evaluate((questions) => {
      const element = document.getElementById("second");
      element.addEventListener("ask-user-frame-out", (event) => (window.sent = event.detail));
      element.receive({ type: "ask_user_question", question_id: "q-1", questions });
    }, database.questions);
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(() => page.evaluate(() => window.sent), {
      type: "ask_user_response",
      data: { question_id: "q-1", answers: { [QUESTION]: "PostgreSQL (Recommended)" }, cancelled: false },
    });
    await page.evaluate(() => document.getElementById("second").receive('{"type":"text","chunk":"On."}'));
    await widget.receipts.filter({ hasText: "PostgreSQL" }).waitFor();
  });

  scene("take notes only if they say so, and a receipt says what was sent", async ({ page }) => {
    const widget = await place(page);
    const receive = (frame) => page.evaluate((frame) => document.getElementById("second").receive(frame), frame);
    const asked = { type: "ask_user_question", question_id: "q-1", questions: database.questions };
    await page.evaluate(() => {
      window.ended = [];
      document.getElementById("second").addEventListener("ask-user-answer", ({ detail }) => window.ended.push(detail));
    });
    await receive(asked);
    await widget.asks(QUESTION);
    assert.equal(await widget.dialog.getByText("Add a note").isVisible(), false);
    await receive({ type: "connected", capabilities: ["annotations"] });
    await receive(asked);
    await widget.press("n");
    await page.keyboard.type("careful");
    await receive({ type: "connected" });
    await widget.dialog.getByText("This note won't be sent with this answer").waitFor();
    await receive(asked);
    await widget.press("Escape");
    await widget.dialog.getByRole("radio", { name: "PostgreSQL" }).check();
    await widget.button("Send").click();
    await becomes(() => page.evaluate(() => window.ended.map(({ annotations, lines }) => [annotations, lines[0].notes])), [[{}, null]]);
    await widget.receipts.filter({ hasText: "PostgreSQL" }).click();
    await page.locator("#second").getByText("Note, not sent: careful").waitFor();
  });
});

topic("a question of the page's own", () => {
  /** Asks, and leaves the outcome in `window.outcome`. */
  const ask = (page, options = {}) =>
    page.evaluate(
      ([questions, { abortable, ...options }]) => {
        window.aborter = new AbortController();
        if (abortable) options.signal = window.aborter.signal;
        const asked = document.getElementById("second").ask({ questions }, options);
        asked.then((outcome) => (window.outcome = outcome));
      },
      [database.questions, options],
    );
  const outcome = (page) => page.evaluate(() => window.outcome?.outcome);

  scene("is answered without any protocol", async ({ page }) => {
    const widget = await place(page);
    await ask(page);
    await widget.asks(QUESTION);
    await widget.press("2", "Enter");
    await becomes(() => outcome(page), "answered");
    assert.deepEqual(await page.evaluate(() => window.outcome.answers), { [QUESTION]: "MongoDB" });
    await widget.isGone();
  });

  scene("that was answered is not withdrawn by a signal that comes later", async ({ page }) => {
    const widget = await place(page);
    await ask(page, { abortable: true });
    await widget.asks(QUESTION);
    await widget.press("2", "Enter");
    await becomes(() => outcome(page), "answered");
    const heard = await page.evaluate(() => {
      const before = window.heardEvents.length;
      window.aborter.abort();
      return window.heardEvents.slice(before).map(({ name }) => name);
    });
    assert.deepEqual(heard, []);
    assert.equal(await widget.receipts.filter({ hasText: "MongoDB" }).count(), 1);
  });

  scene("ends however it must: never shown, refused, out of time, without an element", async ({ page }) => {
    await place(page);
    const ended = await page.evaluate(async (questions) => {
      const element = document.getElementById("second");
      const word = (asked) => asked.then(({ outcome }) => outcome, (error) => error.message.slice(0, 60));
      const words = {};
      words.huge = await word(element.ask([{ question: "x".repeat(2_000_000) }]));
      words.name = await word(element.ask(questions, { id: 7 }));
      words.late = await word(element.ask(questions, { timeoutSeconds: 0.01, id: "one" }));
      words.again = await word(element.ask(questions, { id: "one" }));
      const away = document.createElement("ask-user");
      document.body.append(away);
      const asked = word(away.ask(questions));
      // Until it has been asked, and before it is shown.
      await import("/page-ask.js");
      away.remove();
      words.removed = await asked;
      return words;
    }, database.questions);
    assert.deepEqual(ended, {
      huge: "<ask-user> cannot read this question; see the event ask-user",
      name: "<ask-user> needs an id that was not used before, not 7",
      late: "timed-out",
      again: '<ask-user> needs an id that was not used before, not "one"',
      removed: "withdrawn",
    });
  });

  scene("that cannot be asked is rejected with the place of the fault, also out of the document", async ({ page }) => {
    await place(page);
    const errors = await page.evaluate(async () => {
      const good = { question: "Which?" };
      const calls = [
        [],
        ["x"],
        [null],
        [{}],
        [{ questions: [] }],
        [[]],
        [{ questions: {} }],
        [["Which?"]],
        [[good, {}]],
        [[{ question: "  " }]],
        [[{ question: 7 }]],
        [[{ ...good, header: 7 }]],
        [[{ ...good, multiSelect: "yes" }]],
        [[{ ...good, options: "A, B" }]],
        [[{ ...good, options: [{ label: "A" }, "B"] }]],
        [[{ ...good, options: [{ label: "" }] }]],
        [[{ ...good, options: [{ label: "A", preview: {} }] }]],
        [[good], "soon"],
        [[good], { signal: {} }],
        [[good], { timeoutSeconds: "5" }],
        [[good], { id: 7n }],
      ];
      const away = document.createElement("ask-user");
      const asked = async (element, call) => {
        const error = await element.ask(...call).then(() => "asked", (error) => error);
        return error instanceof TypeError ? error.message.replace("<ask-user> cannot ask this: ", "") : String(error);
      };
      const errors = await Promise.all(calls.map((call) => asked(document.getElementById("second"), call)));
      return [...errors, await asked(away, []), await asked(away, [[good]])];
    });
    assert.deepEqual(errors, [
      "what ask() is given must be { questions } or a list of questions, not undefined",
      "what ask() is given must be { questions } or a list of questions, not string",
      "what ask() is given must be { questions } or a list of questions, not null",
      "questions must be a list of questions, not undefined",
      "questions must be a list of at least one question, not empty",
      "questions must be a list of at least one question, not empty",
      "questions must be a list of questions, not object",
      "questions[0] must be a question, not string",
      "questions[1].question must be a text, not undefined",
      "questions[0].question must be a text, not empty",
      "questions[0].question must be a text, not number",
      "questions[0].header must be a string, not number",
      "questions[0].multiSelect must be a boolean, not string",
      "questions[0].options must be a list of options, not string",
      "questions[0].options[1] must be an option, with a label, not string",
      "questions[0].options[0].label must be a text, not empty",
      "questions[0].options[0].preview must be a string, not object",
      "the options must be an object, not string",
      "options.signal must be an AbortSignal, not object",
      "options.timeoutSeconds must be a number, not string",
      "Error: <ask-user> needs an id that was not used before, not 7",
      "what ask() is given must be { questions } or a list of questions, not undefined",
      "Error: <ask-user> is not in the document: nobody could see the question",
    ]);
    assert.equal(await page.locator("#second dialog[open]").count(), 0);
  });

  scene("may be asked just before its element is put on the page", async ({ page }) => {
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      element.ask(questions).then((outcome) => (window.outcome = outcome));
      document.body.append(element);
    }, database.questions);
    const widget = new Widget(page, page.locator("#second"));
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(() => outcome(page), "answered");
  });

  scene("waits for somebody who types, also if it is the first", async ({ page, chat }) => {
    const widget = await place(page);
    await page.locator("#second").evaluate((element) => element.shadowRoot.querySelector("dialog") ?? null);
    await becomes(() => page.locator("#second").evaluate((element) => !!element.shadowRoot.querySelector("dialog")), true);
    await chat.isFree();
    await chat.input.focus();
    await page.keyboard.type("12");
    await ask(page);
    for (const character of "3 and 4 ") await page.keyboard.type(character, { delay: 60 });
    assert.equal(await chat.input.inputValue(), "123 and 4 ");
    await widget.asks(QUESTION);
  });

  scene("comes after a socket that the page has let go of", async ({ page }) => {
    const widget = await place(page);
    await page.evaluate(() => {
      const element = document.getElementById("second");
      const socket = Object.assign(new EventTarget(), { readyState: 1, url: "x", send: () => (window.isSent = true) });
      element.attach(socket);
      element.attach(null);
      window.couldSend = element.sendFrame({ type: "user_message" });
    });
    await ask(page);
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(() => outcome(page), "answered");
    assert.deepEqual(await page.evaluate(() => [window.couldSend, window.isSent]), [false, undefined]);
  });

  scene("is withdrawn by its signal", async ({ page }) => {
    const widget = await place(page);
    await ask(page, { abortable: true });
    await widget.asks(QUESTION);
    await page.evaluate(() => window.aborter.abort("not needed"));
    await becomes(() => outcome(page), "withdrawn");
    await widget.isGone();
  });

  scene("times out, and gives more time to somebody at work", async ({ page }) => {
    const widget = await place(page);
    await ask(page, { timeoutSeconds: 20 });
    await widget.asks(QUESTION);
    await widget.press("ArrowDown");
    await becomes(async () => (await widget.secondsLeft()) > 30, true);
    await ask(page, { timeoutSeconds: 0.2 });
    await becomes(() => outcome(page), "timed-out");
    assert.deepEqual(await page.evaluate(() => window.outcome.answers), {}, "nobody answered");
  });

  scene("is refused where a bridge asks", async ({ page }) => {
    const refused = await page.evaluate(() => document.getElementById("ask").ask({ questions: [] }).catch(String));
    assert.match(refused, /is fed by a bridge/);
  });

  scene("ends when its element is removed", async ({ page }) => {
    const widget = await place(page);
    await ask(page);
    await widget.asks(QUESTION);
    await page.evaluate(() => document.getElementById("second").remove());
    await becomes(() => outcome(page), "withdrawn");
  });
});

topic("the input that `composer` names", () => {
  scene("is held while an answer is waited for, and freed whatever the ending", async ({ page }) => {
    await page.evaluate(() => {
      const field = document.createElement("input");
      field.id = "field";
      document.body.append(field);
    });
    const widget = await place(page, { composer: "field" });
    const isDisabled = () => page.evaluate(() => document.getElementById("field").disabled);
    await page.evaluate((questions) => {
      const element = document.getElementById("second");
      window.aborter = new AbortController();
      element.ask({ questions }, { signal: window.aborter.signal });
    }, database.questions);
    await widget.asks(QUESTION);
    await becomes(isDisabled, true);
    await page.evaluate(() => window.aborter.abort());
    await becomes(isDisabled, false);
  });

  scene("may come late, be replaced, or be an editor", async ({ page }) => {
    const widget = await place(page, { composer: "late" });
    const ask = (id) =>
      page.evaluate(
        ([questions, id]) => {
          window.aborter = new AbortController();
          document.getElementById("second").ask({ questions }, { signal: window.aborter.signal, id });
        },
        [database.questions, id],
      );
    const put = (html) =>
      page.evaluate((html) => {
        document.getElementById("late")?.remove();
        const place = document.createElement("div");
        place.append(Object.assign(document.createElement(html), { id: "late" }));
        document.body.append(place);
      }, html);
    const isHeld = (lock) => page.evaluate((lock) => document.getElementById("late")[lock], lock);
    await ask("one");
    await widget.asks(QUESTION);
    await put("input");
    await becomes(() => isHeld("disabled"), true, "it came late");
    await put("textarea");
    await becomes(() => isHeld("disabled"), true, "it was replaced");
    await put("div");
    await becomes(() => isHeld("inert"), true, "it cannot be disabled");
    await page.evaluate(() => window.aborter.abort());
    await becomes(() => isHeld("inert"), false);
    await ask("two");
    await widget.asks(QUESTION);
    await becomes(() => isHeld("inert"), true);
    await page.evaluate(() => document.getElementById("second").setAttribute("composer", ""));
    await becomes(() => isHeld("inert"), false, "it is another's by now");
  });

  scene("that is not there is reported to the developer", { tab: { tolerates: [/^console: ask-user:/] } }, async ({ page, tab }) => {
    const widget = await place(page, { composer: "nowhere" });
    await page.evaluate((questions) => void document.getElementById("second").ask(questions), database.questions);
    await widget.asks(QUESTION);
    const [{ message }] = await tab.heard("ask-user-error");
    assert.equal(message, 'There is no element with the id "nowhere" to hold while an answer is waited for');
  });
});

topic("other protocols", () => {
  /** Calls a method of the element, and leaves what it resolves with in `window.result`. */
  const call = (page, method, ...parameters) =>
    page.evaluate(
      ([method, parameters]) => {
        const called = document.getElementById("second")[method](...parameters);
        called.then(
          (result) => (window.result = result),
          (error) => (window.result = error.message),
        );
      },
      [method, parameters],
    );
  const result = (page) => page.evaluate(() => window.result);
  const cases = (name) => JSON.parse(readFileSync(new URL(`../fixtures/adapters/${name}.json`, import.meta.url), "utf8"));

  scene("canUseTool resolves with the permission result, every key of the input kept", async ({ page }) => {
    const widget = await place(page);
    const input = { ...database, metadata: { ratio: 0.123456789 } };
    await call(page, "canUseTool", "AskUserQuestion", input);
    await widget.asks(QUESTION);
    await widget.press("2", "Enter");
    const annotations = { [QUESTION]: { preview: database.questions[0].options[1].preview } };
    await becomes(() => result(page), allowed(input, { [QUESTION]: "MongoDB" }, annotations));
  });

  scene("what the model wrote as the person's does not come back, and `__proto__` is a question as any other", async ({ page }) => {
    const widget = await place(page);
    const ways = {
      canUseTool: ["AskUserQuestion"],
      ask: [],
    };
    for (const [method, before] of Object.entries(ways)) {
      await page.evaluate(
        ([method, before]) => {
          const input = JSON.parse(`{"questions":[{"question":"__proto__","header":"P","multiSelect":false,
            "options":[{"label":"Yes"},{"label":"No"}]}],"answers":{"__proto__":"Yes"},"annotations":{"__proto__":{"notes":"x"}},
            "response":"x","metadata":1}`);
          window.result = undefined;
          document.getElementById("second")[method](...before, input).then((result) => {
            const { updatedInput } = result;
            window.result = JSON.stringify(updatedInput ? { ...updatedInput, questions: 0 } : [result.answers, result.annotations]);
          });
        },
        [method, before],
      );
      await widget.asks("__proto__");
      await widget.press("2", "Enter");
      const answers = '{"__proto__":"No"}';
      const expected = { canUseTool: `{"questions":0,"metadata":1,"answers":${answers}}`, ask: `[${answers},{}]` };
      await becomes(() => result(page), expected[method]);
      await widget.isGone();
    }
  });

  scene("ill-typed calls are refused in a sentence", async ({ page }) => {
    await place(page);
    const said = await page.evaluate(async () => {
      const element = document.getElementById("second");
      const circle = {};
      circle.circle = circle;
      const calls = {
        canUseTool: [["AskUserQuestion", null], ["AskUserQuestion"], ["AskUserQuestion", "x"], ["AskUserQuestion", circle], [Symbol("x"), {}], []],
        requestPermission: [[null], [], ["x"], [[]], [circle]],
        elicit: [[null], [], [7], [circle], [{ mode: 7 }], [{ requestedSchema: [] }]],
        receive: [[null], [], [7], [[]], [circle], [() => {}]],
        sendFrame: [[null], [], [7], [circle], ["{"]],
        attach: [["x"], [7], [{}], [{ send() {} }]],
        token: [7, {}, Symbol("x")],
        strings: ["de", 7, [null], [{}], ["de"], { lang: 7 }],
      };
      const said = {};
      for (const [name, all] of Object.entries(calls)) {
        const isMethod = typeof element[name] === "function";
        said[name] = [];
        for (const given of all) {
          try {
            if (isMethod) await element[name](...given);
            else element[name] = given;
            said[name].push("nothing");
          } catch (error) {
            said[name].push(error.message);
          }
        }
      }
      return said;
    });
    const must = (place, what, not) => `<ask-user> cannot ask this: ${place} must be ${what}, not ${not}`;
    const input = ["null", "undefined", "string"].map((not) => must("input", "an object", not));
    const request = (...kinds) => kinds.map((not) => must("request", "an object", not));
    const circle = "The request is too large, nested too deeply, or goes in a circle";
    const name = ["symbol", "undefined"].map((not) => must("toolName", "a text", not));
    const sentences = (messages) => messages.map((message) => message.replace(/: (Converting circular|Expected property)[^]*/, ""));
    const frame = (method, count) => Array(count).fill(`<ask-user> ${method}() needs a frame, as an object or its JSON`);
    assert.deepEqual(said.canUseTool, [...input, circle, ...name]);
    const options = must("request.options", "a list", "undefined");
    assert.deepEqual(said.requestPermission, [...request("null", "undefined", "string", "empty"), options]);
    assert.deepEqual(said.elicit.slice(0, 4), [...request("null", "undefined", "number"), circle]);
    const schema = [must("request.mode", "a string", "number"), must("request.requestedSchema", "an object", "empty")];
    assert.deepEqual(said.elicit.slice(4), schema);
    assert.deepEqual(sentences(said.receive), frame("receive", 6));
    assert.deepEqual(sentences(said.sendFrame), frame("sendFrame", 5));
    assert.deepEqual(said.attach, Array(4).fill("<ask-user> attach() needs a WebSocket, or null"));
    assert.deepEqual(said.token, Array(3).fill("<ask-user> needs a token that is a string or a function"));
    const strings = "<ask-user> needs strings that are a language's table, or a list of them, each with its lang";
    assert.deepEqual(said.strings, Array(6).fill(strings));
  });

  scene("a note goes where a form has a place for it, and is not offered where there is none", async ({ page }) => {
    const widget = await place(page);
    const note = cases("elicitation").find(({ about }) => about.startsWith("a note beside a single choice"));
    await call(page, "elicit", note.request);
    await widget.asks("Which layout?");
    await widget.press("n");
    await widget.assertFocused("Note");
    await page.keyboard.type("looks calmer");
    await widget.dialog.getByText("This note won't be sent with this answer").waitFor();
    await widget.press("Escape");
    await widget.dialog.getByRole("radio", { name: "Grid" }).check();
    await becomes(() => widget.dialog.getByText("This note won't be sent").count(), 0);
    await widget.button("Send").click();
    await becomes(() => result(page), note.result);
    const [{ request }] = cases("acp-permission");
    await call(page, "requestPermission", request);
    await widget.asks("Which testing framework?");
    assert.equal(await widget.dialog.getByText("Add a note").isVisible(), false);
  });

  scene("what a form requires must be chosen, and its default is marked and not chosen", async ({ page }) => {
    const widget = await place(page);
    const form = cases("elicitation").find(({ about }) => about.startsWith("how many must be chosen"));
    await call(page, "elicit", form.request);
    await widget.asks("Which?");
    assert.equal(await widget.dialog.getByRole("checkbox", { checked: true }).count(), 0);
    await widget.dialog.getByRole("checkbox", { name: "B Default" }).waitFor();
    await widget.press("1", "Enter");
    await widget.dialog.getByText("Choose at least 2 of the options.").waitFor();
    await widget.press("3", "Enter");
    await becomes(() => result(page), form.result);
  });

  scene("a permission request of ACP gets its outcome", async ({ page }) => {
    const widget = await place(page);
    const [{ request, result: expected }] = cases("acp-permission");
    await call(page, "requestPermission", request);
    await widget.asks("Which testing framework?");
    await widget.press("2", "Enter");
    await becomes(() => result(page), expected);
  });

  scene("a form of questions gets its content", async ({ page }) => {
    const widget = await place(page);
    const [, , { request, result: expected }] = cases("elicitation");
    await call(page, "elicit", request);
    await widget.asks("Which database?");
    await widget.press("2", "Enter");
    await widget.asks("Which features?");
    await widget.press("1", "2", "0");
    await page.keyboard.type("c");
    await widget.press("Enter");
    await widget.reviews();
    await widget.press("Enter");
    await becomes(() => result(page), expected);
  });
});

topic("several connections of one page", () => {
  /** Gives `second` a scripted socket, which stays in `window.socket`. */
  const attach = (page, session) =>
    page.evaluate(async (session) => {
      const { ScriptedSocket } = await import("/scripted-socket.js");
      const element = document.getElementById("second");
      if (session) element.setAttribute("session", session);
      window.socket = Object.assign(new ScriptedSocket(), { url: "ws://x.example/ws?token=1" });
      element.attach(window.socket);
    }, session);
  const tell = (page, ...frames) => page.evaluate((frames) => frames.forEach((frame) => window.socket.tell(frame)), frames);
  const sent = (page) => page.evaluate(() => window.socket.sent.filter(({ type }) => type === "ask_user_response"));
  const asks = (id) => ({ type: "ask_user_question", question_id: id, questions: database.questions });
  const waits = (id) => ({ type: "session_status", waiting_for_user: id !== null, pending_question_id: id });

  scene("a socket that opens again by itself goes on being heard", async ({ page }) => {
    const widget = await place(page);
    await attach(page);
    await page.evaluate(() => window.socket.open());
    await tell(page, waits(null));
    await page.evaluate(() => {
      window.socket.drop();
      window.socket.open();
    });
    await tell(page, waits("q_1"), asks("q_1"));
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(async () => (await sent(page)).length, 1);
  });

  scene("what was decided for one session does not go to another", async ({ page }) => {
    const widget = await place(page, { drafts: "off" });
    await attach(page, "a");
    await page.evaluate(() => window.socket.open("ack"));
    await tell(page, waits("q_1"), asks("q_1"));
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(async () => (await sent(page)).length, 1);
    await attach(page, "b");
    await page.evaluate(() => window.socket.open("ack"));
    await tell(page, waits(null), { type: "text", chunk: "…" }, asks("q_2"));
    await widget.asks(QUESTION);
    assert.deepEqual(await sent(page), [], "nothing of the first session");
    await page.evaluate(() => document.getElementById("second").attach(null));
    await widget.isGone();
  });

  scene("a socket that closes while it sends does no harm", async ({ page }) => {
    const widget = await place(page);
    await attach(page);
    await page.evaluate(() => {
      window.socket.open();
      window.socket.send = () => window.socket.drop();
    });
    await tell(page, waits("q_1"), asks("q_1"));
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await attach(page);
    await page.evaluate(() => window.socket.open());
    await tell(page, waits("q_1"), asks("q_1"));
    await becomes(async () => (await sent(page)).length, 1);
  });

  scene("what a page's own transport has lost is sent again after its next greeting", async ({ page }) => {
    const widget = await place(page);
    const receive = (...frames) =>
      page.evaluate((frames) => frames.forEach((frame) => document.getElementById("second").receive(frame)), frames);
    await page.evaluate(() => {
      window.sent = [];
      document.getElementById("second").addEventListener("ask-user-frame-out", ({ detail }) => window.sent.push(detail.type));
    });
    await receive({ type: "connected" }, waits("q_1"), asks("q_1"));
    await widget.asks(QUESTION);
    await widget.press("1", "Enter");
    await becomes(() => page.evaluate(() => window.sent), ["ask_user_response"]);
    await receive({ type: "connected" }, waits("q_1"), asks("q_1"));
    await becomes(() => page.evaluate(() => window.sent), ["ask_user_response", "ask_user_response"]);
    const refused = await page.evaluate(() => document.getElementById("second").ask([]).catch(String));
    assert.match(refused, /use another element for questions of the page's own/);
  });

  scene("a frame may be sent as an object or as JSON", async ({ page }) => {
    await place(page);
    await attach(page);
    await becomes(() => page.locator("#second").evaluate((element) => !!element.shadowRoot.querySelector("dialog")), true);
    const couldSend = await page.evaluate(() => {
      window.socket.open();
      const element = document.getElementById("second");
      return [element.sendFrame({ type: "a" }), element.sendFrame('{"type":"b"}')];
    });
    assert.deepEqual(couldSend, [true, true]);
    assert.deepEqual(await page.evaluate(() => window.socket.sent), [{ type: "a" }, { type: "b" }]);
  });

  scene("an element can have another name beside its own", async ({ page }) => {
    const names = await page.evaluate(async () => {
      const { define } = await import("/ask-user.js");
      define("my-question");
      define("my-question");
      return ["ask-user", "my-question"].map((name) => document.createElement(name) instanceof customElements.get("ask-user"));
    });
    assert.deepEqual(names, [true, true]);
  });
});
