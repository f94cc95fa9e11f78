// How a client tells that it cannot ask, or no longer: the class of its error, how soon it comes, and what can still be done then. The same
// scenes for every client, before the real bridge.

import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

import { question } from "./asks.mjs";
import { Bridge } from "./bridge.mjs";
import { scene, topic } from "./scene.mjs";
import { becomes, within } from "./until.mjs";

const ASK = question("Which?", ["A", "B"]);
const MASTER = randomUUID();
const SIGNING_KEY = randomUUID();
const guarded = { flags: ["--token", MASTER, "--token-key", SIGNING_KEY], tab: null };

/** A token for an agent of this session that ends in so many seconds. */
function sign(session, seconds) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { session, side: "agent", sub: "robot@example", exp: Math.floor(Date.now() / 1000) + seconds };
  const message = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${message}.${createHmac("sha256", SIGNING_KEY).update(message).digest("base64url")}`;
}

/** How many asks wait in the session, as the owner of the bridge sees it. */
async function waiting(bridge, session) {
  const response = await fetch(`${bridge.url}/sessions/${session}`, { headers: { authorization: `Bearer ${MASTER}` } });
  return (await response.json()).asks;
}

/** A proxy that gives each call to the next of these bridges. */
async function inTurn(bridges) {
  const calls = [];
  const server = createServer(async (request, response) => {
    const bridge = bridges[calls.push(request.method) % bridges.length];
    const { method, headers } = request;
    const body = method === "POST" ? Buffer.concat(await request.toArray()) : undefined;
    const given = Object.fromEntries(["prefer", "idempotency-key"].flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
    const reply = await fetch(`${bridge.url}${request.url}`, { method, headers: given, body });
    response.writeHead(reply.status).end(await reply.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, calls, close: () => server.closeAllConnections() ?? server.close() };
}

/** `start` is as in `clients.mjs`. */
export function clientRefusals(name, start) {
  topic(`what the ${name} client cannot ask`, () => {
    scene("says why the bridge refuses, by the class of the error", { tab: null }, async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session };
      const error = async (...given) => (await start(at, ...given).ended).error;
      assert.equal(await error("approve", ["", {}]), "InvalidRequestError");
      const key = randomUUID();
      const first = start(at, "ask", [ASK.questions], { key });
      await becomes(() => waiting(stage.bridge, stage.session), 1);
      assert.equal(await error("ask", [question("Another?", ["A", "B"]).questions], { key }), "KeyReusedError");
      first.abort();
      await first.ended;

      await stage.bridge.stop();
      await stage.restart("--plain");
      const plain = { bridge: stage.bridge.url, session: stage.session };
      assert.equal((await start(plain, "approve", ["Bash", {}]).ended).error, "NotSupportedError");

      await stage.bridge.stop();
      const gone = { ...plain, patience: 0 };
      assert.equal((await start(gone, "ask", [ASK.questions], { key }).ended).error, "UnreachableError");
      assert.equal((await start(gone, "send", [{ type: "complete" }]).ended).error, "UnreachableError");

      const token = randomUUID();
      await stage.restart("--token", token);
      const guarded = { bridge: stage.bridge.url, session: randomUUID() };
      assert.equal((await start(guarded, "ask", [ASK.questions]).ended).error, "UnauthorizedError");
      assert.equal((await start({ ...guarded, token }, "ask", [ASK.questions], { timeout: 1 }).ended).result.reason, "nobody_connected");
    });

    scene("is told that its token is for something else", guarded, async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session, token: sign(randomUUID(), 60) };
      const { error, code } = await start(at, "ask", [ASK.questions]).ended;
      assert.deepEqual({ error, code }, { error: "ForbiddenError", code: "token_scope" });
    });

    scene("is told that too many asks wait", { flags: ["--max-waiting-asks", "1"], tab: null }, async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session };
      // One is with the person, and one waits behind it.
      const taken = [start(at, "ask", [ASK.questions]), start(at, "ask", [ASK.questions])];
      await becomes(() => waiting(stage.bridge, stage.session), 2);
      assert.equal((await start(at, "ask", [ASK.questions]).ended).error, "TooManyAsksError");
      for (const { ended, abort } of taken) {
        abort();
        await ended;
      }
    });

    scene("is told that the result is no longer kept", { flags: ["--keep", "1"], tab: null }, async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session };
      const key = randomUUID();
      assert.equal((await start(at, "ask", [ASK.questions], { key, timeout: 1 }).ended).result.reason, "nobody_connected");
      // It is kept for a second.
      await becomes(async () => (await start(at, "ask", [ASK.questions], { key, timeout: 1 }).ended).error, "ResultExpiredError");
    });

    scene("says at once what no other try would change", guarded, async (stage) => {
      const at = { bridge: stage.bridge.url, session: stage.session };
      const end = (at, options) => within(start(at, "ask", [ASK.questions], options).ended, "the error", 10_000);
      for (const bridge of ["127.0.0.1:8787", "localhost:8787", "ws://127.0.0.1:8787", ""]) {
        assert.match((await end({ ...at, bridge })).message, /^bridge must be an address such as http:/);
      }
      const { error, message } = await end({ ...at, token: { gives: [null] } });
      assert.deepEqual({ error, message }, { error: "TokenError", message: "There is no token: the key is lost" });
      assert.equal((await end({ ...at, token: MASTER }, { key: "two\nlines" })).error, "InvalidRequestError");
      assert.equal((await start({ ...at, token: { gives: [null] } }, "send", [{ type: "complete" }]).ended).error, "TokenError");
    });

    scene("takes the next token when one has expired, and goes on", { ...guarded, tab: { waits: false } }, async (stage) => {
      const [good, expired] = [sign(stage.session, 3600), sign(stage.session, -3600)];
      const at = { bridge: stage.bridge.url, session: stage.session, token: { gives: [expired, good, expired, good] } };
      await stage.page.waitForFunction(() => customElements.get("ask-user"));
      await stage.page.evaluate((token) => (document.querySelector("ask-user").token = token), MASTER);
      const asked = start(at, "ask", [ASK.questions]);
      await stage.widget.asks("Which?");
      await stage.widget.press("1", "Enter");
      assert.deepEqual((await asked.ended).result.updatedInput.answers, { "Which?": "A" });
    });

    scene("names the key of an ask that it can no longer follow, and finds it by the key", { ...guarded, tab: { waits: false } }, async (stage) => {
      const [good, expired] = [sign(stage.session, 3600), sign(stage.session, -3600)];
      const at = { bridge: stage.bridge.url, session: stage.session };
      const lost = await start({ ...at, token: { gives: [good, expired] } }, "ask", [ASK.questions]).ended;
      assert.deepEqual({ error: lost.error, code: lost.code }, { error: "UnauthorizedError", code: "token_expired" });
      assert.equal(await waiting(stage.bridge, stage.session), 1, "the ask is still with the person");

      const asked = start({ ...at, token: good }, "ask", [ASK.questions], { key: lost.key });
      await stage.page.waitForFunction(() => customElements.get("ask-user"));
      await stage.page.evaluate((token) => (document.querySelector("ask-user").token = token), MASTER);
      await stage.widget.asks("Which?");
      await stage.widget.press("2", "Enter");
      assert.deepEqual((await asked.ended).result.updatedInput.answers, { "Which?": "B" });
      assert.equal(await waiting(stage.bridge, stage.session), 0, "it was asked once");
    });

    scene("gives up, with pauses, before bridges that share no store", { tab: null }, async (stage) => {
      const other = await Bridge.start();
      const proxy = await inTurn([stage.bridge, other]);
      try {
        const at = { bridge: proxy.url, session: stage.session, patience: 1 };
        const { error, message } = await within(start(at, "ask", [ASK.questions]).ended, "the error");
        assert.equal(error, "UnreachableError");
        assert.match(message, /no longer knows the ask that it took/);
        // Pauses of 125 ms and more that double: two calls for each within a bit more than a second.
        assert.ok(proxy.calls.length <= 14, `${proxy.calls.length} calls`);
      } finally {
        proxy.close();
        await other.stop();
      }
    });
  });
}
