// Previews in HTML: seen, and able to do nothing. (Any request to another place and any error fails every scene.)

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";

import { scene, topic } from "./support/scene.mjs";
import { Trap } from "./support/trap.mjs";
import { becomes } from "./support/until.mjs";

const QUESTION = "Which card?";

/** Chromium says aloud what it has blocked. */
const BLOCKED = [/^console of a frame: /];

/** Everything by which a page without scripts can call home, and a script. */
const beacons = (url) => `<!doctype html><html><head>
  <base href="${url}/base/">
  <meta http-equiv="refresh" content="0;url=${url}/refresh">
  <link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prefetch" href="${url}/prefetch">
  <link rel="preload" as="image" href="${url}/preload"><link rel="stylesheet" href="${url}/sheet">
  <link rel="icon" href="${url}/icon"><link rel="manifest" href="${url}/manifest">
  <link rel="modulepreload" href="${url}/module">
  <style>@import "${url}/import"; @font-face { font-family: x; src: url(${url}/font) }
    body { background: url(${url}/background); font-family: x } li { list-style-image: url(${url}/list) }
    p::before { content: url(${url}/content) } a { cursor: url(${url}/cursor), auto }</style></head>
  <body background="${url}/body">
  <p>Words of the card</p><img src="${url}/img" srcset="${url}/srcset 2x" onerror="fetch('${url}/onerror')">
  <picture><source srcset="${url}/source"><img></picture><img src="relative">
  <video poster="${url}/poster" src="${url}/video" autoplay></video><audio src="${url}/audio" autoplay></audio>
  <object data="${url}/object"></object><embed src="${url}/embed"><iframe src="${url}/iframe"></iframe>
  <svg><image href="${url}/svg"/><use href="${url}/use#x"/></svg><table background="${url}/table"><td>x</table>
  <form action="${url}/form" id="f"><input autofocus name="a"><button>Go</button></form>
  <a href="${url}/link" ping="${url}/ping" style="position:fixed;inset:0">everywhere</a>
  <script>fetch("${url}/script"); top.hacked = 1; parent.postMessage("hi", "*")</script>
  <details open ontoggle="fetch('${url}/toggle')"><summary>x</summary></details></body></html>`;

const ask = (...previews) => ({
  questions: [{
    question: QUESTION,
    header: "Card",
    multiSelect: false,
    options: [...previews.map((preview, index) => ({ label: `Card ${index + 1}`, preview })), { label: "None" }],
  }],
});

/** The page says what its previews are written in. */
const format = (page, word) =>
  page.locator("ask-user").evaluate((host, word) => host.setAttribute("preview-format", word), word);

const pane = (widget) => widget.dialog.getByRole("region", { name: "Preview" });
const frameOf = (widget) => widget.dialog.locator("iframe");

/** What the frame shows, read past its sandbox. */
const wordsIn = async (widget) => {
  const frame = await (await frameOf(widget).elementHandle()).contentFrame();
  return frame.locator("body").innerText();
};

/** Adds a policy to the page, before anything of it runs. */
const under = (policy) => (page) =>
  page.addInitScript((policy) => {
    new MutationObserver((_, observer) => {
      if (!document.head) return;
      observer.disconnect();
      const meta = document.createElement("meta");
      meta.httpEquiv = "Content-Security-Policy";
      meta.content = policy;
      document.head.prepend(meta);
    }).observe(document, { childList: true, subtree: true });
  }, policy);

topic("HTML previews", () => {
  scene("nothing in one calls home, whatever the person does", { tab: { tolerates: BLOCKED } }, async (stage) => {
    const { agent, bridge, page, widget } = stage;
    const trap = await Trap.set();
    try {
      await format(page, "html");
      const asked = agent.ask(ask(beacons(trap.url)));
      await widget.asks(QUESTION);
      await frameOf(widget).waitFor();
      await becomes(() => wordsIn(widget).then((words) => words.includes("Words of the card")), true);
      const box = await pane(widget).boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.wheel(0, 200);
      await becomes(() => pane(widget).evaluate((pane) => pane.scrollTop > 0), true, "the pane scrolls");
      const active = () => widget.host.evaluate((host) => host.shadowRoot.activeElement?.localName);
      for (let count = 0; count < 12; count++) {
        await page.keyboard.press("Tab");
        assert.notEqual(await active(), "iframe", "the frame takes no focus");
      }
      // Tab may have led into the browser's own controls. A click that brings somebody back from there does not count.
      for (let count = 0; count < 12 && !(await active()); count++) await page.keyboard.press("Tab");
      await widget.isUnguarded();
      await widget.label("Card 1").click();
      await widget.button("Send").click();
      const { updatedInput } = await asked.result();
      assert.equal(updatedInput.annotations[QUESTION].preview, beacons(trap.url), "it goes back as it came");
      assert.equal(await page.evaluate("window.hacked"), undefined);
      assert.deepEqual(trap.caught, []);
    } finally {
      trap.close();
    }
    assert.equal(new URL(page.url()).origin, bridge.url, "the page is where it was");
  });

  scene("the same page without its bounds is caught, so the trap bites", { tab: null }, async (stage) => {
    const trap = await Trap.set();
    try {
      const { page, tab } = await stage.open({ tolerates: [/./] });
      // Another page, without any policy.
      const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(beacons(trap.url)));
      await once(server.listen(0, "127.0.0.1"), "listening");
      await page.goto(`http://127.0.0.1:${server.address().port}`, { waitUntil: "commit" });
      server.close();
      await becomes(() => trap.caught.some((line) => line.includes("/img")), true);
      tab.faults.length = 0;
    } finally {
      trap.close();
    }
  });

  scene("it is shown as a page, and as text on request", { tab: { tolerates: BLOCKED } }, async ({ agent, page, widget }) => {
    await format(page, "auto");
    const html = "<h1>Plan</h1><p style='color:green'>Green</p>";
    agent.ask(ask(html, "# Not *HTML*"));
    await widget.asks(QUESTION);
    await becomes(() => wordsIn(widget), "Plan\n\nGreen");
    await widget.button("Show as text").press("Enter");
    await widget.assertFocused("Show as page");
    await becomes(() => frameOf(widget).count(), 0);
    await pane(widget).getByText(html, { exact: true }).waitFor();
    await widget.button("Show as page").click();
    await becomes(() => frameOf(widget).count(), 1);
    await widget.label("Card 2").hover();
    await pane(widget).getByRole("heading", { name: "Not HTML" }).waitFor();
    assert.equal(await frameOf(widget).count(), 0, "markdown is markdown");
  });

  scene("without a word from the page, HTML is text", async ({ agent, widget }) => {
    agent.ask(ask("<h1>Plan</h1>"));
    await widget.asks(QUESTION);
    await pane(widget).getByText("<h1>Plan</h1>").waitFor();
    assert.equal(await frameOf(widget).count(), 0);
  });

  scene("keys still answer while one is shown", { tab: { tolerates: BLOCKED } }, async ({ agent, page, widget }) => {
    await format(page, "html");
    const asked = agent.ask(ask("<input autofocus><button autofocus>Steal</button>"));
    await widget.asks(QUESTION);
    await frameOf(widget).waitFor();
    await widget.press("1", "Enter");
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), ["Card 1"]);
  });

  scene("it is shown under trusted types", {
    tab: { prepare: under("require-trusted-types-for 'script'; trusted-types ask-user"), tolerates: BLOCKED },
  }, async ({ agent, page, widget }) => {
    await format(page, "html");
    agent.ask(ask("<p>Trusted</p>", "<p>Again</p>"));
    await widget.asks(QUESTION);
    await becomes(() => wordsIn(widget), "Trusted");
    await widget.label("Card 2").hover();
    await becomes(() => wordsIn(widget), "Again");
  });

  scene("where the page's policy forbids it, it is text and nothing breaks", {
    tab: {
      prepare: under("require-trusted-types-for 'script'; trusted-types 'none'"),
      tolerates: [/trusted-types|TrustedTypes|Trusted Type/i],
    },
  }, async ({ agent, page, widget }) => {
    await format(page, "html");
    const asked = agent.ask(ask("<p>Not trusted</p>"));
    await widget.asks(QUESTION);
    await pane(widget).getByText("<p>Not trusted</p>").waitFor();
    await widget.press("1", "Enter");
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), ["Card 1"]);
  });
});
