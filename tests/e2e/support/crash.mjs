// A browser of its own whose tab can crash and be loaded again: in a shared one, other tabs may live in the process that
// crashes.
//
// Playwright is done with a page that crashed, the browser is not: the tab is still there, with its sessionStorage. So it
// is loaded again without Playwright, and a second client takes it over from there. The first still hears its sockets.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { ARGS } from "./browser.mjs";
import { CHROME } from "./settings.mjs";
import { eventually, PATIENCE, within } from "./until.mjs";

export class CrashableWindow {
  #profile;
  #context;
  #clients = [];

  static async open() {
    const window = new CrashableWindow();
    window.#profile = await mkdtemp(join(tmpdir(), "ask-user-crash-"));
    const args = [...ARGS, "--remote-debugging-port=0"];
    window.#context = await chromium.launchPersistentContext(window.#profile, { executablePath: CHROME, args });
    window.#context.setDefaultTimeout(PATIENCE);
    return window;
  }

  newPage() {
    return this.#context.newPage();
  }

  /** Crashes the page as a fault of the browser would: nothing of it runs any more, no `pagehide` either. */
  async crash(page) {
    const client = await this.#context.newCDPSession(page);
    const { targetInfo } = await client.send("Target.getTargetInfo");
    const crashed = new Promise((resolve) => page.once("crash", resolve));
    // The call itself never returns in peace.
    client.send("Page.crash").catch(() => {});
    await within(crashed, "the crash");
    return targetInfo.targetId;
  }

  /** The tab that crashed, loaded again, with all that its browser has stored of it. */
  async revive(targetId, address) {
    const browser = await this.#context.browser().newBrowserCDPSession();
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: false });
    const message = JSON.stringify({ id: 1, method: "Page.navigate", params: { url: address } });
    const isThere = new Promise((resolve) => browser.once("Target.receivedMessageFromTarget", resolve));
    await browser.send("Target.sendMessageToTarget", { sessionId, message });
    await within(isThere, "the page");
    const [port] = (await readFile(join(this.#profile, "DevToolsActivePort"), "utf8")).split("\n");
    const client = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    this.#clients.push(client);
    const [context] = client.contexts();
    context.setDefaultTimeout(PATIENCE);
    return eventually(
      async () => {
        for (const page of context.pages()) {
          const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
          if (targetInfo.targetId === targetId) return page;
        }
      },
      (page) => {
        if (!page) throw new Error("the tab that crashed is gone");
        return page;
      },
    );
  }

  async close() {
    for (const client of this.#clients) await client.close();
    await this.#context.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
