// A bridge that was there and refuses the session now, as one does that was restarted and knows it no more: nobody is
// held for it, nothing untrue is said, and nothing that was typed is lost.

import assert from "node:assert/strict";

import { question } from "./support/asks.mjs";
import { advance } from "./support/clock.mjs";
import { Rogue } from "./support/rogue.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

const QUESTION = "Which database?";
const OFFLINE = "You're offline. Your draft is saved.";
const OFFLINE_ANSWER = "You're offline. Your answer will be sent when you reconnect.";
const UNREACHED = "The agent can't be reached. Your draft stays here.";
const UNDELIVERED =
  "The agent can't be reached, and your answer was not sent. It will be sent if the agent comes back and is still waiting for it.";
const TIMED_OUT = "This question timed out before you answered. ";

/** A page whose own input is held by nothing but the element's `for`. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><link rel="icon" href="data:,">
  <input id="message" aria-label="Message">
  <ask-user url="/ws" session="demo" composer="message"></ask-user>
  <script type="module">import { define } from "/ask-user.js"; define();</script>`;

/** Longer than a bridge may be silent before it is out of reach. */
const SILENCE = 31_000;

/** A scene whose page is asked, and then loses the bridge for good. */
function gone(name, { seconds } = {}, play) {
  scene(name, { tab: null }, async (stage) => {
    const rogue = await Rogue.listen({ page: PAGE });
    const ask = JSON.stringify({ type: "ask_user_question", question_id: "q_1", timeout_seconds: seconds, ...question(QUESTION, ["Postgres", "SQLite"]) });
    const status = JSON.stringify({ type: "session_status", is_processing: true, waiting_for_user: true, pending_question_id: "q_1" });
    try {
      const prepare = (page) =>
        page.addInitScript(() => {
          // The clipboard belongs to the machine.
          Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
        });
      const shown = await stage.open({ address: `${rogue.origin}/`, prepare, tolerates: [FAILED_CONNECT] });
      const { page, widget } = shown;
      const input = page.getByRole("textbox", { name: "Message", includeHidden: true });
      await rogue.send('{"type":"connected"}', status, ask);
      await widget.asks(QUESTION);
      await becomes(() => input.isEnabled(), false, "the input is held");
      const leaves = async () => {
        rogue.lets = () => false;
        rogue.cut();
        await widget.notice.getByText(OFFLINE).waitFor();
      };
      /** Lets this number of further connections be refused. The network's coming back starts each, so that nobody waits for them. */
      const refuses = async (times) => {
        for (const end = rogue.tried.length + times; rogue.tried.length < end; ) {
          const before = rogue.tried.length;
          await eventually(
            () => page.evaluate(() => window.dispatchEvent(new Event("online"))),
            () => assert.ok(rogue.tried.length > before, "another connection is tried"),
          );
        }
      };
      /** Afterwards the bridge is back, and still waits. */
      const returns = async () => {
        rogue.lets = () => true;
        await page.evaluate(() => window.dispatchEvent(new Event("online")));
        await rogue.send('{"type":"connected"}', status, ask);
      };
      const responses = () => rogue.heard.filter(({ type }) => type === "ask_user_response").map(({ data }) => data);
      const isFree = () => becomes(() => input.isEnabled(), true, "the input is free");
      /** The person copies what they had chosen and typed. */
      const copies = async (text) => {
        await widget.isUnguarded();
        await widget.dialog.locator("[part=foot]").getByRole("button", { name: "Copy" }).click();
        await eventually(
          () => page.evaluate(() => window.copied),
          (copied) => assert.match(copied ?? "", text),
        );
      };
      await play({ ...shown, rogue, input, leaves, refuses, returns, responses, isFree, copies });
    } finally {
      rogue.close();
    }
  });
}

topic("a session that is refused", () => {
  gone("frees the page after half a minute, also after a reload, and is tried on", {}, async (stage) => {
    const { page, widget, input, rogue, leaves, refuses, returns, responses, isFree, copies } = stage;
    await widget.field.fill("MariaDB");
    await leaves();
    await refuses(3);
    assert.equal(await input.isEnabled(), false, "a short outage frees nobody");
    await widget.notice.getByText(OFFLINE).waitFor();
    await advance(page, SILENCE);
    await isFree();
    await becomes(() => widget.notice.locator("p, span").first().textContent(), UNREACHED);
    await copies(/MariaDB/);
    await refuses(1);

    await page.reload();
    await widget.dialog.waitFor();
    await refuses(3);
    await advance(page, SILENCE);
    await isFree();
    await widget.notice.getByText(UNREACHED).waitFor();
    assert.equal(await widget.field.inputValue(), "MariaDB");
    await copies(/MariaDB/);

    // What was not sent goes out if the bridge comes back after all.
    await returns();
    await becomes(() => widget.notice.count(), 0);
    await becomes(() => input.isEnabled(), false, "it is waited for again");
    await widget.asks(QUESTION);
    await widget.field.press("Enter");
    await becomes(responses, [{ question_id: "q_1", answers: { [QUESTION]: "MariaDB" }, cancelled: false }]);
    assert.deepEqual([...new Set(rogue.tried)], ["/ws/demo"]);
  });

  gone("frees the page when the time is up, and says that it is", { seconds: 600 }, async (stage) => {
    const { page, widget, input, leaves, refuses, isFree, copies } = stage;
    await widget.field.fill("MariaDB");
    await leaves();
    await refuses(1);
    assert.equal(await input.isEnabled(), false);
    await advance(page, 601_000);
    await isFree();
    await widget.notice.getByText(TIMED_OUT + UNREACHED).waitFor();
    await becomes(() => widget.timer.filter({ visible: true }).count(), 0, "nothing counts at zero for ever");
    await copies(/MariaDB/);

    await page.reload();
    await widget.dialog.waitFor();
    await refuses(1);
    await advance(page, 601_000);
    await isFree();
    await widget.notice.getByText(TIMED_OUT + UNREACHED).waitFor();
    await copies(/MariaDB/);
  });

  gone("says of an answer that it was not sent, and lets it be copied, changed and closed", {}, async (stage) => {
    const { page, widget, leaves, refuses, returns, responses, isFree, copies } = stage;
    await leaves();
    await widget.press("2", "Enter");
    await widget.bar.getByText(OFFLINE_ANSWER).waitFor();
    await refuses(3);
    await advance(page, SILENCE);
    await isFree();
    await widget.bar.getByText("The agent can't be reached, and your answer was not sent.").waitFor();

    await page.reload();
    await refuses(3);
    await advance(page, SILENCE);
    await isFree();
    await widget.bar.getByRole("button").first().click();
    await widget.notice.getByText(UNDELIVERED).waitFor();
    await copies(/SQLite/);
    await widget.button("Change answer").click();
    await widget.notice.getByText(UNREACHED).waitFor();
    await isFree();
    await widget.clicks("Send");
    await widget.bar.getByText("The agent can't be reached, and your answer was not sent.").waitFor();
    await isFree();
    await widget.bar.getByRole("button").first().click();
    await widget.clicks("Close");
    await widget.isGone();
    await isFree();

    // Closed is not sent: if the bridge asks again, the person decides again.
    await returns();
    await widget.asks(QUESTION);
    await widget.assertChecked("SQLite");
    assert.deepEqual(responses(), []);
  });

  gone("does not say of an answer whose time is up that nobody gave it", { seconds: 600 }, async (stage) => {
    const { page, widget, leaves, refuses, isFree } = stage;
    await leaves();
    await widget.press("2", "Enter");
    await widget.bar.getByText(OFFLINE_ANSWER).waitFor();
    await refuses(1);
    await advance(page, 601_000);
    await isFree();
    await widget.bar.getByText("your answer was not sent").waitFor();
    await widget.bar.getByRole("button").first().click();
    await widget.notice.getByText(UNDELIVERED).waitFor();
    assert.equal(await widget.host.getByText("before you answered").count(), 0);
  });

  gone("ends with a cancel, and sends it to a bridge that comes back", {}, async (stage) => {
    const { page, tab, widget, leaves, refuses, returns, responses, isFree } = stage;
    await leaves();
    await widget.button("Dismiss").click();
    await refuses(3);
    await advance(page, SILENCE);
    await isFree();
    await widget.isGone();
    await becomes(() => tab.heard("ask-user-cancel").then((all) => all.length), 1);

    await page.reload();
    await refuses(1);
    await isFree();
    await widget.isGone();
    await returns();
    await becomes(responses, [{ question_id: "q_1", cancelled: true }]);
  });
});
