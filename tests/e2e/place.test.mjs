// What stays of a dialog on the page (the bar, a word that it was sent, receipts) covers nothing that somebody reads or uses.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const still = { media: { reducedMotion: "reduce" } };
const DATABASE = "Which database should we use for this project?";

/** A long transcript, scrolled to its end. */
async function talk(page) {
  await page.evaluate(() => {
    const transcript = document.getElementById("transcript");
    for (let number = 0; number < 40; number++) {
      const message = document.createElement("p");
      message.className = "message agent";
      message.textContent = `Message ${number}, of which the last ones matter`;
      transcript.append(message);
    }
    transcript.scrollTop = transcript.scrollHeight;
    // A page that does not know of the bar.
    document.getElementById("ask").style.setProperty("--ask-user-bottom", "1rem");
  });
}

/** Whether the whole of the last message is in sight, and nothing lies over it. Runs in the page. */
const isLastFree = () => {
  const { left, top, bottom } = document.querySelector("#transcript .message:last-of-type").getBoundingClientRect();
  const at = (y) => document.elementFromPoint(left + 20, y)?.textContent.startsWith("Message 39");
  return [top + 2, bottom - 2].every(at);
};

/** Whether a part of the widget overlaps something of the page. */
async function overlap(part, other) {
  const [a, b] = await Promise.all([part.boundingBox(), other.boundingBox()]);
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width;
}

/** Counts in the page how often the toast says that it was sent, where receipts are shown as well. */
function countSettledToasts(widget, presentation) {
  return widget.host.evaluate((host, presentation) => {
    host.setAttribute("presentation", presentation);
    host.removeAttribute("receipts");
    const toast = host.shadowRoot.querySelector(".toast-place > .toast");
    window.settled = 0;
    new MutationObserver(() => (window.settled += !toast.hidden && toast.dataset.settled !== undefined)).observe(toast, { attributes: true });
  }, presentation);
}

topic("its place on the page", () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 640 }]) {
    scene(`the bar leaves the last message and the composer free at ${viewport.width} px`, {
      tab: { ...still, viewport },
    }, async ({ agent, page, widget }) => {
      await talk(page);
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await widget.press("Escape");
      await widget.bar.waitFor();
      await becomes(() => page.evaluate(isLastFree), true, "the last message can be read");
      await becomes(() => overlap(widget.bar, page.locator("#composer")), false, "nor does it lie over the composer");
    });
  }

  scene("the bar floats while its place is out of sight, and keeps its room there", { tab: still }, async (stage) => {
    const { agent, page, widget } = stage;
    await talk(page);
    await page.evaluate(() => document.getElementById("transcript").prepend(document.getElementById("ask")));
    await page.evaluate(() => (document.getElementById("transcript").scrollTop = 10_000));
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("Escape");
    await becomes(() => widget.host.locator(".bar").getAttribute("data-floats"), "true");
    const isInSight = async () => {
      const { y, height } = await widget.bar.boundingBox();
      return y >= 0 && y + height <= page.viewportSize().height;
    };
    assert.ok(await isInSight());
    await page.evaluate(() => (document.getElementById("transcript").scrollTop = 0));
    await becomes(() => widget.host.locator(".bar").getAttribute("data-floats"), null);
    assert.ok(await isInSight());
    await widget.button("Answer").click();
    await widget.asks(DATABASE);
  });

  scene("the word that it was sent stands above the composer", { tab: still }, async ({ agent, page, widget }) => {
    await talk(page);
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1");
    await page.evaluate(() => {
      const toast = document.getElementById("ask").shadowRoot.querySelector(".toast-place > .toast");
      window.toasts = [];
      new MutationObserver(() => {
        if (toast.hidden) return;
        const composer = document.getElementById("composer").getBoundingClientRect();
        window.toasts.push(toast.getBoundingClientRect().bottom <= composer.top);
      }).observe(toast, { attributes: true });
    });
    await widget.press("Enter");
    await widget.isGone();
    await becomes(() => page.evaluate("window.toasts.length > 0"), true);
    assert.deepEqual([...new Set(await page.evaluate("window.toasts"))], [true]);
  });

  for (const presentation of ["dock", "inline"]) {
    scene(`${presentation}, receipts say it instead of the toast`, { tab: still }, async ({ agent, page, widget }) => {
      await countSettledToasts(widget, presentation);
      const asked = agent.ask(fixture("features"));
      await widget.asks("Which features should we enable?");
      await widget.label("Tailwind CSS").click();
      await widget.button("Send").click();
      await asked.result();
      await widget.receipts.first().waitFor();
      assert.equal(await page.evaluate("window.settled"), 0);
    });
  }

  scene("inline on a phone, a question far below comes into sight with its title", {
    tab: { ...still, viewport: { width: 360, height: 640 } },
  }, async ({ agent, page, widget }) => {
    await talk(page);
    await widget.host.evaluate((host) => {
      host.setAttribute("presentation", "inline");
      document.getElementById("transcript").append(host);
      document.getElementById("transcript").scrollTop = 0;
    });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const isInSight = (part) => part.evaluate((part) => {
      const { left, top, bottom } = part.getBoundingClientRect();
      const isOnTop = (y) => part.getRootNode().elementFromPoint(left + 4, y) === part;
      return isOnTop(top + 2) && isOnTop(bottom - 2);
    });
    await becomes(() => isInSight(widget.title), true, "the title is in sight");
  });

  scene("docked, receipts stand above the dock", { tab: still }, async (stage) => {
    const { agent, page, widget } = stage;
    await widget.host.evaluate((host) => {
      host.setAttribute("presentation", "dock");
      host.removeAttribute("receipts");
    });
    const first = agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    await widget.label("Tailwind CSS").click();
    await widget.button("Send").click();
    await first.result();
    await widget.receipts.first().waitFor();
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const [receipt, dialog, composer] = await Promise.all(
      [widget.receipts.first(), widget.dialog, page.locator("#composer")].map((part) => part.boundingBox()),
    );
    assert.ok(receipt.y + receipt.height <= dialog.y, "the receipt is above");
    assert.ok(composer.y - dialog.y - dialog.height < 24, "nothing is between dock and composer");
  });
});
