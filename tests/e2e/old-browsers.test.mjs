// Browsers from before light-dark(), color-mix(), :has() and field-sizing: none can be had here, so this one forgets them. Under
// another name the browser treats them as any that it does not know: a rule with an unknown selector goes, a declaration with an
// unknown function too, and one that also holds a var() has no value when it is used.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { fixture } from "./support/asks.mjs";
import { unreadable } from "./support/contrast.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const source = (name) => readFile(new URL(`../../demo/${name}.js`, import.meta.url), "utf8");
const sources = [(await source("scenes")).split("export const scenes")[1], await source("approval-scenes")];
const names = [...sources.join("\n").matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map((match) => match[1]);

/** Runs in the page before anything else. */
function forget() {
  const unknown = /(?<![\w-])(light-dark\(|color-mix\(|has\(|field-sizing:|text-wrap:|mask-image:|scrollbar-width:|starting-style)/g;
  const { replaceSync } = CSSStyleSheet.prototype;
  CSSStyleSheet.prototype.replaceSync = function (css) {
    // Their backdrop inherits nothing, either.
    const old = css.replaceAll(unknown, "old-$1").replaceAll("::backdrop{", "::backdrop{--_backdrop:initial;");
    window.forgotten = (window.forgotten ?? 0) + (old.match(/old-/g)?.length ?? 0);
    return replaceSync.call(this, old);
  };
  const { supports } = CSS;
  CSS.supports = (...words) => !/light-dark|color-mix|:has|field-sizing/.test(words.join()) && supports.apply(CSS, words);
}

const old = (colorScheme, rest = {}) => ({
  media: { reducedMotion: "reduce", colorScheme },
  prepare: (page) => page.addInitScript(forget),
  ...rest,
});

const readable = (page) => page.evaluate(unreadable, { host: "ask-user", least: 4.5 });
const background = (widget) => widget.dialog.evaluate((dialog) => getComputedStyle(dialog).backgroundColor);

const WHITE = "rgb(255, 255, 255)";
const NIGHT = "rgb(15, 23, 42)";

topic("an old browser", () => {
  for (const colorScheme of ["light", "dark"]) {
    scene(`shows every scene so that it can be read, ${colorScheme}`, { tab: null }, async (stage) => {
      const found = {};
      const tolerates = [/^console: ask-user:/];
      const { page } = await stage.open(old(colorScheme, { path: "/?scene", waits: false, tolerates }));
      for (const name of names) {
        await page.goto(`${new URL(page.url()).origin}/?scene=${name}`);
        await page.locator("html[data-scene=played]").waitFor();
        assert.ok((await page.evaluate(() => window.forgotten)) > 20, "something was forgotten");
        const { found: bad } = await readable(page);
        if (bad.length > 0) found[name] = bad;
      }
      assert.deepEqual(found, {});
    });
  }

  // What the page says, what the system is, what the element says, and what it is then.
  for (const [page, system, theme, expected] of [
    ["light dark", "light", null, WHITE],
    ["light dark", "dark", null, NIGHT],
    ["light", "dark", null, WHITE],
    ["dark", "light", null, NIGHT],
    ["dark", "light", "light", WHITE],
    ["light", "light", "dark", NIGHT],
    ["light", "dark", "system", NIGHT],
  ]) {
    scene(`has the scheme of the page (${page}, system ${system}, theme ${theme})`, { tab: old(system) }, async (stage) => {
      await stage.page.evaluate(([page, theme]) => {
        document.documentElement.style.setProperty("color-scheme", page);
        if (theme) document.querySelector("ask-user").setAttribute("theme", theme);
      }, [page, theme]);
      stage.agent.ask(fixture("database"));
      await stage.widget.asks(DATABASE);
      assert.equal(await background(stage.widget), expected);
      const backdrop = await stage.widget.dialog.evaluate((dialog) => getComputedStyle(dialog, "::backdrop").backgroundColor);
      assert.match(backdrop, /^rgba\(.*, 0\.[3-6]\d*\)$/, "the page behind it is darkened");
    });
  }

  scene("shows what has the focus and what is chosen, and is answered", { tab: old("light") }, async (stage) => {
    const { agent, page, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("ArrowDown");
    const mark = widget.dialog.locator(".mark").first();
    await becomes(() => mark.evaluate((mark) => getComputedStyle(mark).outlineStyle), "solid");
    await widget.press("2");
    const [one, two] = await widget.dialog.locator(".mark").evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));
    assert.notEqual(one, two, "the mark shows which");
    assert.deepEqual((await readable(page)).found, []);
    await widget.press("Enter");
    assert.deepEqual((await asked.result()).updatedInput.answers, { [DATABASE]: "MongoDB" });
  });

  scene("has no empty notice", { tab: old("light") }, async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const notices = await page.evaluate(() =>
      [...document.querySelector("ask-user").shadowRoot.querySelectorAll(".notice")].filter((notice) => notice.checkVisibility()).length,
    );
    assert.equal(notices, 0);
  });
});

for (const [which, tab] of [["an old browser", old("light")], ["this browser", {}]]) {
  topic(`the field for an own answer, in ${which},`, () => {
    scene("grows with the text, up to a limit, and shrinks again", { tab }, async ({ agent, widget }) => {
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      const height = () => widget.field.evaluate((field) => field.getBoundingClientRect().height);
      const fits = () => widget.field.evaluate((field) => field.scrollHeight <= field.clientHeight);
      const empty = await height();
      await widget.field.fill("one\ntwo\nthree\n");
      const four = await height();
      assert.ok(four >= empty + 60 && (await fits()), `${empty} -> ${four}`);
      await widget.field.fill("many words ".repeat(14));
      assert.ok((await height()) > empty + 60 && (await fits()), "wrapped lines count");
      await widget.field.fill("line\n".repeat(60));
      assert.ok((await height()) <= 200, "it scrolls");
      await widget.field.fill("");
      assert.equal(await height(), empty);
    });
  });
}
