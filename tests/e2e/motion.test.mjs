// What closes is seen to go, and does nothing any more meanwhile. The motion lasts as long as a test looks at it.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const moving = { media: { reducedMotion: "no-preference" } };

/** What moves now comes to its end, and what moves afterwards takes so long. */
const pace = (widget, duration) =>
  widget.host.evaluate((host, duration) => {
    for (const animation of host.shadowRoot.getAnimations()) animation.finish();
    host.style.setProperty("--ask-user-duration", duration);
  }, duration);

/** From now on nothing that begins to move comes to its end by itself. */
const slowly = (widget) => pace(widget, "1000s");
const arrive = (widget) => pace(widget, "160ms");

/** How the dialog goes. */
const leaving = (widget) =>
  widget.host.evaluate((host) => {
    const dialog = host.shadowRoot.querySelector("dialog");
    const properties = dialog.getAnimations().map(({ transitionProperty }) => transitionProperty);
    return {
      isOpen: dialog.open,
      isSeen: dialog.offsetWidth > 0,
      isInert: dialog.matches("[inert]"),
      properties: [...new Set(properties)].sort(),
      title: dialog.querySelector(".title")?.textContent ?? null,
      button: dialog.querySelector(".send")?.textContent ?? null,
    };
  });

const GOES = {
  isOpen: false,
  isSeen: true,
  isInert: true,
  properties: ["display", "opacity", "overlay", "translate"],
  title: DATABASE,
  button: "Send",
};
const GONE = { isOpen: false, isSeen: false, isInert: true, properties: [], title: null, button: null };

/** Whether the middle of the page, which the dialog covers, takes what a person does. */
const isPageReachable = (page) =>
  page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2).localName !== "ask-user");

topic("motion", () => {
  scene("a dialog that is minimized is seen to go, and takes nothing meanwhile", { tab: moving }, async (stage) => {
    const { agent, page, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("Maria");
    await slowly(widget);
    await widget.press("Escape", "Escape");
    await becomes(() => leaving(widget), GOES);
    assert.equal(await isPageReachable(page), true);
    await widget.assertFocused("Answer");
    const bar = await widget.bar.evaluate((bar) => bar.getAnimations().map(({ animationName }) => animationName));
    assert.deepEqual(bar, ["arrive"]);

    // Neither a key nor a script's focus nor a click reaches it.
    await widget.press("1", "x");
    await widget.host.evaluate((host) => host.shadowRoot.querySelector("dialog .field").focus());
    await widget.press("y");
    const send = await widget.host.locator("dialog .send").boundingBox();
    await page.mouse.click(send.x + 5, send.y + 5);
    assert.equal(await widget.host.locator("dialog .options .field").inputValue(), "Maria");
    widget.assertNothingSent(tab, asked);

    // It comes back from where it is.
    await widget.button("Answer").focus();
    await widget.press("Enter");
    await widget.asks(DATABASE);
    assert.equal(await widget.field.inputValue(), "Maria");
    assert.equal(await widget.dialog.locator(".ask").count(), 1);
    await widget.field.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "Maria");
    await becomes(() => leaving(widget), GOES);
    await arrive(widget);
    await becomes(() => leaving(widget), GONE);
  });

  scene("while a dialog that was sent is seen to go, the page is free and has its focus back", { tab: moving }, async (stage) => {
    const { agent, page, tab, widget, chat } = stage;
    await chat.input.focus();
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("2");
    await slowly(widget);
    await widget.press("Enter");
    await becomes(() => leaving(widget), GOES);
    await asked.result();
    await chat.isFree();
    assert.equal(await isPageReachable(page), true);
    await becomes(() => chat.input.evaluate((input) => input === document.activeElement), true);
    await page.keyboard.type("1 more");
    assert.equal(await chat.input.inputValue(), "1 more");
    assert.equal(tab.responses().length, 1);
    await arrive(widget);
    await becomes(() => leaving(widget), GONE);
  });

  scene("a question that comes while the last one goes takes its place visibly", { tab: moving }, async (stage) => {
    const { agent, widget } = stage;
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await slowly(widget);
    await widget.press("2", "Enter");
    await becomes(() => leaving(widget), GOES);
    const asked = agent.ask(question("And now?", ["Yes", "No"]));
    await widget.asks("And now?");
    assert.equal(await widget.dialog.locator(".ask").count(), 1);
    const motion = await widget.dialog.locator(".ask > .body").evaluate((body) => getComputedStyle(body).animationName);
    assert.equal(motion, "follow");
    await widget.press("1", "Enter");
    assert.equal((await asked.result()).updatedInput.answers["And now?"], "Yes");
  });

  scene("without motion it is gone at once", { tab: { media: { reducedMotion: "reduce" } } }, async (stage) => {
    const { agent, widget } = stage;
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await slowly(widget);
    await widget.press("Escape");
    await becomes(() => leaving(widget), GONE);
    assert.equal(await widget.bar.evaluate((bar) => bar.getAnimations().length), 0);
  });

  for (const presentation of ["inline", "dock"]) {
    scene(`in the page's flow it is gone at once, so that nothing moves later: ${presentation}`, { tab: moving }, async (stage) => {
      const { agent, widget } = stage;
      await widget.host.evaluate((host, presentation) => host.setAttribute("presentation", presentation), presentation);
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await slowly(widget);
      await widget.button("Minimize to read the chat").click();
      await becomes(() => leaving(widget), GONE);
      assert.equal(await widget.bar.evaluate((bar) => bar.getAnimations().length), 1, "the bar arrives");
    });
  }
});
