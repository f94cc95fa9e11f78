// Nothing moves under a pointer: a press and its release meet the same thing, whatever comes and goes meanwhile.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const still = { media: { reducedMotion: "reduce" } };
const SIZES = { wide: { width: 1280, height: 800 }, small: { width: 360, height: 640 } };
const PLAIN = question("Which one?", ["Alpha", "Beta", "Gamma"]);
const ALL = ["ack", "annotations", "deadline", "extend", "resolved", "withdraw"];

/** An element of its own in the place of the demo page's, and its bridge: a socket that says what the test wants. */
async function puppet(page, presentation) {
  await page.evaluate(async ([presentation, capabilities]) => {
    const { ScriptedSocket } = await import("/scripted-socket.js");
    const element = Object.assign(document.createElement("ask-user"), { id: "puppet" });
    if (presentation) element.setAttribute("presentation", presentation);
    element.setAttribute("receipts", "off");
    const parent = presentation === "inline" ? document.getElementById("transcript") : document.body;
    if (presentation === "inline") parent.append(element);
    else parent.insertBefore(element, document.getElementById("ask"));
    document.getElementById("ask").remove();
    window.socket = new ScriptedSocket();
    element.attach(window.socket);
    window.socket.open(...capabilities);
  }, [presentation, ALL]);
  const widget = new Widget(page, page.locator("#puppet"));
  const tell = (frame) => page.evaluate((frame) => window.socket.tell(frame), frame);
  const asks = (ask, rest = {}, id = "q_1") => tell({ type: "ask_user_question", question_id: id, ...ask, ...rest });
  const isLeft = async (seconds) => {
    await tell({ type: "ask_user_extend", question_id: "q_1", remaining_seconds: seconds });
    await becomes(() => widget.timer.getAttribute("data-soon"), seconds > 30 ? null : "");
  };
  return { widget, tell, asks, isLeft };
}

/** Where everything is that a person presses, and the title. */
function places(widget) {
  return widget.dialog.evaluate((dialog) => {
    const found = dialog.querySelectorAll(".title, .option, .notes-title, .cancel, .send, .minimize, .step");
    const seen = [...found].filter((element) => element.checkVisibility());
    // The page around it may scroll to what gets the focus, and takes all of it along.
    const { x: left, y: top } = getComputedStyle(dialog).position === "fixed" ? { x: 0, y: 0 } : dialog.getBoundingClientRect();
    return Object.fromEntries(seen.map((element) => {
      const { width, height, ...place } = element.getBoundingClientRect().toJSON();
      const [x, y] = [place.x - left, place.y - top];
      // What a button says may change; its row and its edges may not.
      const box = element.matches(".send") ? [x + width, y, height] : [x, y, width, height];
      return [element.className + element.textContent.replace(/^(Send|Change answer|Close)$/, ""), box.map(Math.round)];
    }));
  });
}

/** What comes and goes in a dialog: each shows something, and takes it away again. */
const NEWS = {
  "little time": [({ isLeft }) => isLeft(20), ({ isLeft }) => isLeft(90)],
  "a gap": [
    async ({ widget }) => {
      await widget.button("Send").click();
      await widget.alert.filter({ visible: true }).waitFor();
    },
    async ({ widget }) => {
      await widget.press("1");
      await becomes(() => widget.alert.textContent(), "");
    },
  ],
  "another question in the queue": [
    async ({ widget, asks }) => {
      await asks(question("Later?", ["Yes"]), {}, "q_2");
      await widget.queued.filter({ visible: true }).waitFor();
    },
    async ({ widget, tell }) => {
      await tell({ type: "ask_user_withdrawn", question_id: "q_2" });
      await becomes(() => widget.queued.filter({ visible: true }).count(), 0);
    },
  ],
  "other keys, in a text": [
    // Where they are: a browser would scroll to what is out of sight.
    ({ widget }) => widget.field.evaluate((field) => field.focus({ preventScroll: true })),
    ({ widget }) => widget.button("Send").evaluate((send) => send.focus({ preventScroll: true })),
  ],
  "a lost connection": [
    async ({ page, widget }) => {
      await page.evaluate(() => window.socket.drop());
      await widget.notice.waitFor();
    },
    async ({ page, widget }) => {
      await page.evaluate(async (capabilities) => {
        const { ScriptedSocket } = await import("/scripted-socket.js");
        window.socket = new ScriptedSocket();
        document.getElementById("puppet").attach(window.socket);
        window.socket.open(...capabilities);
      }, ALL);
      await widget.notice.waitFor({ state: "hidden" });
    },
  ],
};

topic("nothing moves", () => {
  scene("a press that gets more time chooses the option that it met", { tab: still }, async ({ page }) => {
    const { widget, asks, isLeft } = await puppet(page);
    await asks({ questions: [{ question: "Which?", options: [{ label: "Alpha" }, { label: "Beta" }] }] }, { timeout_seconds: 20 });
    await widget.asks("Which?");
    const row = await widget.label("Beta").boundingBox();
    await page.mouse.move(row.x + 4, row.y + 2);
    await page.mouse.down();
    await becomes(() => page.evaluate(() => window.socket.sent.some(({ type }) => type === "ask_user_extend")), true);
    await isLeft(60);
    await page.mouse.up();
    await widget.assertChecked("Beta");

    await isLeft(20);
    const send = await widget.button("Send").boundingBox();
    await page.mouse.move(send.x + send.width / 2, send.y + send.height - 2);
    await page.mouse.down();
    await isLeft(60);
    await page.mouse.up();
    await becomes(() => page.evaluate(() => window.socket.sent.some(({ type }) => type === "ask_user_response")), true);
  });

  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const presentation of ["modal", "dock", "inline"]) {
      scene(`whatever is said, every row and button stays: ${presentation}, ${size}`, {
        tab: { ...still, viewport },
      }, async ({ page }) => {
        const stage = { page, ...(await puppet(page, presentation)) };
        await stage.asks(PLAIN, { timeout_seconds: 90 });
        await stage.widget.asks("Which one?");
        for (const [news, [comes, goes]] of Object.entries(NEWS)) {
          const seen = async () => {
            const all = Object.entries(await places(stage.widget));
            // In the page the foot sticks to the lower edge of what scrolls, and not to the dialog.
            return Object.fromEntries(all.filter(([name]) => presentation !== "inline" || !/^(cancel|send)/.test(name)));
          };
          const before = await seen();
          await comes(stage);
          const there = await seen();
          assert.deepEqual(there, before, `${news}: comes`);
          await goes(stage);
          assert.deepEqual(await seen(), there, `${news}: goes`);
        }
      });
    }
  }

  scene("what an ask was when it ended stays where it was", { tab: still }, async ({ page }) => {
    const { widget, tell, asks } = await puppet(page);
    await asks(PLAIN);
    await widget.asks("Which one?");
    await widget.field.fill("mine");
    const rows = async () => Object.entries(await places(widget)).filter(([name]) => /^(title|option)/.test(name));
    const before = await rows();
    await tell({ type: "ask_user_withdrawn", question_id: "q_1" });
    await widget.notice.waitFor();
    assert.deepEqual(await rows(), before);
    // It asks for nothing any more.
    for (const part of [".hint", ".key", ".notes-title"]) {
      assert.equal(await widget.dialog.locator(part).filter({ visible: true }).count(), 0, part);
    }
  });

  for (const [size, viewport] of Object.entries(SIZES)) {
    scene(`all questions of an ask stand in one frame: ${size}`, { tab: { ...still, viewport } }, async ({ page }) => {
      const { widget, asks } = await puppet(page);
      const [short] = PLAIN.questions;
      const long = { ...short, question: "Long?", options: "ABCDE".split("").map((label) => ({ label, description: "One line\nand another" })) };
      const [previews] = fixture("database").questions;
      await asks({ questions: [short, long, previews, { question: "Free?", options: [] }] });
      const frames = [];
      for (const text of ["Which one?", "Long?", previews.question, "Free?", "Review your answers"]) {
        await becomes(() => widget.title.textContent(), text);
        await widget.isUnguarded();
        frames.push(await widget.dialog.evaluate((dialog) => {
          const box = (element) => {
            const { x, y, right, bottom } = element.getBoundingClientRect();
            return [x, y, right, bottom].map(Math.round);
          };
          const [, top, right, bottom] = box(dialog.querySelector(".send"));
          return { dialog: box(dialog), send: [top, right, bottom] };
        }));
        if (text !== "Review your answers") await widget.dialog.locator(".step[aria-current] + .step").click();
      }
      for (const frame of frames) assert.deepEqual(frame, frames[0]);
    });
  }

  scene("an answer marks its chip and moves no other", { tab: still }, async ({ page }) => {
    const { widget, asks } = await puppet(page);
    await asks(fixture("layout"));
    await widget.isUnguarded();
    const before = await places(widget);
    await widget.press("1");
    await widget.dialog.locator(".step[data-answered]").waitFor();
    assert.deepEqual(await places(widget), before);
  });

  scene("a note that is opened is in sight, also on a small screen", { tab: { ...still, viewport: SIZES.small } }, async ({ page }) => {
    const { widget, asks } = await puppet(page);
    await asks(fixture("features"));
    await widget.asks("Which features should we enable?");
    await widget.dialog.locator(".notes-title").click();
    await becomes(() => isFree(widget, ".notes .field"), true);
  });

  scene("the next question in the queue comes in visibly, with word of the last", {
    tab: { media: { reducedMotion: "no-preference" } },
  }, async ({ page }) => {
    const { widget, tell, asks } = await puppet(page);
    await asks(PLAIN);
    await asks(question("And now?", ["Yes", "No"]), {}, "q_2");
    await widget.asks("Which one?");
    assert.equal(await widget.dialog.locator(".ask[data-follows]").count(), 0, "the first comes with the dialog");
    await widget.press("1", "Enter");
    await tell({ type: "ask_user_ack", question_id: "q_1", outcome: "accepted" });
    await widget.asks("And now?");
    const motion = await widget.dialog.locator(".ask[data-follows] > .body").evaluate((body) => getComputedStyle(body).animationName);
    assert.equal(motion, "follow");
    const rules = await widget.host.evaluate((host) => {
      const text = [...host.shadowRoot.adoptedStyleSheets[0].cssRules].map((rule) => rule.cssText).join("");
      return text.split("@media (prefers-reduced-motion: no-preference)").length;
    });
    assert.ok(rules > 1, "and only for those who did not ask for less motion");
  });

  scene("a soft keyboard leaves what is typed in sight, and the place in the list", {
    tab: { ...still, viewport: { width: 360, height: 640 } },
  }, async ({ page }) => {
    const { widget, asks } = await puppet(page);
    await asks(question("Which region?", Array.from({ length: 14 }, (_, index) => `Region ${index}`)));
    await widget.asks("Which region?");
    await widget.field.click();
    await page.setViewportSize({ width: 360, height: 340 });
    await becomes(() => isFree(widget, ".options .field"), true);
    await page.keyboard.type("Mars");
    await becomes(() => isFree(widget, ".options .field"), true);
    const scrolled = () => widget.dialog.locator(".body").evaluate((body) => body.scrollTop > 100);
    assert.equal(await scrolled(), true, "nobody starts at the top again");
    await page.setViewportSize({ width: 360, height: 640 });
    assert.equal(await scrolled(), true);
  });

  scene("a chip with the focus is in sight at 320 px", { tab: { ...still, viewport: { width: 320, height: 568 } } }, async ({ page }) => {
    const { widget, asks } = await puppet(page);
    await asks(fixture("project"));
    await widget.isUnguarded();
    await widget.dialog.locator(".step").first().focus();
    for (let chip = 0; chip < 5; chip++) {
      const isIn = await widget.dialog.locator(".step:focus").evaluate((chip) => {
        const [box, around] = [chip, chip.parentElement].map((element) => element.getBoundingClientRect());
        return box.left >= around.left + 16 && box.right <= around.right - 16;
      });
      assert.ok(isIn, `chip ${chip}`);
      await widget.press("ArrowRight");
    }
  });
});

/** Whether something is in sight, and nothing lies over it. */
function isFree(widget, selector) {
  return widget.dialog.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const at = (y) => element.getRootNode().elementFromPoint((left + right) / 2, y);
    return [top + 3, bottom - 3].every((y) => at(y) === element);
  });
}
