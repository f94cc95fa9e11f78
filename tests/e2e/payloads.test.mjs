// Several hundred hostile texts, each as question, header, label, description and preview, in every preview format, in a
// real browser under the page's policy: no script runs, nothing leaves the page, no element appears that the widget did
// not mean, and every ask can be answered, to the letter.
//
// That this can fail was tried. With `innerHTML` for the description in view/option.rs the first ask never opens, because
// Trusted Types refuse it. With HTML previews whose nested frames were left in, the trap was visited: Chromium connects for
// a frame before it asks the policy.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { allowed } from "./support/asks.mjs";
import { payloads } from "./support/payloads.mjs";
import { scene, topic } from "./support/scene.mjs";
import { Trap } from "./support/trap.mjs";
import { becomes } from "./support/until.mjs";
import { Watch } from "./support/watch.mjs";

/** As many as the widget shows of one ask. */
const QUESTIONS = 32;
/** Each format is played in so many scenes, a few at a time. */
const PARTS = 2;

let trap;
before(async () => {
  trap = await Trap.set();
});
after(async () => {
  trap?.close();
});

/** What the sandbox of an HTML preview prevents is reported in the console, as it should be. */
const PREVENTED = /^console of a frame: /;

/** One ask: each of these texts in every field of a question of its own. */
function askOf(texts) {
  const options = (text) => [{ label: text, description: text, preview: text }, { label: "No", description: "Nothing of it" }];
  const questions = texts.map((text) => ({ question: text, header: text, multiSelect: false, options: options(text) }));
  const answers = Object.fromEntries(texts.map((text) => [text, text]));
  const annotations = Object.fromEntries(texts.map((text) => [text, { preview: text }]));
  return { input: { questions }, expected: allowed({ questions }, answers, annotations) };
}

async function plays(stage, format, texts) {
  const { agent, page, widget } = stage;
  const watch = await Watch.begin(page);
  await widget.host.evaluate((host, format) => host.setAttribute("preview-format", format), format);
  for (let from = 0; from < texts.length; from += QUESTIONS) {
    const part = texts.slice(from, from + QUESTIONS);
    const { input, expected } = askOf(part);
    const asked = agent.ask(input, { timeout: 0 });
    await widget.dialog.getByText(`Question 1 of ${part.length}`).waitFor();
    await widget.isUnguarded();
    for (let step = 0; step < part.length; step++) {
      await widget.dialog.getByText(`Question ${step + 1} of ${part.length}`).waitFor();
      await page.evaluate("drawn()");
      await widget.isUnguarded();
      await page.keyboard.press("1");
      await page.keyboard.press("Enter");
    }
    await widget.reviews();
    await page.evaluate("drawn()");
    await watch.assertNothingHappened();
    await widget.button("Send").click();
    assert.deepEqual(await asked.result(), expected, "the answer arrives unchanged");
    await widget.isGone();
  }
  assert.equal(await page.title(), "Chat with an agent that asks");
  assert.equal(trap.caught.length, 0, "nobody came from the page");
}

topic("payloads", () => {
  scene("there are more than five hundred, all distinct", { tab: null }, async () => {
    const all = payloads(trap.url);
    assert.ok(all.length > 500 && new Set(all).size === all.length, `${all.length}`);
  });

  for (const format of ["markdown", "html", "auto"]) {
    for (let part = 0; part < PARTS; part++) {
      scene(`in previews as ${format} (${part + 1} of ${PARTS})`, { tab: { tolerates: [PREVENTED] } }, (stage) =>
        plays(stage, format, payloads(trap.url).filter((_, index) => index % PARTS === part)),
      );
    }
  }

  scene("the trap notices who comes", { tab: null }, async () => {
    const other = await Trap.set();
    const visit = new AbortController();
    fetch(other.url, { signal: visit.signal }).catch(() => {});
    await becomes(() => other.caught.length > 0, true);
    visit.abort();
    other.close();
  });
});
