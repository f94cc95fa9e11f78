// One cell: a stage on which an ask has come to some moment when a fault strikes, and what every cell must show.

import assert from "node:assert/strict";

import { fixture, TIME_TO_TYPE } from "../support/asks.mjs";
import { CrashableWindow } from "../support/crash.mjs";
import { FAILED_CONNECT } from "../support/scene.mjs";
import { becomes, eventually } from "../support/until.mjs";
import { TEXT } from "./kinds.mjs";

const NEXT = "Which features should we enable?";
/** The slowest way back is a half-open link that only its silence shows. */
const LONG = 60_000;

/** The reasons of an ask that ended without a decision. */
const TIME_OUTS = ["timed_out", "disconnected"];

const TOLERATES = [FAILED_CONNECT, /^the page crashed/, /^console: Failed to load resource: net::/];

export class Cell {
  #stage;
  #kind;
  #agent;
  #views = [];
  #secondsToOpen = 0;

  constructor(stage, kind, agent = stage.agent) {
    this.#stage = stage;
    this.#kind = kind;
    this.#agent = agent;
  }

  get link() {
    return this.#stage.link;
  }

  get bridge() {
    return this.#stage.bridge;
  }

  get session() {
    return this.#stage.session;
  }

  get address() {
    return `${this.link.url}/?session=${this.#stage.session}`;
  }

  /** What the person looks at now. */
  get page() {
    return this.#views.at(-1).page;
  }

  get widget() {
    return this.#views.at(-1).widget;
  }

  get chat() {
    return this.#views.at(-1).chat;
  }

  get former() {
    return this.#views.at(-2);
  }

  /** The page is opened in another tab, or found in one. */
  async opens(where = this.window && { place: this.window }) {
    const prepare = (page) => page.addInitScript(countDialogs);
    this.#views.push(await this.#stage.open({ tolerates: TOLERATES, prepare, waits: false, ...where }));
  }

  async start({ isCrash }) {
    if (isCrash) this.window = await CrashableWindow.open();
    const began = performance.now();
    await this.opens();
    await this.chat.connects();
    this.#secondsToOpen = (performance.now() - began) / 1000;
  }

  /** Seconds that an ask lasts in which the person types, and opens another page if that is the fault: more on a busy machine. */
  get timeToType() {
    return Math.ceil(TIME_TO_TYPE + 4 * this.#secondsToOpen);
  }

  async end() {
    await this.window?.close();
  }

  /** The bridge knows that the page has gone. A time-out that it sent before that would be lost with the connection. */
  async hasLeft() {
    await this.#stage.agent.isAlone();
  }

  // The agent.

  async asks({ timeout = 0 } = {}) {
    this.asked = this.#kind.asks(this.#agent, { timeout });
    await this.isAsked();
  }

  /** The request is before the person, and takes what they do. */
  async isAsked() {
    await this.widget.asks(this.#kind.title);
  }

  /**
   * A new bridge, that never heard of the ask; its agent is back before the page is. If its call failed, it asks the same
   * again; if it had its result, it goes on to the next question.
   */
  async restart() {
    this.link.cut();
    await this.#stage.restart();
    const agent = this.#stage.agentOf(this.#stage.session);
    if (this.asked.isSettled) {
      this.next = agent.ask(fixture("features"), { timeout: 0 });
    } else {
      await assert.rejects(this.asked.result(), "an agent hears that its bridge has died");
      this.asked = this.#kind.asks(agent, { timeout: 0 });
    }
    this.link.mend();
  }

  /** The person answers what the agent asked next. */
  async answersNext() {
    await this.widget.asks(NEXT);
    await this.widget.press("1", "Enter");
    assert.deepEqual((await this.next.result()).updatedInput.answers, { [NEXT]: "TypeScript" });
  }

  async gets(what) {
    const result = await this.asked.result(LONG);
    if (what === "timeout") {
      // Whether the page was still there at the end depends on the fault.
      assert.ok(TIME_OUTS.includes(this.#kind.reason(result)), JSON.stringify(result));
      return;
    }
    const expected = { text: this.#kind.accepted, cancel: this.#kind.cancelled }[what];
    assert.deepEqual(result, expected, "what the agent got");
  }

  // The person.

  async types() {
    await this.#kind.types(this.widget);
  }

  async sends() {
    await this.#kind.sends(this.widget);
  }

  async cancels() {
    await this.widget.button("Dismiss").click();
    await this.widget.bar.getByText(this.#kind.dismissed).waitFor();
  }

  /** What stands in the field is what was typed. */
  async hasText() {
    await becomes(() => this.#kind.field(this.widget).inputValue(), TEXT, "what was typed");
  }

  async isTold(what, widget = this.widget) {
    const places = widget.host.locator("dialog[open] [part=notice], [part=notice]:not(dialog [part=notice]), [part=bar]").filter({ visible: true });
    await places.getByText(this.#kind.notices[what]).waitFor({ timeout: LONG });
  }

  /** The tab's storage has what was typed, or there is nothing to keep. */
  async isKept() {
    const typed = await this.#kind.field(this.widget).evaluateAll(([field]) => field?.value ?? null);
    if (typed === null) return;
    const read = () => this.page.evaluate("Object.values(sessionStorage).join()");
    await eventually(read, (kept) => assert.ok(kept.includes(JSON.stringify(typed).slice(1, -1)), `kept: ${kept}`));
  }

  async isSending() {
    await this.widget.host.locator("[part=toast]").filter({ visible: true }).getByText("Sending…").waitFor();
  }

  /** The page says that it has no connection and makes another. */
  async isReconnecting() {
    await this.widget.notice.getByText("Connection lost. Reconnecting…").waitFor({ timeout: LONG });
  }

  /** The bridge has said that it had this answer already, and nothing is kept any more. */
  async isConfirmed() {
    const isSaid = () => this.#acks().some(({ outcome }) => outcome === "duplicate");
    await eventually(isSaid, (said) => assert.ok(said, "the answer is confirmed"), LONG);
    await becomes(() => this.page.evaluate("sessionStorage.length"), 0, "what is kept");
  }

  /** The bridge has said that it took an answer, and nothing is kept any more. */
  async isTaken() {
    const isSaid = () => this.#acks().some(({ outcome }) => outcome === "accepted");
    await eventually(isSaid, (said) => assert.ok(said, "the answer is taken"), LONG);
    await becomes(() => this.page.evaluate("sessionStorage.length"), 0, "what is kept");
  }

  /** The chat says so. */
  async isNoted(text, limit = LONG) {
    await eventually(
      () => this.chat.messages("note"),
      (notes) => assert.deepEqual(notes, [text], "what the chat says"),
      limit,
    );
  }

  async isShortOfTime() {
    await eventually(() => this.widget.secondsLeft(), (left) => assert.ok(left <= 1, `${left} seconds are left`), LONG);
  }

  async isTimeUp() {
    await becomes(() => this.widget.secondsLeft(), 0, "the time that is left");
  }

  /** The page has given its connection up and makes another. */
  async triesAnew() {
    const { tab } = this.#views.at(-1);
    await becomes(() => tab.sockets.length, 2, "the connections of the page");
  }

  /** The person goes back to the first tab. */
  returnsToFirst() {
    this.#views.push(this.#views.shift());
  }

  /** It is over, with what was typed to read and copy, until the person closes it. */
  async readsAndCloses(what) {
    await this.isTold(what);
    // An answer that waits for a connection minimizes the dialog.
    if (await this.widget.bar.isVisible()) await this.widget.bar.getByRole("button").first().click();
    // That the time is up is said before the bridge is back, while it can still be answered. What can be closed is over.
    await this.widget.button("Close").waitFor({ timeout: LONG });
    await this.hasText();
    await this.widget.clicks("Close");
  }

  // What every cell must show.

  /** Nothing is asked, and the chat goes on, on the page that has the session. */
  async isOver() {
    await eventually(() => this.chat.connection.textContent(), (word) => assert.equal(word, "connected"), LONG);
    await this.widget.isGone();
    await this.chat.isFree();
  }

  #acks() {
    // After a crash two clients may watch one tab; the address of a connection is its own.
    const sockets = new Map(this.#views.flatMap(({ tab }) => tab.sockets.map((socket) => [socket.url, socket])));
    const frames = [...sockets.values()].flatMap((socket) => socket.received);
    return frames.filter((frame) => frame.type === "ask_user_ack");
  }

  /** `forgets`: the bridges may have lost an answer that they had taken, and have asked for it again. */
  async assertRules({ forgets } = {}) {
    const effects = this.#acks().filter(({ outcome }) => outcome === "accepted" || outcome === "cancelled");
    const ids = effects.map((frame) => frame.question_id);
    if (!forgets) assert.equal(new Set(ids).size, ids.length, `one effect a question: ${JSON.stringify(effects)}`);
    for (const { page } of this.#views) {
      // A page that crashed cannot be asked.
      const most = await page.evaluate("window.mostDialogs ?? 1").catch(() => 1);
      assert.ok(most <= 1, `${most} dialogs at a time`);
    }
  }
}

/** Runs in the page before anything else. */
function countDialogs() {
  window.mostDialogs = 0;
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    const count = () => {
      window.mostDialogs = Math.max(window.mostDialogs, root.querySelectorAll("dialog[open]").length);
    };
    new MutationObserver(count).observe(root, { subtree: true, childList: true, attributeFilter: ["open"] });
    return root;
  };
}
