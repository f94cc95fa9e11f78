// A bridge that wants a token.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const TOKEN = randomUUID();
const secured = { flags: ["--token", TOKEN], token: TOKEN, tab: { waits: false } };
const refused = { ...secured, tab: { ...secured.tab, tolerates: [/code 4401/] } };
const FEATURES = "Which features should we enable?";

async function setToken(page, token) {
  await page.waitForFunction(() => customElements.get("ask-user"));
  await page.evaluate((token) => (document.querySelector("ask-user").token = token), token);
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
