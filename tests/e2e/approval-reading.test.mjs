// What was in view is measured wherever the card stands: docked, in the page's own flow, and in a box of the page's that cuts it off. And no
// script of the page decides.

import assert from "node:assert/strict";

import { command, isLookedAt, isReady } from "./support/approvals.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const LONG = Array.from({ length: 120 }, (_, line) => `echo ${line}`).join("\n");

/** A card in an element of the page's own, within a box. */
async function placed(page, { presentation, box, text }) {
  await page.evaluate(
    ([presentation, box, command]) => {
      const around = Object.assign(document.createElement("div"), { id: "box", style: `position: fixed; inset: 0; z-index: 9; background: #fff; ${box}` });
      const element = Object.assign(document.createElement("ask-user"), { id: "second" });
      element.setAttribute("presentation", presentation);
      around.append(element);
      document.body.append(around);
      element.canUseTool("Bash", { command }).then(({ behavior }) => (window.decided = behavior));
    },
    [presentation, box, text],
  );
  const widget = new Widget(page, page.locator("#second"));
  await widget.dialog.locator(".allow").waitFor();
  const isUnread = async () => (await widget.dialog.locator(".allow").getAttribute("aria-disabled")) === "true";
  /** Scrolls what scrolls: the box, or the dialog in it. */
  const scrollTo = async (top) => {
    await page.evaluate((top) => {
      const root = document.getElementById("second").shadowRoot;
      for (const one of [document.getElementById("box"), root.querySelector("[part=body]"), root.querySelector(".ask")]) one.scrollTop = top;
    }, top);
    await isLookedAt(page);
  };
  return { widget, isUnread, scrollTo };
}

topic("what was in view", () => {
  const places = {
    docked: ["dock", "overflow: auto"],
    "in the page's flow, which scrolls": ["inline", "overflow: auto"],
    "in a low box that scrolls": ["inline", "overflow: auto; block-size: 240px"],
  };
  for (const [where, [presentation, box]] of Object.entries(places)) {
    scene(`is measured ${where}`, async ({ page }) => {
      const { widget, isUnread, scrollTo } = await placed(page, { presentation, box, text: LONG });
      assert.equal(await isUnread(), true);
      await scrollTo(100_000);
      assert.equal(await isUnread(), true, "the end alone is not all of it");
      for (let top = 0; (await isUnread()) && top < 20_000; top += 60) await scrollTo(top);
      assert.equal(await isUnread(), false, "all of it was in view");
      await widget.isUnguarded();
      await widget.clicks("Allow once");
      await becomes(() => page.evaluate("window.decided"), "allow");
    });
  }

  scene("does not count what a box of the page's cuts off", async ({ page }) => {
    const { widget, isUnread } = await placed(page, { presentation: "inline", box: "overflow: hidden; block-size: 90px", text: "make\nrm -rf build" });
    await isLookedAt(page);
    assert.equal(await isUnread(), true);
    await page.evaluate(() => {
      document.getElementById("box").style.blockSize = "auto";
      dispatchEvent(new Event("scroll"));
    });
    await becomes(isUnread, false);
    await widget.clicks("Deny");
    await becomes(() => page.evaluate("window.decided"), "deny");
  });

  scene("a script of the page decides nothing, and remembers nothing", async ({ agent, page, tab, widget }) => {
    const asked = agent.wants(command());
    await isReady(widget);
    const press = () =>
      widget.host.evaluate((host) => {
        const root = host.shadowRoot;
        const all = (selector) => [...root.querySelectorAll(selector)];
        for (const element of all("input, label, button, summary")) element.click();
        for (const target of all("#title, button, input, textarea")) {
          for (const key of ["Enter", " ", "y", "1"]) {
            for (const ctrlKey of [false, true]) {
              for (const kind of ["keydown", "keyup"]) {
                target.dispatchEvent(new KeyboardEvent(kind, { key, ctrlKey, bubbles: true, composed: true, cancelable: true }));
              }
            }
          }
          for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
            target.dispatchEvent(new MouseEvent(kind, { bubbles: true, composed: true, cancelable: true }));
          }
        }
      });
    await press();
    assert.equal(await widget.title.textContent(), "Allow Bash?", "it has turned no page");
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    await widget.isUnguarded();
    await press();
    assert.equal(await widget.title.textContent(), "Choose what to remember");
    widget.assertNothingSent(tab, asked);
    await page.keyboard.press("b");
    await isReady(widget);
    await widget.clicks("Deny");
    assert.equal((await asked.result()).behavior, "deny");
  });
});
