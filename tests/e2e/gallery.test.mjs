// Every scene of the gallery, wide and narrow: it plays, nothing is cut, and the way on is in sight.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { scene, topic } from "./support/scene.mjs";

const source = (name) => readFile(new URL(`../../demo/${name}.js`, import.meta.url), "utf8");
const sources = [(await source("scenes")).split("export const scenes")[1], await source("approval-scenes")];
const names = [...sources.join("\n").matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map((match) => match[1]);

/** What of the widget is out of the window or wider than it. Runs in the page. */
function misplaced() {
  const root = document.getElementById("ask").shadowRoot;
  const found = [];
  // In the transcript it scrolls with it.
  if (document.getElementById("ask").matches("[presentation=inline]")) return found;
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const part of root.querySelectorAll("dialog[open], dialog[open] .foot button, .bar, .bar button, .notice, .toast")) {
    const box = part.getBoundingClientRect();
    if (box.width === 0) continue;
    const isInside = box.left >= 0 && box.right <= innerWidth + 0.5 && box.top >= 0 && box.bottom <= innerHeight + 0.5;
    if (!isInside && getComputedStyle(part).visibility === "visible") found.push(`${part.className}: ${JSON.stringify(box)}`);
  }
  const ask = root.querySelector("dialog[open] .ask");
  for (const part of ask?.querySelectorAll("*:not(.preview *, .stepper *, textarea)") ?? []) {
    const box = part.getBoundingClientRect();
    if (box.width > 0 && box.right > ask.getBoundingClientRect().right + 0.5) found.push(`${part.className} is cut`);
  }
  for (const part of ask?.querySelectorAll(".head-line > *") ?? []) {
    if (part.scrollWidth > part.clientWidth && !part.title) found.push(`${part.className} is cut: ${part.textContent}`);
  }
  return found;
}

topic("the gallery", () => {
  scene("lists its scenes", { tab: null }, async (stage) => {
    const { page } = await stage.open({ path: "/?scene", waits: false });
    await page.locator("#transcript li").first().waitFor();
    assert.deepEqual(await page.locator("#transcript li a").allTextContents(), names);
    assert.ok(names.length > 30);
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 320, height: 568 },
  ]) {
    scene(`shows every scene whole at ${viewport.width} px`, { tab: null }, async (stage) => {
      const found = {};
      // Some scenes are about what a developer should know.
      const media = { reducedMotion: "reduce" };
      const tolerates = [/^console: ask-user:/];
      const { page, tab } = await stage.open({ path: "/?scene", waits: false, viewport, media, tolerates });
      for (const name of names) {
        await page.goto(`${new URL(page.url()).origin}/?scene=${name}`);
        await page.locator("html[data-scene=played]").waitFor();
        const wrong = await page.evaluate(misplaced);
        if (wrong.length > 0) found[name] = wrong;
      }
      assert.deepEqual(found, {});
      assert.deepEqual(tab.faults, []);
    });
  }
});
