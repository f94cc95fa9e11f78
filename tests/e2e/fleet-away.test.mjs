// The store of three bridges is away: what the page says, and that nothing is confirmed which nobody has written down.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allowed, fixture } from "./support/asks.mjs";
import { PatientAgent } from "./support/bridge-caller.mjs";
import { Fleet } from "./support/bridge-fleet.mjs";
import { PERSISTENCE, Redis } from "./support/redis.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const ASK = fixture("database");
const QUESTION = ASK.questions[0].question;
const TEXT = "Maria DB";

const served = { serve: (...flags) => Fleet.start(PERSISTENCE.APPEND_ONLY_FILE, ...flags), linked: true, tab: { tolerates: [FAILED_CONNECT] } };
const connection = (widget) => widget.host.evaluate((host) => host.connection);
const acks = (tab) => tab.sockets.flatMap(({ received }) => received).filter(({ type }) => type === "ask_user_ack");

function scenes() {
  scene("the page keeps an answer, says that it has no connection, and delivers it when the store is back", served, async (stage) => {
    const { bridge, chat, link, page, session, tab, widget } = stage;
    const agent = new PatientAgent(bridge, session);
    const asked = agent.ask(ASK, { timeout: 0 });
    await widget.asks(QUESTION);
    assert.equal(await connection(widget), "open");
    await bridge.redis.kill();

    // Nothing of this needs the store.
    await widget.field.fill(TEXT);
    await widget.field.press("Enter");
    await widget.notice.getByText("Connection lost. Reconnecting…").waitFor();
    await widget.host.locator("[part=toast]").filter({ visible: true }).getByText("Sending…").waitFor();
    await becomes(() => connection(widget), "reconnecting");
    await becomes(() => chat.connection.textContent(), "reconnecting");
    assert.ok((await page.evaluate("Object.values(sessionStorage).join()")).includes(TEXT), "the answer is kept");
    assert.deepEqual([acks(tab), asked.isSettled], [[], false], "nothing is confirmed");

    // An agent that comes now is told when to come again.
    const refused = await fetch(`${bridge.url}/sessions/${session}/ask`, { method: "POST", body: JSON.stringify(ASK) });
    assert.equal(refused.status, 503, await refused.text());
    assert.match(refused.headers.get("retry-after"), /^\d+$/);

    await bridge.redis.startAgain();
    link.cut();
    link.mend();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    assert.deepEqual(await asked.result(), allowed(ASK, { [QUESTION]: TEXT }));
    await becomes(() => connection(widget), "open");
    await widget.isGone();
    await chat.isFree();
    assert.deepEqual(acks(tab).map(({ outcome }) => outcome), ["accepted"]);
  });
}

if (Redis.isInstalled()) topic("the store is away", scenes);
else test("the store is away", { skip: "redis-server is missing" }, scenes);
