// The other end is broken or hostile: frames that are none, too large, too deep, too many, twice. The dialog lives on.

import assert from "node:assert/strict";

import { question } from "./support/asks.mjs";
import { withHeldClock } from "./support/clock.mjs";
import { wasmMemory } from "./support/memory.mjs";
import { Rogue } from "./support/rogue.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

/** The page's own words on faults, and its loss of the rogue at the end. */
const tolerates = [/^console: ask-user:/, FAILED_CONNECT];

/** A scene whose page is connected to a rogue. */
function met(name, play) {
  // Where the rogue listens is another origin, which the bridge's own policy would forbid.
  scene(name, { tab: { tolerates, isLawless: true } }, async (stage) => {
    const rogue = await Rogue.listen();
    try {
      await stage.widget.host.evaluate((host, url) => {
        host.removeAttribute("session");
        host.setAttribute("url", url);
      }, rogue.url);
      await rogue.send('{"type":"connected"}');
      await stage.chat.connects();
      const asks = async (id, input) => {
        await rogue.send(JSON.stringify({ type: "ask_user_question", question_id: id, ...input }));
        await stage.widget.asks(input.questions[0].question);
      };
      const errors = () => stage.tab.heard("ask-user-error").then((all) => all.map(({ message }) => message));
      const responses = () => rogue.heard.filter(({ type }) => type === "ask_user_response").map(({ data }) => data);
      await play({ ...stage, widget: stage.widget, tab: stage.tab, page: stage.page, rogue, asks, errors, responses });
    } finally {
      rogue.close();
    }
  });
}

topic("a rogue bridge", () => {
  met("a hundred thousand frames that are none: few words, and the answer still goes out", async (stage) => {
    const { rogue, widget, page, asks, errors, responses } = stage;
    await asks("q_1", question("Still there?", ["Yes", "No"]));
    await widget.press("1");
    const bad = ["", "{", "[]", "null", "7", '"text"', "{}", '{"type":7}', '{"type":"ask_user_question"}', "\u0000"];
    await rogue.send(...Array.from({ length: 100_000 }, (_, index) => bad[index % bad.length]));
    await rogue.send('{"type":"text","chunk":"the last"}');
    const transcript = () => page.locator("#transcript").textContent();
    await eventually(transcript, (text) => assert.ok(text.includes("the last")), 120_000);
    const reported = await errors();
    // Twenty in ten seconds, and that there are more; on a slow machine all of it takes a while.
    assert.ok(reported.length <= 200, `${reported.length} errors`);
    assert.match(reported[20], /^There are more errors/);
    await widget.assertChecked("Yes");
    await widget.press("Enter");
    await becomes(responses, [{ question_id: "q_1", answers: { "Still there?": "Yes" }, cancelled: false }]);
  });

  met("frames over the limit, nested without end or of too many parts are refused by name", async (stage) => {
    const { rogue, widget, asks, errors } = stage;
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    await rogue.send(
      JSON.stringify({ type: "ask_user_question", question_id: "big", questions: [], padding: "x".repeat(10 << 20) }),
      `{"type":"ask_user_question","question_id":"deep","questions":${deep}}`,
      `{"type":"ask_user_question","question_id":"many","questions":[${"1,".repeat(500_000)}1]}`,
    );
    await becomes(() => errors().then((reported) => reported.length), 3);
    const [big, ...others] = await errors();
    assert.match(big, /^A frame of \d+ characters is over the limit of 1048576$/);
    for (const other of others) assert.equal(other, "ask_user_question: is nested too deeply, or has too many parts");
    await asks("q_2", question("And now?", ["Good"]));
    assert.equal(await widget.queued.textContent(), "");
  });

  met("what is too long is measured before it is copied: the memory of the WebAssembly does not grow", async (stage) => {
    const { rogue, page, widget, asks, errors } = stage;
    const memory = () => wasmMemory(page);
    await asks("q_1", question("Still there?", ["Yes", "No"]));
    const before = await memory();
    await rogue.send(JSON.stringify({ type: "ask_user_question", question_id: "big", questions: [], padding: "x".repeat(50 << 20) }));
    await becomes(() => errors().then((reported) => reported.length), 1);
    // The other ways in: a socket of the page's, its own frames, another page, the storage, an agent's tool.
    const refusal = await page.evaluate(async () => {
      const big = JSON.stringify({ type: "ask_user_question", question_id: "big", questions: [], padding: "x".repeat(50 << 20) });
      const add = (session) => {
        const element = document.createElement("ask-user");
        if (session) element.setAttribute("session", session);
        document.body.append(element);
        return element;
      };
      sessionStorage.setItem("ask-user:shared", "x".repeat(4 << 20));
      const socket = Object.assign(new EventTarget(), { readyState: 1, url: "wss://x.example/", send() {} });
      const attached = add("shared");
      attached.attach(socket);
      const reported = new Promise((resolve) => attached.addEventListener("ask-user-error", resolve, { once: true }));
      socket.dispatchEvent(new MessageEvent("message", { data: big }));
      // Before its WebAssembly was there it has stored nothing; now it is asked again.
      await new Promise((resolve) => attached.addEventListener("ask-user-status", resolve, { once: true }));
      socket.dispatchEvent(new MessageEvent("message", { data: big }));
      await reported;
      new BroadcastChannel("ask-user:shared").postMessage(big);
      const fed = add();
      fed.receive('{"type":"connected"}');
      await new Promise((resolve) => fed.addEventListener("ask-user-status", resolve, { once: true }));
      const refused = new Promise((resolve) => fed.addEventListener("ask-user-error", resolve, { once: true }));
      fed.receive(big);
      await refused;
      const questions = [{ question: "x".repeat(50 << 20), header: "h", multiSelect: false, options: [] }];
      return add().canUseTool("AskUserQuestion", { questions }).catch(String);
    });
    assert.match(refusal, /Error/);
    const grown = (await memory()) - before;
    assert.ok(grown < 8 << 20, `grown by ${grown} bytes`);
    await widget.press("1");
    await widget.assertChecked("Yes");
  });

  met("one id many times is one dialog, and one answer", async ({ rogue, widget, asks, responses }) => {
    const input = question("Once?", ["Yes", "No"]);
    await asks("__proto__", input);
    const again = JSON.stringify({ type: "ask_user_question", question_id: "__proto__", ...input });
    await rogue.send(...Array.from({ length: 500 }, () => again));
    await widget.press("2", "Enter");
    await becomes(() => responses().length, 1);
    assert.deepEqual(responses()[0].answers, { "Once?": "No" });
    await rogue.send('{"type":"complete"}', again, again);
    await widget.isGone();
  });

  met("half a character in a text does no harm", async ({ rogue, widget, responses }) => {
    // As text, because a JSON writer would mend it.
    const ask = String.raw`{"type":"ask_user_question","question_id":"q_\ud800","questions":[{"question":"Lone \udfff?",
      "header":"\ud83d","multiSelect":false,"options":[{"label":"a\ud800b","description":"\udc00"},{"label":""}]}]}`;
    await rogue.send(ask);
    await widget.asks("Lone \ufffd?");
    await widget.label("a\ufffdb").waitFor();
    await widget.label("(no label)").waitFor();
    await widget.press("1", "Enter");
    const answers = { "Lone \ufffd?": "a\ufffdb" };
    await becomes(responses, [{ question_id: "q_\ufffd", answers, cancelled: false }]);
  });

  met("wrong types in every place are shown as far as they can be", async ({ rogue, widget, responses }) => {
    const odd = [null, true, 7, 1e300, [], {}, "", [[]], { label: [] }];
    for (const [index, value] of odd.entries()) {
      const questions = [{ question: `Odd ${index}?`, header: value, options: [value, { label: value }], multiSelect: value }];
      const frame = { type: "ask_user_question", question_id: `q_${index}`, timeout_seconds: value, questions };
      await rogue.send(JSON.stringify(frame));
      await widget.asks(`Odd ${index}?`);
      await widget.field.fill("fine");
      await widget.field.press("Enter");
      await becomes(() => responses().length, index + 1);
      await rogue.send('{"type":"complete"}');
    }
  });

  met("another question under the same id is shown, guarded, and answered for itself", async (stage) => {
    const { rogue, widget, page, asks, responses } = stage;
    await asks("q_1", question("Keep the backups?", ["Yes", "No"]));
    await withHeldClock(page, async () => {
      await rogue.send(JSON.stringify({ type: "ask_user_question", question_id: "q_1", ...question("Delete everything?", ["Yes", "No"]) }));
      await widget.dialog.locator(".ask[data-guarded]").waitFor();
    });
    await widget.asks("Delete everything?");
    const preview = (text) => ({
      type: "ask_user_question",
      question_id: "q_2",
      questions: [{ question: "Run it?", header: "Run", multiSelect: false, options: [{ label: "Run", description: "", preview: text }, { label: "No", description: "" }] }],
    });
    await widget.press("2", "Enter");
    await becomes(() => responses().length, 1);
    assert.deepEqual(responses()[0].answers, { "Delete everything?": "No" });
    await rogue.send('{"type":"connected","capabilities":["annotations"]}', JSON.stringify(preview("echo hi")));
    await widget.asks("Run it?");
    await withHeldClock(page, async () => {
      await rogue.send(JSON.stringify(preview("rm -rf /")));
      await widget.dialog.getByRole("region", { name: "Preview" }).getByText("rm -rf /").waitFor();
      await page.keyboard.press("1");
      assert.deepEqual(await widget.checked(), [], "what has just changed takes nothing");
    });
    await widget.isUnguarded();
    await widget.press("1", "Enter");
    await becomes(() => responses().length, 2);
    assert.deepEqual(responses()[1].annotations, { "Run it?": { preview: "rm -rf /" } });
  });

  met("texts that a careless reader takes for each other do no harm", async (stage) => {
    const { rogue, widget, asks, responses } = stage;
    await asks("q", { questions: [{ question: "Q", multiSelect: false, options: ["A", "\u0000R"] }] });
    await widget.press("2");
    await rogue.send(
      JSON.stringify({ type: "ask_user_question", question_id: "q", questions: [{ question: "Q", multiSelect: false, options: ["A"] }, { question: "R", multiSelect: false, options: [] }] }),
      '{"type":"ask_user_timeout","question_id":"q"}',
    );
    await widget.clicks("Close");
    await asks("after", question("Still there?", ["Yes"]));
    await widget.press("1", "Enter");
    await becomes(() => responses().at(-1)?.answers, { "Still there?": "Yes" });
  });
});
