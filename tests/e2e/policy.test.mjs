// The page's policy. The bridge serves every page of these tests under it, and whatever violates it fails its scene;
// here is shown that it is the one of SECURITY.md, that it blocks, and that a violation does not go unnoticed.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { scene, topic } from "./support/scene.mjs";
import { eventually } from "./support/until.mjs";

const security = await readFile(new URL("../../SECURITY.md", import.meta.url), "utf8");

/** The policy that SECURITY.md names. */
const [, policy] = security.match(/```http\s+Content-Security-Policy:([\s\S]*?)```/);

/** What a script on the page might try, and the directive that forbids it. Each runs in the page. */
const attempts = {
  "script-src-elem": () => import("https://elsewhere.example/").catch(() => {}),
  "require-trusted-types-for": () => {
    document.body.firstElementChild.innerHTML = "<img src=x onerror=window.hacked=1>";
  },
  "trusted-types": () => window.trustedTypes.createPolicy("mine", {}),
  "style-src-attr": () => document.body.setAttribute("style", "color: red"),
  "img-src": () => {
    new Image().src = "https://elsewhere.example/";
  },
  "connect-src": () => fetch("https://elsewhere.example/").catch(() => {}),
  "frame-src": () => {
    const frame = document.createElement("iframe");
    frame.src = "https://elsewhere.example/";
    document.body.append(frame);
  },
  "base-uri": () => {
    const base = document.createElement("base");
    base.href = "https://elsewhere.example/";
    document.head.append(base);
  },
};

topic("the page's policy", () => {
  scene("it is the one of SECURITY.md, word for word", async ({ page }) => {
    const headers = (await page.reload()).headers();
    assert.equal(headers["content-security-policy"], policy.trim().replace(/\s+/g, " "));
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["x-content-type-options"], "nosniff");
  });

  scene("it blocks, and every violation is a fault of the scene", async ({ page, tab }) => {
    const isReported = (words) =>
      eventually(
        () => tab.faults,
        (faults) => assert.ok(faults.some((fault) => fault.includes(words)), `${words}: not reported`),
      );
    for (const [directive, attempt] of Object.entries(attempts)) {
      // Trusted Types throw as well.
      await page.evaluate(attempt).catch(() => {});
      await isReported(`policy violated: ${directive} `);
    }
    // The last word: all that belongs to the attempts has come before it, and is no fault of this scene.
    await page.evaluate(() => console.error("that was all"));
    await isReported("that was all");
    tab.faults.length = 0;
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });
});
