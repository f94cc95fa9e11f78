// What the person is shown in passing: sending and sent, the time that runs out, a failed check, what stays.

import assert from "node:assert/strict";

import { fixture, question, TIME_TO_TYPE } from "./support/asks.mjs";
import { withHeldClock } from "./support/clock.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = fixture("database").questions[0].question;
const REDUCED = { tab: { media: { reducedMotion: "reduce" } } };

/** The names of the animations that an element has. */
const animation = (locator) => locator.evaluate((element) => getComputedStyle(element).animationName);

topic("in passing", () => {
  scene("an answer is shown as sent, in the colour of success, and then no longer", async ({ agent, widget }) => {
    const toast = widget.host.locator(".toast").filter({ visible: true });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1", "Enter");
    await toast.filter({ hasText: "Sent", visible: true }).waitFor();
    assert.equal(await animation(toast), "confirm");
    await toast.waitFor({ state: "hidden" });
  });

  scene("a failed check flashes", async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Send").click();
    await widget.alert.filter({ visible: true }).waitFor();
    assert.equal(await animation(widget.alert), "flash-error");
  });

  scene("nothing flashes or moves for those who do not want it", REDUCED, async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Send").click();
    await widget.alert.filter({ visible: true }).waitFor();
    assert.equal(await animation(widget.alert), "none");
    await widget.label("PostgreSQL").click();
    await widget.button("Send").click();
    const toast = widget.host.locator(".toast").filter({ visible: true });
    await toast.filter({ hasText: "Sent", visible: true }).waitFor();
    assert.equal(await animation(toast), "none");
  });

  scene("the time that is left is spoken once, and at a quarter of it shown as a warning", async ({ agent, widget }) => {
    agent.ask(question("Now?", ["Yes", "No"]), { timeout: 32 });
    await widget.asks("Now?");
    // A modal dialog is read out by itself, and all around it is silent.
    assert.deepEqual([await widget.inner.textContent(), await widget.announcer.textContent()], ["", ""]);
    await becomes(() => widget.inner.textContent(), "30 seconds left. About to time out – press any key to keep going.");
    assert.equal(await widget.announcer.textContent(), "");
    await widget.timer.and(widget.dialog.locator("[data-soon]")).waitFor();
    await widget.notice.filter({ hasText: "press any key to keep going" }).waitFor();
    await widget.press("ArrowDown");
    await becomes(async () => (await widget.secondsLeft()) > 45, true, "more time");
  });

  scene("a bridge that cannot give more time is said to", { flags: ["--plain"] }, async ({ agent, widget }) => {
    agent.ask(question("Now?", ["Yes", "No"]), { timeout: 25 });
    await widget.asks("Now?");
    const said = /^2\d seconds left\. Time is almost up and can't be extended\. Your draft won't be lost\.$/;
    await becomes(async () => said.test(await widget.inner.textContent()), true, "less than half a minute is said at once");
  });

  scene("what Escape and Undo do is said, each time", async ({ agent, page, widget }) => {
    agent.ask(question("Now?", ["Yes", "No"]));
    await widget.asks("Now?");
    const says = (words) => becomes(() => widget.announcer.textContent(), words);
    await widget.press("Escape");
    await says("The agent is waiting for your answer");
    for (let round = 0; round < 2; round++) {
      await widget.isFolded();
      await withHeldClock(page, async () => {
        await widget.bar.getByRole("button", { name: "Answer" }).press("Escape");
        await says("Question dismissed");
        await widget.button("Undo").click();
        await says("The agent is waiting for your answer");
      });
    }
    await widget.isFolded();
    await widget.bar.getByRole("button", { name: "Answer" }).press("Escape");
    await says("Dismissed");
  });

  scene("a question that joins the queue is said, and so is a check that fails again", async ({ page }) => {
    await page.evaluate((questions) => {
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      document.body.append(element);
      element.ask(questions, { id: "q_1" });
    }, fixture("database").questions);
    const widget = new Widget(page, page.locator("#second"));
    await widget.asks(DATABASE);
    assert.equal(await widget.inner.textContent(), "");
    await page.evaluate((questions) => {
      document.getElementById("second").ask(questions, { id: "q_2" });
    }, fixture("auth").questions);
    await becomes(() => widget.inner.textContent(), "1 more question");
    await widget.press("Enter");
    await widget.alert.filter({ hasText: "Choose an option" }).waitFor();
    const said = new Set();
    for (let press = 0; press < 3; press++) {
      const before = await widget.inner.textContent();
      await widget.press("Enter");
      await becomes(async () => (await widget.inner.textContent()) !== before, true, "it changes, so that it is heard");
      said.add((await widget.inner.textContent()).trim());
    }
    assert.deepEqual([...said], ["Choose an option or write your own answer first."]);
  });

  scene("an end in the middle of typing is said in the dialog, and in the bar to which it was minimized", async (stage) => {
    const { agent, widget } = stage;
    const asked = agent.ask(question("Now?", ["Yes", "No"]));
    await widget.asks("Now?");
    await widget.field.fill("Perhaps");
    asked.hangUp();
    await becomes(() => widget.inner.textContent(), "The agent is no longer waiting for this answer");
    await widget.isUnguarded();
    await widget.press("Escape", "Escape");
    await widget.bar.getByText("The agent is no longer waiting for this answer").waitFor();
    await becomes(() => widget.announcer.textContent(), "The agent is no longer waiting for this answer");
    await widget.bar.getByRole("button", { name: "View draft" }).click();
    assert.equal(await widget.field.inputValue(), "Perhaps");
    await widget.clicks("Close");
    await widget.isGone();
  });

  scene("how much still fits is shown near the limit only", async ({ agent, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const room = widget.dialog.locator(".options .room");
    await widget.field.fill("x".repeat(9_000));
    assert.equal(await room.textContent(), "");
    await widget.field.fill("x".repeat(9_990));
    await becomes(() => room.textContent(), "10 characters left");
  });
});

topic("a receipt", () => {
  scene("is short, and opens to all of it", async ({ agent, page, widget }) => {
    await page.evaluate(() => document.getElementById("ask").removeAttribute("receipts"));
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("2", "n");
    await page.keyboard.type("for now");
    await widget.press("Control+Enter");
    await asked.result();
    const receipt = widget.host.locator(".receipt");
    await becomes(() => receipt.locator("summary").innerText(), "Database: MongoDB + Note");
    assert.equal(await receipt.getByText("for now").isVisible(), false);
    await receipt.locator("summary").click();
    await receipt.getByText("Note: for now").waitFor();
    assert.deepEqual(await receipt.locator(".receipt-option").allTextContents(), ["PostgreSQL", "MongoDB", "SQLite"]);
    assert.deepEqual(await receipt.locator(".chosen").allTextContents(), ["MongoDB"]);
    const again = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1", "Enter");
    await again.result();
    await becomes(() => receipt.count(), 2);
    assert.ok(await receipt.getByText("Note: for now").isVisible(), "what is open stays open");
  });
});

topic("what can be copied", () => {
  const copied = (page) => page.evaluate(() => window.copied);
  /** The clipboard belongs to the machine, so a page of a test has one of its own. */
  const clipboard = (page) =>
    page.addInitScript(() => {
      const clipboard = { writeText: async (text) => void (window.copied = text) };
      Object.defineProperty(navigator, "clipboard", { value: clipboard });
    });

  scene("a draft, after its time was up", { tab: { prepare: clipboard }, flags: ["--plain"] }, async (stage) => {
    const { agent, page, widget } = stage;
    agent.ask(fixture("database"), { timeout: TIME_TO_TYPE });
    await widget.asks(DATABASE);
    await widget.field.fill("CockroachDB");
    await widget.notice.filter({ hasText: "This question timed out" }).waitFor();
    await widget.isUnguarded();
    await widget.button("Copy").last().click();
    await widget.button("Copied").waitFor();
    assert.match(await copied(page), /Database \(Which database.*\)\n {3}Selected: CockroachDB/s);
  });

  scene("a receipt that others have come after", { tab: { prepare: clipboard } }, async ({ agent, page, widget }) => {
    await page.evaluate(() => document.getElementById("ask").removeAttribute("receipts"));
    for (const name of ["database", "features"]) {
      const asked = agent.ask(fixture(name));
      await widget.asks(fixture(name).questions[0].question);
      await widget.press("2", "Enter");
      await asked.result();
    }
    await becomes(() => widget.receipts.count(), 2);
    await widget.receipts.first().click();
    await widget.button("Copy").click();
    await widget.button("Copied").waitFor();
    assert.match(await copied(page), /Selected: MongoDB/);
  });

  scene("a receipt, without the sentence that is meant for the agent", { tab: { prepare: clipboard } }, async ({ agent, page, widget }) => {
    await page.evaluate(() => document.getElementById("ask").removeAttribute("receipts"));
    agent.ask(fixture("features"));
    await widget.asks(fixture("features").questions[0].question);
    await widget.press("1", "3", "Enter");
    await widget.receipts.first().click();
    await widget.button("Copy").click();
    await widget.button("Copied").waitFor();
    assert.equal(
      await copied(page),
      "User answered the following questions:\n\n1. Features (Which features should we enable?)\n" +
        "   Selected: TypeScript, Testing (Vitest)\n",
    );
  });
});

topic("a sound", () => {
  scene("begins when the browser lets it, also a moment later", async ({ agent, page }) => {
    await page.evaluate(() => {
      window.notes = [];
      window.AudioContext = class {
        state = "suspended";
        currentTime = 0;
        destination = {};
        resume() {
          return new Promise((resolve) => setTimeout(() => ((this.state = "running"), resolve())));
        }
        close() {}
      };
      window.GainNode = class {
        connect() {}
      };
      window.OscillatorNode = class {
        constructor(_context, { frequency }) {
          window.notes.push(frequency);
        }
        connect() {}
        start() {}
        stop() {}
      };
      document.getElementById("ask").sound = true;
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
    });
    agent.ask(fixture("database"));
    await becomes(() => page.evaluate(() => window.notes), [660, 880]);
  });

  scene("and a notification are switched on and off by properties, as frameworks do it", async ({ page }) => {
    const seen = await page.evaluate(() => {
      const element = document.getElementById("ask");
      return [true, false, "", "off", "on", undefined].flatMap((value) => {
        element.sound = element.notify = value;
        return [element.getAttribute("sound"), element.notify];
      });
    });
    assert.deepEqual(seen, ["on", true, "off", false, "on", true, "off", false, "on", true, null, false]);
  });
});
