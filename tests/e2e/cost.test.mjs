// What the browser has to do for the widget, as far as that can be counted: how often everything is laid out, and how often
// styles are found anew. `cargo xtask bench` has the times.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const tab = { media: { reducedMotion: "reduce" } };

/** An element in the place of the demo page's that shows what it is told to, and counts of what the browser does for it. */
async function counted(page) {
  await page.evaluate(async () => {
    const { ScriptedSocket } = await import("/scripted-socket.js");
    const element = Object.assign(document.createElement("ask-user"), { id: "counted" });
    document.getElementById("ask").replaceWith(element);
    const socket = new ScriptedSocket();
    element.attach(socket);
    socket.open("permission");
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    let count = 0;
    window.shows = async (ask) => {
      const focused = new Promise((resolve) => addEventListener("focusin", resolve, { once: true, capture: true }));
      const id = `q_${++count}`;
      const kind = ask.tool_name ? { type: "permission_request", request_id: id } : { type: "ask_user_question", question_id: id };
      socket.tell({ ...kind, ...ask });
      await focused;
      await painted();
    };
    window.ends = async () => {
      const ended = new Promise((resolve) => element.addEventListener("ask-user-end", resolve, { once: true }));
      element.withdraw(`q_${count}`);
      await ended;
      await painted();
    };
  });
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  /** Layouts and style recalculations during `work`. */
  return async (work) => {
    const counts = async () => {
      const { metrics } = await client.send("Performance.getMetrics");
      return ["LayoutCount", "RecalcStyleCount"].map((name) => metrics.find((metric) => metric.name === name).value);
    };
    const before = await counts();
    await work();
    return (await counts()).map((after, index) => after - before[index]);
  };
}

/** How often the wheel is turned. */
const TURNS = 40;

/** Changes of 2,000 lines: which lines differ, how many elements are built for it at most, and in how many layouts. Lines that are the
 * same are folded, and where all differ there are 4,000 rows. */
const CHANGES = {
  "of which 200 differ": [10, 16_000],
  "all of which differ": [1, 36_000],
};

/** The first option of the fixture "layout". */
const FIRST = "Sidebar";

/** Asks with the most layouts and style recalculations until they are painted. Each page that is measured has its own width to
 * look at, which makes for one recalculation in the layout. */
const OPENINGS = {
  "one question": [question("Which one?", ["Alpha", "Beta"]), [2, 4]],
  "four questions with previews": [fixture("project"), [2, 8]],
};

topic("cost", () => {
  for (const [name, [ask, most]] of Object.entries(OPENINGS)) {
    scene(`${name}: everything is measured in one layout, and painted after the next`, { tab }, async ({ page }) => {
      const costOf = await counted(page);
      // The first one finds out how wide a scroll bar is.
      for (let time = 0; time < 2; time++) {
        await page.evaluate((ask) => window.shows(ask), ask);
        await page.evaluate(() => window.ends());
      }
      // On a busy machine something else may fall into the same moment, which only adds: the least of five is the cost.
      const costs = [];
      for (let time = 0; time < 5; time++) {
        costs.push(await costOf(() => page.evaluate((ask) => window.shows(ask), ask)));
        await page.evaluate(() => window.ends());
      }
      const cost = most.map((_, index) => Math.min(...costs.map((counts) => counts[index])));
      assert.ok(cost.every((count, index) => count <= most[index]), `${cost} layouts and style recalculations`);
    });
  }

  scene("a receipt that is not shown has no elements, and one that is closed only its line", { tab }, async ({ agent, widget }) => {
    const list = widget.host.locator(".receipts");
    const asked = agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await widget.press("1", "Enter");
    await asked.result();
    await widget.isGone();
    assert.equal(await list.locator("*").count(), 0, "the demo page shows its own");
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    await widget.receipts.first().waitFor();
    assert.equal(await list.locator(".receipt-whole").count(), 0);
    await widget.receipts.first().click();
    await list.locator(".receipt-whole").getByText("SQLite").waitFor();
  });

  scene("a preview is rendered once", { tab }, async ({ agent, widget }) => {
    agent.ask(fixture("layout"));
    await widget.asks("How should the dashboard be laid out?");
    const pane = widget.host.locator(".preview-place .preview");
    const name = () => pane.locator(".preview-of").textContent();
    await widget.press("1");
    await becomes(name, FIRST);
    await pane.evaluate((pane) => (pane.lastElementChild.isTheFirst = true));
    await widget.press("2");
    await becomes(async () => (await name()) === FIRST, false);
    await widget.press("1");
    await becomes(name, FIRST);
    assert.equal(await pane.evaluate((pane) => pane.lastElementChild.isTheFirst), true);
  });

  for (const [which, [every, mostBuilt]] of Object.entries(CHANGES)) scene(`a change of two thousand lines, ${which}, is built once, in a few layouts, and scrolling builds nothing`, { tab }, async ({ page }) => {
    const costOf = await counted(page);
    const lines = (word) => Array.from({ length: 2_000 }, (_, line) => `  const ${line % every ? "same" : word}${line} = compute(${line});`).join("\n");
    const change = (word) => ({ tool_name: "Edit", input: { file_path: "src/a.js", old_string: lines("old"), new_string: lines(word) } });
    // The first one fetches what approvals need.
    await page.evaluate((ask) => window.shows(ask), { tool_name: "Bash", input: { command: "ls" } });
    await page.evaluate(() => window.ends());
    await page.evaluate(() => {
      window.tasks = [];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
      window.built = 0;
      const root = document.getElementById("counted").shadowRoot;
      const count = (node) => (node.nodeType === Node.ELEMENT_NODE ? 1 + node.querySelectorAll("*").length : 0);
      const observer = new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) window.built += count(node);
      });
      observer.observe(root, { childList: true, subtree: true });
    });
    const began = Date.now();
    const [layouts] = await costOf(() => page.evaluate((ask) => window.shows(ask), change("new")));
    const took = Date.now() - began;
    const built = await page.evaluate("built");
    await page.locator("#counted .approval-diff").first().waitFor();
    await page.locator("#counted .ask:not([data-guarded])").waitFor();
    const opening = await page.evaluate(() => tasks.splice(0));
    await page.evaluate("built = 0");

    // A person turns the wheel: the frames that this takes are counted, and what is laid out for them.
    await page.locator("#counted [part=body]").hover();
    await page.evaluate(() => {
      window.gaps = [];
      let last = performance.now();
      const frame = (now) => (gaps.push(now - last), (last = now), requestAnimationFrame(frame));
      requestAnimationFrame(frame);
    });
    const scrolled = await costOf(async () => {
      for (let turn = 0; turn < TURNS; turn++) {
        await page.mouse.wheel(0, 300);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      }
    });
    const { gaps, tasks, top } = await page.evaluate(() => {
      const body = document.getElementById("counted").shadowRoot.querySelector("[part=body]");
      const ask = document.getElementById("counted").shadowRoot.querySelector(".ask");
      return { gaps: window.gaps, tasks: window.tasks, top: Math.max(body.scrollTop, ask.scrollTop) };
    });
    const longest = (times) => Math.round(Math.max(0, ...times));
    console.log(
      `2,000 lines: open after ${took} ms, longest task ${longest(opening)} ms, ${built} elements, ${layouts} layouts; ` +
        `scrolling: longest frame ${longest(gaps)} ms, longest task ${longest(tasks)} ms, ${scrolled} layouts and styles in ${TURNS} turns`,
    );
    assert.ok(top > 1000, `it scrolled to ${top}`);
    assert.ok(built < mostBuilt, `${built} elements were built`);
    assert.ok(layouts <= 6, `${layouts} layouts`);
    assert.equal(await page.evaluate("built"), 0, "scrolling builds nothing");
    assert.ok(scrolled[0] <= 2 * TURNS, `${scrolled} layouts and style recalculations`);
  });

  scene("a countdown finds no style anew", { tab }, async ({ page }) => {
    const costOf = await counted(page);
    await page.evaluate((ask) => window.shows(ask), { ...question("Which one?", ["Alpha", "Beta"]), timeout_seconds: 3000 });
    const ticks = (count) =>
      page.evaluate((count) => {
        const timer = document.getElementById("counted").shadowRoot.querySelector(".timer");
        return new Promise((resolve) => {
          const observer = new MutationObserver(() => --count || resolve(observer.disconnect()));
          observer.observe(timer, { characterData: true, childList: true, subtree: true });
        });
      }, count);
    // What follows an opening is over.
    await ticks(2);
    const [, styles] = await costOf(() => ticks(3));
    assert.equal(styles, 0);
  });
}, { concurrency: 1 });
