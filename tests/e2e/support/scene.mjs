// A test with everything that it needs: a bridge of its own, an agent, and the demo page of a fresh session in a fresh
// tab. Whatever goes wrong on a page fails the test, also where nobody looked.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";

import { Agent, Bridge } from "./bridge.mjs";
import { Tab, Window } from "./browser.mjs";
import { Link } from "./link.mjs";
import { Chat, Widget } from "./page.mjs";

let window;
before(async () => {
  window = await Window.open();
});
after(async () => {
  await window?.close();
});

/** The console's word on a connection that could not be made; only where a test cuts it. */
export const FAILED_CONNECT = /^console: WebSocket connection to .* failed/;

/** Scenes about one thing. A few play at a time: each has a bridge and a tab of its own, and most of it is waiting. */
export function topic(name, scenes, { concurrency = 4 } = {}) {
  describe(name, { concurrency }, scenes);
}

/**
 * A test by this name.
 *
 * - `flags`: of the bridge; `token`: the agent's.
 * - `linked`: the page comes through a link that can be cut.
 * - `serve`: starts what stands in the place of the bridge, with these flags.
 * - `tab`: how the tab is opened (`media`, `viewport`, `prepare`, `waits`, and faults that it `tolerates`), or `null`.
 */
export function scene(name, ...rest) {
  const [options, play] = rest.length > 1 ? rest : [{}, rest[0]];
  test(name, async () => {
    const stage = new Stage();
    try {
      await stage.set(options);
      await play(stage);
      stage.assertClean();
    } catch (error) {
      throw stage.explain(error);
    } finally {
      await stage.clear();
    }
  });
}

class Stage {
  #tabs = [];
  #agents = [];
  #flags;
  #serve;

  async set({ flags = [], token, linked = false, serve = (...all) => Bridge.start(...all), tab = {} }) {
    this.session = randomUUID();
    this.link = linked ? await Link.open() : null;
    this.#serve = serve;
    this.#flags = linked ? [...flags, "--allow-origin", this.link.url] : flags;
    await this.restart();
    this.agent = this.agentOf(this.session, token);
    if (tab) Object.assign(this, await this.open(tab));
  }

  /** A new bridge in the place of the one that ended, perhaps with flags of its own. */
  async restart(...flags) {
    this.bridge = await this.#serve(...this.#flags, ...flags);
    this.link?.leadTo(this.bridge);
  }

  /** The demo page in a tab of its own, of this session unless another is named; or any page at another `address`. */
  async open({ session = this.session, path = `/?session=${session}`, address, waits = !address, place = window, ...options } = {}) {
    const base = this.link?.url ?? this.bridge.url;
    const tab = await Tab.open(place, address ?? `${base}${path}`, options);
    this.#tabs.push(tab);
    const chat = new Chat(tab.page);
    if (waits) await chat.connects();
    return { tab, page: tab.page, widget: new Widget(tab.page), chat };
  }

  agentOf(session, token) {
    const agent = new Agent(this.bridge, session, token);
    this.#agents.push(agent);
    return agent;
  }

  assertClean() {
    assert.deepEqual(this.#tabs.flatMap((tab) => tab.faults), [], "nothing went wrong on the page");
  }

  /** The error, with what went wrong on the pages: that is often its cause. */
  explain(error) {
    const faults = this.#tabs.flatMap((tab) => tab.faults);
    if (faults.length > 0) error.message += `\nOn the page: ${faults.join("\n")}`;
    return error;
  }

  async clear() {
    for (const agent of this.#agents) agent.leave();
    await Promise.all(this.#tabs.map((tab) => tab.close()));
    await this.bridge?.stop();
    await this.link?.close();
  }
}
