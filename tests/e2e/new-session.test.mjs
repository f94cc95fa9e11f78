// A session that the bridge makes: it goes by the id that the bridge gives it, for reconnects and for what is persisted.

import assert from "node:assert/strict";

import { question } from "./support/asks.mjs";
import { Rogue } from "./support/rogue.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const QUESTION = "Which database?";
const ID = "chat 7";
const PATH = "/ws/chat%207";

const CONNECTED = JSON.stringify({ type: "connected", connection_id: "c_1", session_id: ID });
const STATUS = JSON.stringify({ type: "session_status", session_id: ID, is_processing: true, waiting_for_user: true, pending_question_id: "q_1" });
const ASK = JSON.stringify({ type: "ask_user_question", question_id: "q_1", ...question(QUESTION, ["Postgres", "SQLite"]) });

/** The element, and a script of the page that has it. */
const page = (element, script = "") => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title>
  <link rel="icon" href="data:,"><input id="message" aria-label="Message">
  ${element}
  <script type="module">import { define } from "/ask-user.js"; define(); const ask = document.querySelector("ask-user"); ${script}</script>`;

/** The session of the address, if it has one, and of the bridge's word from then on. */
const FOLLOWS = `
  ask.setAttribute("session", new URLSearchParams(location.search).get("session") ?? "new");
  ask.setAttribute("url", "/ws");
  ask.addEventListener("ask-user-session", ({ detail }) => {
    history.replaceState(null, "", "?session=" + encodeURIComponent(detail.sessionId));
    ask.setAttribute("session", detail.sessionId);
  })`;

/** The page's own socket, of a session that its address names. */
const ATTACHES = `
  window.connect = (session) => ask.attach(new WebSocket(location.origin.replace("http", "ws") + "/ws/" + session));
  connect(new URLSearchParams(location.search).get("session") ?? "new")`;

/** A scene of a page that is connected to a new session, has received its id, and is asked. */
function begun(name, html, play) {
  scene(name, { tab: null }, async (stage) => {
    const rogue = await Rogue.listen({ page: html });
    try {
      const shown = await stage.open({ address: `${rogue.origin}/`, tolerates: [FAILED_CONNECT] });
      await rogue.send(CONNECTED);
      await becomes(() => shown.tab.heard("ask-user-session"), [{ sessionId: ID }]);
      await rogue.send(STATUS, ASK);
      await shown.widget.asks(QUESTION);
      const responses = () => rogue.heard.filter(({ type }) => type === "ask_user_response").map(({ data }) => data);
      await play({ ...shown, rogue, responses });
    } finally {
      rogue.close();
    }
  });
}

/** The draft is there, and becomes the answer. */
async function assertAnswered({ widget, responses }) {
  await widget.asks(QUESTION);
  assert.equal(await widget.field.inputValue(), "MariaDB");
  await widget.field.press("Enter");
  await becomes(responses, [{ question_id: "q_1", answers: { [QUESTION]: "MariaDB" }, cancelled: false }]);
}

topic("a session that the bridge makes", () => {
  begun("is found again after a cut", page('<ask-user url="/ws" session="new" composer="message"></ask-user>'), async (stage) => {
    const { tab, widget, rogue } = stage;
    await widget.field.fill("MariaDB");
    rogue.cut();
    await rogue.send(CONNECTED, STATUS, ASK);
    assert.deepEqual(rogue.tried, ["/ws/new", PATH]);
    await becomes(() => widget.notice.count(), 0);
    await assertAnswered(stage);
    assert.equal((await tab.heard("ask-user-session")).length, 1, "announced once");
    assert.deepEqual((await tab.heard("ask-user-end")).map(({ outcome }) => outcome), ["answered"], "nothing is said to have lapsed");
  });

  begun("goes on in the next page, whose attribute names the id", page('<ask-user composer="message"></ask-user>', FOLLOWS), async (stage) => {
    const { page, tab, widget, rogue } = stage;
    await widget.field.fill("MariaDB");
    assert.deepEqual(rogue.tried, ["/ws/new"], "the attribute says what is so already");
    await page.reload();
    await becomes(() => rogue.tried, ["/ws/new", PATH]);
    await widget.dialog.waitFor();
    await becomes(() => widget.field.inputValue(), "MariaDB", "before the bridge has said anything");
    await rogue.send(CONNECTED, STATUS, ASK);
    await becomes(() => tab.heard("ask-user-question").then((all) => all.length), 1, "it is asked again");
    await assertAnswered(stage);
  });

  begun("is followed on a socket of the page's own", page("<ask-user></ask-user>", ATTACHES), async (stage) => {
    const { page, tab, widget, rogue } = stage;
    await widget.field.fill("Maria");
    rogue.cut();
    await widget.notice.getByText("Your draft is saved").waitFor();
    await page.evaluate((id) => window.connect(encodeURIComponent(id)), ID);
    await rogue.send(CONNECTED, STATUS, ASK);
    await becomes(() => widget.notice.count(), 0);
    assert.deepEqual(rogue.tried, ["/ws/new", PATH]);
    assert.equal(await widget.field.inputValue(), "Maria");
    await widget.field.fill("MariaDB");
    assert.equal((await tab.heard("ask-user-session")).length, 1, "announced once");

    rogue.cut();
    await page.goto(`${rogue.origin}/?session=${encodeURIComponent(encodeURIComponent(ID))}`);
    await becomes(() => rogue.tried.at(-1), PATH);
    await rogue.send(CONNECTED, STATUS, ASK);
    await assertAnswered(stage);
  });
});
