// Many asks in a row in one page, answered with real keys, and what the page weighs meanwhile.

import { Tab } from "../support/browser.mjs";
import { fixture, question } from "../support/asks.mjs";
import { wasmMemory } from "../support/memory.mjs";

/** The clocks of the page run this much faster: half a second in which nothing counts, after each opening, is long. */
const HASTE = 200;

/** What is asked in turn, and the keys that answer it; `null`: the next question of the same ask is there. */
const TURNS = [
  { input: fixture("database"), keys: ["1", "Enter"] },
  { input: fixture("features"), keys: ["1", "3", "Enter"] },
  { input: question("What else?", ["Nothing", "Something"]), keys: ["0", "M", "o", "r", "e", "Enter"] },
  { input: fixture("auth"), keys: ["2", "Enter", null, "1", "Control+Enter"] },
  { input: question("Never mind?", ["Yes", "No"]), keys: ["Escape", "Escape"] },
];

/** Asks so many times; after each `every` calls `tell` with what the page weighs. */
export async function endure(window, bridge, { asks, every, tell }) {
  const prepare = (page) => page.addInitScript(hurry, HASTE);
  // Little to paint, and nothing that moves.
  const look = { viewport: { width: 320, height: 480 }, media: { reducedMotion: "reduce" } };
  const tab = await Tab.open(window, bridge.url, { prepare, ...look });
  const scale = await Scale.of(tab.page);
  await tab.page.evaluate(standAlone);
  for (let count = 1; count <= asks; count++) {
    await turn(tab.page, TURNS[count % TURNS.length]);
    if (count % every === 0) tell({ asks: count, ...(await scale.weigh()) });
  }
  if (tab.faults.length > 0) throw new Error(`On the page: ${tab.faults.join("\n")}`);
  await tab.close();
}

async function turn(page, { input, keys }) {
  await page.evaluate((input) => window.endurance.ask(input), input);
  for (const key of keys) {
    if (key) await page.keyboard.press(key);
    else await page.evaluate(() => window.endurance.isReady());
  }
}

class Scale {
  static async of(page) {
    const scale = new Scale();
    scale.page = page;
    scale.client = await page.context().newCDPSession(page);
    return scale;
  }

  /** What is there after everything that nobody needs has been thrown away. */
  async weigh() {
    await this.page.evaluate(() => window.endurance.isOver());
    for (let time = 0; time < 3; time++) await this.client.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners: listeners } = await this.client.send("Memory.getDOMCounters");
    const { usedSize: heap } = await this.client.send("Runtime.getHeapUsage");
    const wasm = await wasmMemory(this.page);
    return { wasm, heap, nodes, listeners };
  }
}

/** Runs in the page before anything else. */
function hurry(haste) {
  const hasten = (clock) => {
    const [now, start] = [clock.now.bind(clock), clock.now()];
    clock.now = () => start + (now() - start) * haste;
  };
  hasten(performance);
  hasten(Date);
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (what, millis = 0, ...rest) => wait(what, millis / haste, ...rest);
}

/** Runs in the page: an element without the demo chat, which would write all answers down. */
function standAlone() {
  const element = document.createElement("ask-user");
  document.getElementById("ask").replaceWith(element);
  let asked = null;
  const ready = () => element.shadowRoot.querySelector("dialog[open] .ask:not([data-guarded])");
  const isReady = () =>
    new Promise((resolve) => {
      const look = () => {
        if (!ready()) return;
        watcher.disconnect();
        resolve();
      };
      const watcher = new MutationObserver(look);
      watcher.observe(element.shadowRoot, { subtree: true, childList: true, attributes: true });
      look();
    });
  window.endurance = {
    isReady,
    async isOver() {
      await asked;
      // What the tests write down of all events would grow.
      window.heardEvents.length = 0;
    },
    /** Asks when the last one is over. */
    async ask(input) {
      await this.isOver();
      asked = element.ask(input);
      await isReady();
    },
  };
}
