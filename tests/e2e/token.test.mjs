// A bridge that wants a token.

import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const TOKEN = randomUUID();
const secured = { flags: ["--token", TOKEN], token: TOKEN, tab: { waits: false } };
const refused = { ...secured, tab: { ...secured.tab, tolerates: [/code 4401/] } };
const KEY = randomUUID();
const scoped = { flags: ["--token", TOKEN, "--token-key", KEY], token: TOKEN, tab: { waits: false } };
/** The bridge allows for so many seconds by which clocks differ. */
const SKEW = 30;
const FEATURES = "Which features should we enable?";

async function setToken(page, token) {
  await page.waitForFunction(() => customElements.get("ask-user"));
  await page.evaluate((token) => (document.querySelector("ask-user").token = token), token);
}

/** A token for the page of this session, as the server of a page makes it: it ends in so many seconds. */
function sign(session, seconds) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { session, side: "page", sub: "ada@example", exp: Math.floor(Date.now() / 1000) - SKEW + seconds };
  const message = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${message}.${createHmac("sha256", KEY).update(message).digest("base64url")}`;
}

/** Has the page's element ask for its tokens here. Returns how often it has asked. */
async function giveTokens(page, give) {
  const asked = [];
  await page.waitForFunction(() => customElements.get("ask-user"));
  await page.exposeFunction("giveToken", () => give(asked.push(null)));
  await page.evaluate(() => (document.querySelector("ask-user").token = async () => window.giveToken()));
  return asked;
}

topic("token", () => {
  scene("with the token everything works, and the token stands nowhere", secured, async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    await setToken(page, TOKEN);
    await chat.connects();
    const input = fixture("features");
    const asked = agent.ask(input);
    await widget.asks(FEATURES);
    await widget.press("1", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [FEATURES]: "TypeScript" }));
    assert.deepEqual(tab.sockets.at(-1).sent[0], { type: "authenticate", token: TOKEN }, "the first frame");
    assert.equal(tab.sockets.some((socket) => socket.url.includes(TOKEN)), false, "not in an address");
    assert.equal((await page.content()).includes(TOKEN), false, "not in the document");
    assert.equal(JSON.stringify(await tab.heard()).includes(TOKEN), false, "not in an event");
  });

  scene("a token that was set before the element was defined counts", secured, async (stage) => {
    const { tab, widget, chat } = await stage.open({
      prepare: (page) =>
        page.addInitScript((token) => {
          // As soon as the parser has made the element, long before the wasm is here.
          new MutationObserver((_, observer) => {
            const element = document.querySelector("ask-user");
            if (!element) return;
            element.token = token;
            observer.disconnect();
          }).observe(document, { childList: true, subtree: true });
        }, TOKEN),
    });
    await chat.connects();
    assert.equal(tab.sockets.length, 1, "connected once, with the token");
    stage.agent.ask(fixture("features"));
    await widget.asks(FEATURES);
  });

  scene("another token changes nothing for who is connected, and nothing typed is lost", secured, async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    await setToken(page, TOKEN);
    await chat.connects();
    const asked = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    await widget.field.fill("Storybook");
    const connections = tab.sockets.length;
    await setToken(page, randomUUID());
    assert.equal(await widget.field.inputValue(), "Storybook");
    await widget.button("Send").click();
    assert.deepEqual((await asked.result()).updatedInput.answers, { [FEATURES]: "Storybook" });
    assert.equal(tab.sockets.length, connections);
  });

  scene("what the page sends while it connects does not come before the token", secured, async (stage) => {
    const { page, tab, widget, chat } = stage;
    await becomes(() => widget.host.evaluate((element) => !!element.shadowRoot.querySelector("dialog")), true);
    const isSent = await page.evaluate((token) => {
      const element = document.querySelector("ask-user");
      element.token = token;
      return element.sendFrame({ type: "user_message", text: "early" });
    }, TOKEN);
    assert.equal(isSent, false, "there was no connection yet");
    await chat.connects();
    assert.equal(tab.sockets.at(-1).sent[0].type, "authenticate");
  });

  scene("an expired token is renewed without losing a typed character", scoped, async (stage) => {
    const { agent, page, session, tab, widget, chat } = stage;
    // The first one ends while the person types; the next one lasts.
    const asked = await giveTokens(page, (count) => sign(session, count === 1 ? 4 : 600));
    await chat.connects();
    const question = agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    // The demo page has connected without a token before it got one.
    const signedIn = () => tab.sockets.filter(({ sent }) => sent[0]?.type === "authenticate");
    const isRenewed = () => signedIn()[1]?.received.some(({ type }) => type === "ask_user_question");
    const letters = "abcdefghijklmnopqrstuvwxyz";
    await widget.field.focus();
    let typed = "";
    while (!isRenewed() || typed.length < 20) {
      const letter = letters[typed.length % letters.length];
      await page.keyboard.press(letter);
      typed += letter;
      await page.waitForTimeout(20);
    }
    assert.equal(await widget.field.inputValue(), typed);
    assert.equal(asked.length, 2);
    await widget.button("Send").click();
    assert.deepEqual((await question.result()).updatedInput.answers, { [FEATURES]: typed });
    assert.equal(signedIn().length, 2);
    const kinds = (await tab.heard()).map(({ name }) => name);
    assert.equal(kinds.includes("ask-user-error"), false, kinds.join());
  });

  scene("a token that comes late reaches only the place for which it was asked", scoped, async (stage) => {
    const { agent, page, session, tab, widget } = stage;
    const left = randomUUID();
    // The page leaves the first session before the token for it comes; by then the next one waits for a token too.
    await page.waitForFunction(() => customElements.get("ask-user"));
    await page.evaluate((left) => {
      const element = document.querySelector("ask-user");
      window.tokenRequests = [];
      element.session = left;
      element.token = () => new Promise((give) => window.tokenRequests.push(give));
    }, left);
    const requests = () => page.evaluate(() => window.tokenRequests.length);
    await becomes(async () => (await requests()) > 0, true);
    const early = await requests();
    await page.evaluate((session) => (document.querySelector("ask-user").session = session), session);
    await becomes(async () => (await requests()) > early, true);
    const give = (index, token) => page.evaluate(([at, token]) => window.tokenRequests.at(at)(token), [index, token]);
    await give(0, sign(left, 600));
    await give(-1, sign(session, 600));
    agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    const signedIn = tab.sockets.filter(({ sent }) => sent[0]?.type === "authenticate");
    assert.deepEqual(
      signedIn.map(({ url, sent }) => [new URL(url).pathname.split("/").at(-1), JSON.parse(atob(sent[0].token.split(".")[1])).session]),
      [[session, session]],
    );
  });

  const tolerant = { ...scoped, tab: { ...scoped.tab, tolerates: [/gave no token/, /Could not connect/] } };
  scene("a page that has no token at first is asked again", tolerant, async (stage) => {
    const { agent, page, session, tab, widget } = stage;
    const asked = await giveTokens(page, (count) => {
      if (count === 1) throw new Error("signed out");
      return count === 2 ? 7 : sign(session, 600);
    });
    agent.ask(fixture("features"));
    await widget.asks(FEATURES);
    assert.equal(asked.length, 3);
    const errors = (await tab.heard()).filter(({ detail }) => detail?.code === "token-failed");
    assert.deepEqual(
      errors.map(({ detail }) => detail.message.replace(/.*: /, "")),
      ["signed out", "it gave no text"],
    );
  });

  const stale = { ...scoped, tab: { ...scoped.tab, tolerates: [/code 4440/] } };
  scene("a fixed token that has expired is reported, and another one mends it", stale, async (stage) => {
    const { agent, page, session, tab, widget } = stage;
    await setToken(page, sign(session, -600));
    await widget.notice.getByText("Couldn't sign in to the agent (invalid token).").waitFor();
    const tries = tab.sockets.filter(({ sent }) => sent.length > 0);
    assert.equal(tries.length, 1, "and it is not tried for ever");
    await setToken(page, sign(session, 600));
    agent.ask(fixture("features"));
    await widget.asks(FEATURES);
  });

  scene("without the token a page hears nothing and an agent is refused", refused, async (stage) => {
    const { agent, bridge, session, tab, widget } = stage;
    const stranger = stage.agentOf(session);
    assert.equal(await stranger.ask(fixture("features")).status(), 401);
    const asked = agent.ask(fixture("features"));
    // The bridge gives a page five seconds to show a token, then ends the connection.
    await becomes(() => tab.sockets[0]?.received, []);
    await widget.notice.getByText("Couldn't sign in to the agent (invalid token).").waitFor();
    await widget.button("Retry now").waitFor();
    assert.equal(tab.sockets.length, 1, "and it is not tried for ever");
    assert.deepEqual(tab.sockets.flatMap((socket) => socket.received), []);
    assert.equal(await widget.dialog.isVisible(), false);
    assert.equal(asked.isSettled, false);
    assert.equal((await fetch(`${bridge.url}/healthz`)).status, 200);

    // The right token, set later, mends it.
    await setToken(stage.page, TOKEN);
    await widget.asks(FEATURES);
  });
});
