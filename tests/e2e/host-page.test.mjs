// The element as a guest: no style of the page breaks it, and it changes nothing of the page.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

/** Pages that style everything, each in its own way. */
const HOSTILE = {
  "unsets everything": "* { all: unset }",
  "unsets everything, and means it": "* { all: unset !important }",
  // The rules of Tailwind 4's preflight that reach elements as such.
  "has Tailwind's preflight": `
    *, ::after, ::before, ::backdrop, ::file-selector-button { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
    html, :host { line-height: 1.5; -webkit-text-size-adjust: 100%; tab-size: 4; font-family: ui-sans-serif, sans-serif }
    h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
    a { color: inherit; text-decoration: inherit }
    ol, ul, menu { list-style: none }
    button, input, select, optgroup, textarea { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0;
      background-color: transparent; opacity: 1 }
    img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }`,
  "is written in another hand": `
    body, body * { font: italic 900 30px/3 serif; color: lime; letter-spacing: 1em; text-transform: uppercase; text-align: right;
      visibility: visible; cursor: none; white-space: pre; word-spacing: 2em; text-indent: 3em; direction: ltr }`,
  "covers everything": "body::before { content: ''; position: fixed; inset: 0; z-index: 2147483647; background: red }",
};

/** What of it the widget takes over, because a page may choose it: typeface, size of text, colour scheme. */
const CHOSEN = {
  "unsets everything, and means it": ":not(ask-user) { font-family: initial; font-size: initial; color-scheme: initial }",
  "is written in another hand": "body, body * { font-family: serif; font-size: 30px }",
};

/** How everything in the dialog is styled in fact, element by element. */
function styles(widget) {
  return widget.dialog.evaluate(async (dialog) => {
    await Promise.all(dialog.getAnimations({ subtree: true }).map((animation) => animation.finished));
    return [dialog, ...dialog.querySelectorAll("*")].map((element) => {
      const style = getComputedStyle(element);
      // Chromium reports a margin that is `auto` as what it came to, or as nothing: what counts is where the dialog is.
      const isCompared = (name) => !name.startsWith("--") && !(element === dialog && name.startsWith("margin"));
      const own = Object.fromEntries([...style].filter(isCompared).map((name) => [name, style[name]]));
      const place = element === dialog ? dialog.getBoundingClientRect().toJSON() : {};
      return [`${element.localName}.${element.className}`, { ...own, ...place }];
    });
  });
}

/** The first few things that differ, readably. */
function differences(before, after) {
  assert.deepEqual(after.map(([name]) => name), before.map(([name]) => name));
  const found = before.flatMap(([element, style], index) =>
    Object.keys(style)
      .filter((name) => style[name] !== after[index][1][name])
      .map((name) => `${element} ${name}: ${style[name]} -> ${after[index][1][name]}`),
  );
  return found.slice(0, 12);
}

const adopt = (page, css) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, css);

topic("a page that", () => {
  for (const [name, css] of Object.entries(HOSTILE)) {
    scene(`${name} changes nothing of the dialog, and it is answered`, async ({ agent, page, widget }) => {
      const asked = agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await adopt(page, CHOSEN[name] ?? "");
      const before = await styles(widget);
      await adopt(page, css);
      assert.deepEqual(differences(before, await styles(widget)), []);
      await widget.label("MongoDB").click();
      await widget.button("Send").click();
      assert.deepEqual((await asked.result()).updatedInput.answers, { [DATABASE]: "MongoDB" });
    });
  }
});

/** The largest difference of two pictures, in any colour of any pixel. */
function difference(page, ...pictures) {
  return page.evaluate(async (sources) => {
    const [one, other] = await Promise.all(
      sources.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    return one.reduce((largest, value, index) => Math.max(largest, Math.abs(value - other[index])), 0);
  }, pictures.map((picture) => `data:image/png;base64,${picture.toString("base64")}`));
}

topic("an element that is not asked", () => {
  scene("changes no pixel of the page", async ({ page, session }) => {
    // The page fades in and out what it frees when it is connected.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    const before = await page.screenshot();
    await page.evaluate((session) => {
      const element = document.createElement("ask-user");
      element.id = "guest";
      element.setAttribute("session", `${session}-guest`);
      element.setAttribute("url", "/ws");
      element.addEventListener("ask-user-status", ({ detail }) => (window.guest = detail.connection));
      document.querySelector(".message").append(element);
    }, session);
    await becomes(() => page.evaluate(() => window.guest), "open");
    await becomes(() => page.evaluate(() => document.querySelector("#guest").shadowRoot.querySelectorAll("dialog").length), 1);
    // One step of 255 is the rounding of a curve's edge, painted together with other neighbours.
    assert.ok((await difference(page, before, await page.screenshot())) <= 1, "it looks the same with and without it");
  });
});
