// Small screens and long texts: every control can be reached, Send is always in sight, nothing is cut.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";

// Without motion, so that what is measured is where it stays.
const still = { media: { reducedMotion: "reduce" } };
const small = { ...still, viewport: { width: 320, height: 480 } };

/** The parts of the widget that stick out of the window, or are wider than it. */
function outside(widget) {
  return widget.dialog.evaluate((dialog) => {
    const box = dialog.getBoundingClientRect();
    const found = [];
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight) found.push("the dialog");
    for (const element of dialog.querySelectorAll("*")) {
      const { left, right, width } = element.getBoundingClientRect();
      const isIn = left >= box.left - 1 && right <= box.right + 1;
      if (width > 0 && !isIn) found.push(element.className || element.localName);
    }
    return found;
  });
}

async function assertInSight(page, place) {
  const { width, height } = page.viewportSize();
  const box = await place.boundingBox();
  const isIn = box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
  assert.ok(isIn, JSON.stringify(box));
  return box;
}

topic("layout", () => {
  scene("at 320 by 480 pixels everything fits or scrolls, and Send is in sight", {
    tab: small,
  }, async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    assert.deepEqual(await outside(widget), []);
    await assertInSight(page, widget.button("Send"));
    await widget.label("Tailwind CSS").click();
    await widget.field.fill("Storybook");
    await assertInSight(page, widget.button("Send"));
    await widget.button("Send").click();
    const answers = { "Which features should we enable?": "Tailwind CSS, Storybook" };
    assert.deepEqual((await asked.result()).updatedInput.answers, answers);
  });

  scene("texts without end wrap and scroll, and Send stays in sight", { tab: still }, async (stage) => {
    const { agent, page, widget } = stage;
    const endless = "x".repeat(600);
    const options = ["A", "B", "C", "D"].map((letter) => `${letter}${"y".repeat(300)}`);
    const text = `${endless} ${"many words ".repeat(300)}?`;
    const asked = agent.ask(question(text, options, { header: "z".repeat(80) }));
    await widget.dialog.waitFor();
    assert.deepEqual(await outside(widget), []);
    await assertInSight(page, widget.button("Send"));
    await widget.isUnguarded();
    await widget.label(options[3]).click();
    await widget.button("Send").click();
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), [options[3]]);
  });

  for (const [what, tab] of [["a wide", still], ["a small", small]]) {
    scene(`labels of ten thousand characters leave Send in sight on ${what} screen`, { tab }, async (stage) => {
      const { agent, page, widget } = stage;
      const label = "z".repeat(10_000);
      const asked = agent.ask(question("Long?", [label, `${"\u0301".repeat(500)}word ${"many ".repeat(2_000)}`], { header: label }));
      await widget.asks("Long?");
      assert.deepEqual(await outside(widget), []);
      await assertInSight(page, widget.button("Send"));
      await assertInSight(page, widget.button("Dismiss"));
      await widget.press("1");
      await widget.button("Send").click();
      assert.deepEqual((await asked.result()).updatedInput.answers, { "Long?": label });
    });
  }

  scene("the bar leaves the chat in sight on a small screen", {
    tab: small,
  }, async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await widget.press("Escape");
    const { height } = await assertInSight(page, widget.bar);
    assert.ok(height <= 160, "most of the chat can be read");
    await page.locator("h1").click();
  });

  scene("at four times the zoom the options can be reached, also after a failed check", {
    tab: { ...still, viewport: { width: 320, height: 256 } },
  }, async ({ agent, page, widget }) => {
    const asked = agent.ask(fixture("auth"));
    await widget.asks("Which authentication method should we use?");
    await widget.button("Next").click();
    await widget.alert.filter({ visible: true }).waitFor();
    await assertInSight(page, widget.button("Next"));
    await widget.label("Session-based").click();
    await widget.button("Next").click();
    await widget.asks("Which OAuth providers should we support?");
    await widget.press("1", "Control+Enter");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("a long header, a countdown and a queue leave the way to minimize it in sight", { tab: small }, async (stage) => {
    const { agent, page, widget } = stage;
    agent.ask(question("Now?", ["A", "B"], { header: "A header of many words" }), { timeout: 3000 });
    await widget.asks("Now?");
    await assertInSight(page, widget.button("Minimize to read the chat"));
    assert.deepEqual(await outside(widget), []);
  });

  scene("in a narrow column of a wide window a preview unfolds below its option", { tab: still }, async ({ agent, widget }) => {
    await widget.host.evaluate((host) => {
      host.setAttribute("presentation", "inline");
      host.style.width = "380px";
    });
    agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    assert.equal(await widget.dialog.locator(".preview-place").isVisible(), false);
    await widget.dialog.getByRole("button", { name: "Preview" }).nth(1).click();
    const preview = await widget.dialog.getByRole("region", { name: "MongoDB" }).boundingBox();
    const options = await widget.dialog.locator(".option").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()));
    assert.ok(preview.y >= options[1].bottom && preview.y + preview.height <= options[2].top, JSON.stringify({ options, preview }));
    assert.ok(options[1].width > 300, JSON.stringify(options));
  });

  scene("a longer preview moves no option", { tab: still }, async ({ agent, widget }) => {
    const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n\n");
    const options = ["x", long, "y", long].map((preview, index) => ({ label: `Option ${index}`, description: "", preview }));
    agent.ask({ questions: [{ question: "Which?", header: "Which", multiSelect: false, options }] });
    await widget.asks("Which?");
    const places = () => widget.dialog.locator(".option").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const before = await places();
    await widget.label("Option 1").hover();
    await widget.dialog.getByRole("region", { name: "Preview" }).getByText("line 59").waitFor();
    assert.deepEqual(await places(), before);
  });

  scene("a soft keyboard that covers the page does not cover Send", {
    tab: { ...still, viewport: { width: 390, height: 800 } },
  }, async ({ agent, page, widget }) => {
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 460, configurable: true });
      visualViewport.dispatchEvent(new Event("resize"));
    });
    const send = await widget.button("Send").boundingBox();
    assert.ok(send.y + send.height <= 460, JSON.stringify(send));
    const dialog = await widget.dialog.boundingBox();
    assert.ok(dialog.y >= 0, JSON.stringify(dialog));
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 800, configurable: true });
      visualViewport.dispatchEvent(new Event("resize"));
    });
    const free = await widget.button("Send").boundingBox();
    assert.ok(free.y > 600, JSON.stringify(free));
  });

  scene("what has the focus never lies below the foot", {
    tab: { ...still, viewport: { width: 320, height: 256 } },
  }, async ({ agent, widget }) => {
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    for (let press = 0; press < 5; press++) {
      await widget.press("ArrowDown");
      const isFree = await widget.host.evaluate((host) => {
        const box = host.shadowRoot.activeElement.getBoundingClientRect();
        const there = host.shadowRoot.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !!there && !there.closest(".foot, .notice");
      });
      assert.ok(isFree, `after ${press + 1} presses`);
    }
  });
});
