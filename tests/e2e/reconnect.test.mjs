// The connection goes and comes back: nothing typed is lost, nothing is sent twice.

import assert from "node:assert/strict";

import { allowed, fixture } from "./support/asks.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const OFFLINE = "You're offline. Your draft is saved.";
const OFFLINE_ANSWER = "You're offline. Your answer will be sent when you reconnect.";

const linked = { linked: true, tab: { tolerates: [FAILED_CONNECT] } };

/** The page has a connection again, after another one. */
async function reconnects({ tab, chat }) {
  await chat.connects();
  assert.ok(tab.sockets.length > 1, "a new connection was made");
}

/** Mends the link, with a person who will not wait: unless the page was faster, they press "Retry now". */
async function mendAndHurry(stage) {
  stage.link.mend();
  const offered = stage.widget.button("Retry now").click().catch(() => {});
  await Promise.race([offered, stage.chat.connects()]);
  await reconnects(stage);
}

topic("reconnect", () => {
  scene("a question that waits is shown again after a reload", async ({ agent, page, widget, chat }) => {
    const input = fixture("database");
    const asked = agent.ask(input, { timeout: 0 });
    await widget.asks(DATABASE);
    await page.reload();
    await widget.asks(DATABASE);
    await chat.isHeld();
    await widget.press("3", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "SQLite");
    await widget.isGone();
    await chat.isFree();
  });

  scene("after a reload the time left is what is really left", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"), { timeout: 55 });
    await widget.asks(DATABASE);
    await eventually(
      () => widget.secondsLeft(),
      (left) => assert.ok(left <= 53, `${left} seconds are left`),
    );
    await page.reload();
    await widget.asks(DATABASE);
    assert.ok((await widget.secondsLeft()) <= 53, "the clock did not start again");
  });

  scene("what was asked and said before the page came is replayed in order", { tab: null }, async (stage) => {
    const { agent } = stage;
    await agent.send({ type: "text", chunk: "First I looked. " });
    await agent.send({ type: "text", chunk: "Then I wondered." });
    await agent.send({ type: "tool_use", name: "Read", input: { path: "a" } });
    const asked = agent.ask(fixture("features"));
    const { tab, widget, chat } = await stage.open();
    await widget.asks("Which features should we enable?");
    assert.equal((await chat.messages("agent")).at(-1), "First I looked. Then I wondered.");
    const frames = await tab.frames();
    const words = frames.map((frame) => frame.chunk ?? frame.name);
    assert.deepEqual(words, ["First I looked. ", "Then I wondered.", "Read"]);
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("picks, text and step survive a cut, and the link mends by itself", linked, async (stage) => {
    const { agent, link, tab, widget } = stage;
    const input = fixture("auth");
    const asked = agent.ask(input);
    await widget.asks("Which authentication method should we use?");
    await widget.press("2", "Enter");
    await widget.asks("Which OAuth providers should we support?");
    await widget.press("3");
    await widget.field.fill("Keycloak");
    link.cut();
    await widget.notice.getByText(OFFLINE).waitFor();

    // Work goes on without a connection.
    await widget.field.fill("Keycloak\nor Dex");
    link.mend();
    await reconnects(stage);
    await becomes(() => widget.notice.count(), 0);
    await widget.asks("Which OAuth providers should we support?");
    await widget.assertChecked("Microsoft", "Other");
    assert.equal(await widget.field.inputValue(), "Keycloak\nor Dex");
    await widget.press("Control+Enter");
    const answers = {
      "Which authentication method should we use?": "JWT",
      "Which OAuth providers should we support?": "Microsoft, Keycloak\nor Dex",
    };
    assert.deepEqual(await asked.result(), allowed(input, answers));
    assert.equal(tab.responses().length, 1);
  });

  scene("an answer given while the link is cut waits, and is delivered once", linked, async (stage) => {
    const { agent, link, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    link.cut();
    await widget.notice.getByText(OFFLINE).waitFor();
    await widget.press("2", "Enter");
    await widget.bar.getByText(OFFLINE_ANSWER).waitFor();
    assert.equal(asked.isSettled, false);
    assert.deepEqual(await tab.heard("ask-user-answer"), [], "it waits and is not sent");

    await mendAndHurry(stage);
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "MongoDB");
    await widget.isGone();
    assert.equal(tab.responses().length, 1, "sent once");
    assert.equal((await tab.heard("ask-user-answer")).length, 1, "announced once");
  });

  scene("an answer that waits for the connection can still be changed", linked, async (stage) => {
    const { agent, link, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    link.cut();
    await widget.notice.getByText(OFFLINE).waitFor();
    await widget.press("2", "Enter");
    await widget.bar.getByRole("button").click();
    await widget.clicks("Change answer");
    await widget.isUnguarded();
    await widget.label("SQLite").click();
    await widget.button("Send").click();
    await widget.bar.getByText(OFFLINE_ANSWER).waitFor();
    await mendAndHurry(stage);
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "SQLite");
  });

  scene("an answer whose confirmation was lost has one effect", linked, async (stage) => {
    const { agent, link, tab, widget, chat } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    link.deafen();
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "PostgreSQL (Recommended)");
    const next = agent.ask(fixture("features"));
    link.cut();
    await becomes(() => chat.connection.textContent(), "reconnecting");
    link.mend();
    await widget.asks("Which features should we enable?");
    await widget.press("4", "Enter");
    const answers = { "Which features should we enable?": "Tailwind CSS" };
    assert.deepEqual((await next.result()).updatedInput.answers, answers);
    await chat.isFree();
    assert.equal((await tab.heard("ask-user-answer")).length, 2, "each announced once");
    assert.deepEqual(await chat.receipts.allTextContents(), ["Database: PostgreSQL", "Features: Tailwind CSS"]);
  });

  scene("without a question the page says that it reconnects, and that it is back", linked, async (stage) => {
    const { link, page, widget, chat } = stage;
    // The last file that the element fetches by itself.
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/attributes.js")));
    link.cut();
    await widget.notice.getByText("Connection lost. Reconnecting…").waitFor();
    await becomes(() => widget.announcer.textContent(), "Connection lost. Reconnecting…");
    await chat.isHeld();
    link.mend();
    await reconnects(stage);
    await chat.isFree();
    await becomes(() => widget.notice.count(), 0);
  });

  scene("frames sent while the link was cut arrive in order", linked, async (stage) => {
    const { agent, link, tab, widget } = stage;
    await agent.send({ type: "text", chunk: "1" });
    await eventually(
      () => tab.frames(),
      (frames) => assert.equal(frames.length, 1),
    );
    link.cut();
    await widget.button("Retry now").waitFor();
    await agent.isAlone();
    for (const chunk of ["2", "3", "4"]) await agent.send({ type: "text", chunk });
    await mendAndHurry(stage);
    await becomes(() => tab.frames().then((all) => all.map((frame) => frame.chunk)), ["1", "2", "3", "4"]);
  });

  scene("a bridge that is gone for good holds nobody", { ...linked, flags: ["--plain"] }, async (stage) => {
    const { agent, bridge, page, tab, widget, chat } = stage;
    agent.ask(fixture("database"), { timeout: 8 });
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    await chat.isHeld();
    await bridge.kill();
    await widget.notice.getByText("The agent can't be reached").waitFor();
    // The demo's own input waits for a connection too, so the element's word counts.
    await becomes(() => tab.heard("ask-user-status").then((all) => all.at(-1).waitingForUser), false);
    assert.equal(await widget.field.inputValue(), "MariaDB");
    await widget.dialog.locator("[part=foot]").getByRole("button", { name: "Copy" }).waitFor();
    assert.equal(await page.locator("ask-user [role=timer]").filter({ hasText: "0:00" }).count(), 0);
  });

  scene("the bridge ends and another starts in its place: the page finds it", linked, async (stage) => {
    const { agent, bridge, link, widget, chat } = stage;
    const lost = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("MariaDB");
    await bridge.kill();
    await assert.rejects(lost.result(), "the agent of a bridge that died hears of it");
    await widget.notice.getByText(OFFLINE).waitFor();
    await stage.restart();
    // A new bridge knows nothing of the ask: the person sees it, and what they typed stays.
    await widget.notice.getByText("The agent is no longer waiting for this answer").waitFor();
    assert.equal(await widget.field.inputValue(), "MariaDB");
    await widget.clicks("Close");
    await chat.isFree();
    const asked = stage.agentOf(stage.session).ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });
});
