// Every scene of the gallery, wide and narrow: it plays, nothing is cut, and the way on is in sight. Those of approvals and forms also
// light and dark, and in German and Arabic.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { unreadable } from "./support/contrast.mjs";
import { scene, topic } from "./support/scene.mjs";
import { eventually } from "./support/until.mjs";

const source = (name) => readFile(new URL(`../../demo/${name}.js`, import.meta.url), "utf8");
const sources = [(await source("scenes")).split("export const scenes")[1], await source("approval-scenes")];
const names = [...sources.join("\n").matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map((match) => match[1]);

/** The scenes of approvals and forms. */
const isOfRequest = (name) => /^(approval|form)/.test(name);

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
  // What does not scroll shows all of its text.
  for (const part of ask?.querySelectorAll("*:not(.preview *, .stepper *, textarea, input)") ?? []) {
    const { overflowX, clipPath } = getComputedStyle(part);
    const hides = ["hidden", "clip"].includes(overflowX) && clipPath === "none" && part.clientWidth > 1;
    if (hides && part.scrollWidth > part.clientWidth + 1 && !part.title) found.push(`${part.className} hides: ${part.textContent.slice(0, 60)}`);
  }
  // Of what is allowed nothing has to be scrolled sideways: only from its top to its bottom it is known what was in view.
  for (const part of ask?.querySelectorAll(".approval *:not(textarea)") ?? []) {
    const isLine = getComputedStyle(part).display !== "inline" && part.clientWidth > 1 && getComputedStyle(part).clipPath === "none";
    if (isLine && part.scrollWidth > part.clientWidth + 1) found.push(`${part.className} is wider than its place: ${part.textContent.slice(0, 60)}`);
  }
  for (const plan of ask?.querySelectorAll(".approval-plan") ?? []) {
    const { right } = plan.getBoundingClientRect();
    for (const part of plan.querySelectorAll("*")) {
      if (part.getBoundingClientRect().right > right + 0.5) found.push(`${part.className || part.localName} of a plan is cut`);
    }
  }
  for (const part of ask?.querySelectorAll("button, label, summary") ?? []) {
    const isSeen = part.checkVisibility() && getComputedStyle(part).clipPath === "none" && part.clientWidth > 1;
    // Its text and its elements: an arrow that style draws may stand out of it.
    const content = new Range();
    content.selectNodeContents(part);
    const [inner, outer] = [content.getBoundingClientRect(), part.getBoundingClientRect()];
    const isCut = inner.left < outer.left - 1 || inner.right > outer.right + 1;
    if (isSeen && isCut) found.push(`${part.className} is too narrow: ${part.textContent.slice(0, 60)}`);
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
    assert.deepEqual((await page.locator("#transcript li a").allTextContents()).sort(), names.toSorted());
    assert.ok(names.length > 30);
  });

  /** Plays the scenes one after the other, and looks at each. */
  const shows = async (stage, { names, viewport, colorScheme, address = "" }) => {
    const found = {};
    // Some scenes are about what a developer should know.
    const media = { reducedMotion: "reduce", colorScheme };
    const tolerates = [/^console: ask-user:/];
    const { page, tab } = await stage.open({ path: "/?scene", waits: false, viewport, media, tolerates });
    for (const name of names) {
      await page.goto(`${new URL(page.url()).origin}/?scene=${name}${address}`);
      const isPlayed = () => page.evaluate(() => document.documentElement.dataset.scene);
      await eventually(isPlayed, (scene) => assert.equal(scene, "played", `the scene ${name}`), 30_000);
      // What floats when its place is out of sight is told so with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const wrong = await page.evaluate(misplaced);
      if (isOfRequest(name)) wrong.push(...(await page.evaluate(unreadable, { host: "#ask", least: 4.5 })).found);
      if (wrong.length > 0) found[name] = wrong;
    }
    assert.deepEqual(found, {});
    assert.deepEqual(tab.faults, []);
  };

  for (const [width, height] of [[1280, 800], [768, 900], [320, 568]]) {
    for (const colorScheme of ["light", "dark"]) {
      const isAll = colorScheme === "light" && width !== 768;
      const what = isAll ? "every scene" : "every approval and form";
      scene(`shows ${what} whole at ${width} px, ${colorScheme}`, { tab: null }, (stage) =>
        shows(stage, { names: isAll ? names : names.filter(isOfRequest), viewport: { width, height }, colorScheme }),
      );
    }
  }

  for (const lang of ["de", "ar"]) {
    scene(`shows every approval and form whole at 360 px in ${lang}`, { tab: null }, (stage) =>
      shows(stage, { names: names.filter(isOfRequest), viewport: { width: 360, height: 640 }, colorScheme: "light", address: `&lang=${lang}` }),
    );
  }
});
