// Where previews are shown, and whose: in sight at every width, and of what would be sent.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const still = { media: { reducedMotion: "reduce" } };
const DATABASE = "Which database should we use for this project?";
const pane = (widget) => widget.dialog.locator(".preview-place .preview");
const shows = (widget, label) => becomes(() => pane(widget).locator(".preview-of").textContent(), label);
const marked = (widget) => widget.dialog.locator(".option[data-previewed] .label bdi").allTextContents();

topic("the place of previews", () => {
  scene("a pointer on its way to Send leaves the preview of what is chosen", { tab: still }, async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await shows(widget, "PostgreSQL");
    await widget.label("MongoDB").click();
    await shows(widget, "MongoDB");
    await widget.label("SQLite").hover();
    await shows(widget, "SQLite");
    assert.deepEqual(await marked(widget), ["SQLite"], "the row says whose preview it is");
    await widget.button("Send").hover();
    await shows(widget, "MongoDB");
    assert.deepEqual(await marked(widget), ["MongoDB"]);
    await widget.button("Send").focus();
    await shows(widget, "MongoDB");
    await widget.field.fill("mine");
    await shows(widget, "Other");
    assert.deepEqual(await marked(widget), []);
    await page.mouse.move(0, 0);
  });

  for (const width of [1280, 768, 680]) {
    scene(`stands beside the options at ${width} px, and is as high whatever it shows`, {
      tab: { ...still, viewport: { width, height: 800 } },
    }, async ({ agent, widget }) => {
      const long = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n\n");
      const options = [{ label: "Short", preview: "x" }, { label: "Long", preview: long }];
      agent.ask({ questions: [{ question: "Which?", options }] });
      await widget.asks("Which?");
      const boxes = () => Promise.all([widget.dialog, pane(widget), widget.dialog.locator(".options")].map((part) => part.boundingBox()));
      const before = await boxes();
      const [dialog, beside, rows] = before;
      assert.ok(beside.x >= rows.x + rows.width && beside.height >= 200, JSON.stringify(before));
      assert.ok(beside.y + beside.height <= dialog.y + dialog.height, JSON.stringify(before));
      await widget.press("2");
      await shows(widget, "Long");
      assert.deepEqual(await boxes(), before);
    });
  }

  scene("on a phone each unfolds below its option, all of it, and moves nothing above", {
    tab: { ...still, viewport: { width: 360, height: 640 } },
  }, async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const frame = await widget.dialog.boundingBox();
    assert.equal(await pane(widget).isVisible(), false);
    const look = widget.dialog.getByRole("button", { name: "Preview" });
    assert.equal(await look.count(), 3);
    const before = await look.first().boundingBox();
    await look.first().click();
    const preview = widget.dialog.getByRole("region", { name: "PostgreSQL" });
    await preview.waitFor();
    assert.deepEqual(await look.first().boundingBox(), before);
    assert.equal(await look.first().getAttribute("aria-expanded"), "true");
    const isWhole = await preview.evaluate((element) => element.scrollHeight <= element.clientHeight);
    assert.ok(isWhole, "it does not scroll within what scrolls");
    assert.deepEqual(await widget.dialog.boundingBox(), frame, "the sheet stays as high");
    await widget.assertChecked();
    await look.nth(1).click();
    await widget.dialog.getByRole("region", { name: "MongoDB" }).waitFor();
    assert.ok(await preview.isVisible(), "two can be compared");
    await look.first().click();
    await preview.waitFor({ state: "hidden" });
  });

  scene("in the page its heading never lies over the buttons", {
    tab: { ...still, viewport: { width: 768, height: 700 } },
  }, async ({ agent, page, widget }) => {
    await widget.host.evaluate((host) => {
      host.setAttribute("presentation", "inline");
      document.getElementById("transcript").append(host);
    });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const scroller = page.locator("#transcript");
    const heights = await scroller.evaluate((element) => element.scrollHeight - element.clientHeight);
    assert.ok(heights > 100, `${heights} px can be scrolled`);
    for (let top = 0; top <= heights; top += 20) {
      await scroller.evaluate((element, top) => (element.scrollTop = top), top);
      const covered = await widget.dialog.locator(".foot button").evaluateAll((buttons) =>
        buttons.filter((button) => button.checkVisibility()).filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const there = button.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
          return there?.closest(".preview, .option");
        }).length,
      );
      assert.equal(covered, 0, `scrolled by ${top} px`);
    }
  });

  scene("code that is cut at the edge shows that it goes on", { tab: still }, async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const code = pane(widget).locator("pre");
    const background = await code.evaluate((element) => getComputedStyle(element).backgroundAttachment);
    assert.equal(background, "local, local, scroll, scroll");
  });
});
