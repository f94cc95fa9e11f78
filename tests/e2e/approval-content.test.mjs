// What the card shows: two thousand lines, what is hidden, and what a screen reader finds. Hostile texts: payloads-requests.test.mjs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { Card } from "./support/approval.mjs";
import { RULE, command, isLookedAt, isReady, readOn } from "./support/approvals.mjs";
import { second } from "./support/form.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails with every violation that axe finds on the page. */
async function assertNoViolations(page, what) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`));
  assert.deepEqual(found, [], `${what} has violations`);
}

topic("the card of an approval", () => {
  scene("two thousand lines open, with a bounded number of elements", async ({ agent, widget }) => {
    const lines = (word) => Array.from({ length: 2_000 }, (_, line) => `  const ${word}${line} = compute(${line});`).join("\n");
    const asked = agent.wants({ tool_name: "Edit", input: { file_path: "src/a.js", old_string: lines("a"), new_string: lines("b") } });
    await widget.dialog.locator(".approval-diff").waitFor();
    const count = await widget.host.evaluate((host) => host.shadowRoot.querySelectorAll("*").length);
    assert.ok(count < 4_000 * 6 + 200, `${count} elements`);
    assert.ok(await readOn(widget).isVisible());
    await widget.isUnguarded();
    await widget.clicks("Deny");
    assert.equal((await asked.result()).behavior, "deny");
  });

  scene("a short plan has room for all of it, though what shows markdown comes later", async ({ agent, widget }) => {
    agent.wants({ tool_name: "ExitPlanMode", input: { plan: "## Faster orders\n\n1. Add an index\n2. Measure again\n\n> Nothing is deployed." } });
    await isReady(widget, "Allow ExitPlanMode?");
    await widget.dialog.locator(".approval-plan li").first().waitFor();
    const hidden = await widget.dialog.locator("[part=body]").evaluate((body) => body.scrollHeight - body.clientHeight);
    assert.ok(hidden <= 0, `${hidden} px are out of view`);
  });

  scene("a plan was not in view before it stands there as it will be read", async ({ agent, page, widget }) => {
    let release;
    const held = new Promise((done) => (release = done));
    await page.route("**/*previews*.wasm", (route) => held.then(() => route.continue()));
    agent.wants({ tool_name: "ExitPlanMode", input: { plan: "1. Add an index\n2. Measure again" } });
    await widget.asks("Allow ExitPlanMode?");
    await isLookedAt(page);
    assert.equal(await widget.button("Allow once").getAttribute("aria-disabled"), "true");
    release();
    await isReady(widget, "Allow ExitPlanMode?");
    await widget.dialog.locator(".approval-plan li").first().waitFor();
  });

  scene("a long line of code and a wide table of a plan are in view at 360 pixels", { tab: { viewport: { width: 360, height: 640 } } }, async ({ agent, page, widget }) => {
    const code = `ls ${"--option ".repeat(30)}${"x".repeat(200)} && rm -rf /srv`;
    const cells = Array.from({ length: 6 }, (_, cell) => `cell${cell}${"y".repeat(30)}`).join(" | ");
    const asked = agent.wants({ tool_name: "ExitPlanMode", input: { plan: `\`\`\`sh\n${code}\n\`\`\`\n\n| ${cells} |\n|-|-|-|-|-|-|\n| ${cells} |` } });
    await widget.asks("Allow ExitPlanMode?");
    await widget.dialog.locator(".approval-plan table").waitFor();
    const beyond = await widget.dialog.locator(".approval-plan").evaluate((plan) => {
      const edge = plan.getBoundingClientRect().right;
      const isBeyond = (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline";
      return [...plan.querySelectorAll("*")].filter((part) => isBeyond(part) || part.getBoundingClientRect().right > edge).map((part) => part.outerHTML);
    });
    assert.deepEqual(beyond, []);
    assert.equal(await widget.dialog.locator(".approval-plan pre").textContent(), code);
    await new Card(widget).reads();
    await widget.clicks("Allow once");
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("a plan of which markdown would leave something out is shown as its lines", async ({ agent, widget }) => {
    agent.wants({ tool_name: "ExitPlanMode", input: { plan: "```sh and then rm -rf /\nls\n```\n\n[docs](https://a.example/b \"title\")" } });
    await isReady(widget, "Allow ExitPlanMode?");
    const lines = await widget.dialog.locator(".approval-text .approval-line").allTextContents();
    assert.deepEqual(lines, ["```sh and then rm -rf /", "ls", "```", "", '[docs](https://a.example/b "title")']);
  });

  scene("a title that is longer than the card is read to its end before anything is allowed", async ({ agent, widget }) => {
    const title = `${"Run the tests. ".repeat(400)}And delete the\u200e backups`;
    const asked = agent.wants(command("npm test", { title }));
    await widget.dialog.locator(".approval .title").waitFor();
    assert.equal(await widget.dialog.locator(".approval .title").textContent(), title.replace("\u200e", "U+200E"));
    await widget.dialog.locator(".read-on:not([data-idle])").waitFor();
    assert.equal(await widget.button("Allow once").getAttribute("aria-disabled"), "true");
    await widget.isUnguarded();
    await new Card(widget).reads();
    await widget.clicks("Deny");
    assert.equal((await asked.result()).behavior, "deny");
  });

  scene("a button says what it decides, whatever the agent calls it", async ({ page }) => {
    const widget = await second(page);
    const options = [
      { optionId: "a", name: "Reject", kind: "allow_once" },
      { optionId: "b", name: "Allow", kind: "reject_once" },
      { optionId: "c", name: "Never do this", kind: "allow_always" },
      { optionId: "d", name: "Always allow", kind: "reject_always" },
      { optionId: "e", name: "Proceed", kind: "perhaps" },
    ];
    await page.evaluate((options) => {
      const request = { sessionId: "s", toolCall: { toolCallId: "t", title: "Run ls", kind: "execute" }, options };
      document.getElementById("second").requestPermission(request).then((result) => (window.decided = result));
    }, options);
    await isReady(widget, "Run ls");
    await widget.button("Deny Allow").waitFor();
    await widget.button("Allow once Reject").waitFor();
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    const offers = widget.dialog.locator(".offer");
    assert.deepEqual(await offers.allTextContents(), ["Always allow Never do this", "Always deny Always allow", "Effect unknown Proceed"]);
    await widget.clicks("Back");
    await isReady(widget, "Run ls");
    await widget.clicks("Deny Allow");
    await becomes(() => page.evaluate(() => window.decided), { outcome: { outcome: "selected", optionId: "b" } });
  });

  scene("commands are broken where they are joined, and what is hidden is named", async ({ agent, widget }) => {
    const text = "cd a && make; cat b |\u202e sh";
    agent.wants(command(text, { description: "Build", input: { command: text, description: "Build", timeout: 120_000 } }));
    await isReady(widget);
    assert.deepEqual(await widget.dialog.locator(".approval-sign").allTextContents(), ["&&", ";", "|"]);
    await widget.dialog.getByRole("img", { name: "Hidden character U+202E" }).waitFor();
    await widget.dialog.getByText("This request contains hidden characters").waitFor();
    assert.equal(await widget.dialog.getByText("Build").count(), 1, "what is said twice is shown once");
    await widget.dialog.getByText("2 min").waitFor();
  });

  scene("a rule is shown to the letter, as it would be saved", async ({ agent, widget }) => {
    const rules = [{ toolName: "Bash", ruleContent: "npm test\n rm  -rf:*\u202e" }];
    agent.wants(command("npm test", { suggestions: [{ ...RULE, rules }, { type: "addDirectories", directories: ["/a\u200b/b  c"], destination: "session" }] }));
    await isReady(widget);
    await widget.clicks("Always…");
    await widget.asks("Choose what to remember");
    await widget.dialog.getByText("This request contains hidden characters").waitFor();
    const [rule, folder] = await widget.dialog.locator(".approval-rule").all();
    assert.equal(await rule.textContent(), "Bash(npm testU+000A rm  -rf:*U+202E)");
    assert.equal(await folder.textContent(), "/aU+200B/b  c");
    assert.equal(await rule.evaluate((code) => getComputedStyle(code).whiteSpaceCollapse ?? "preserve"), "preserve");
  });

  for (const colorScheme of ["light", "dark"]) {
    scene(`axe finds nothing, ${colorScheme}`, { tab: { media: { reducedMotion: "reduce", colorScheme } } }, async (stage) => {
      const { agent, page, widget } = stage;
      const first = agent.wants(command("cd a && make\u200b;\tls  \n\n\n\n\n\ncat <<'E'\nx\nE", { decisionReason: "Why not" }));
      await isReady(widget);
      await assertNoViolations(page, "a command");
      await widget.clicks("Edit");
      await widget.press("n");
      await assertNoViolations(page, "a command that is edited");
      await widget.clicks("Always…");
      await widget.asks("Choose what to remember");
      await assertNoViolations(page, "what is remembered");
      await widget.clicks("Back");
      await isReady(widget);
      await widget.clicks("Deny");
      assert.equal((await first.result()).behavior, "deny");
      const second = agent.wants({
        tool_name: "Edit",
        input: { file_path: "a.js", old_string: "one\n\ttwo\nthree ", new_string: "one\n  two\nfour", nested: { list: [1, null, {}] } },
      });
      await isReady(widget, "Allow Edit?");
      await assertNoViolations(page, "a change");
      await widget.button("Minimize to read the chat").click();
      await widget.isFolded();
      await assertNoViolations(page, "the bar");
      second.hangUp();
    });
  }

  scene("a screen reader finds the title, the facts before the buttons, and a table", async ({ agent, page, widget }) => {
    agent.wants({ tool_name: "Edit", title: "Claude wants to edit a.js", input: { file_path: "a.js", old_string: "one", new_string: "two" } });
    await isReady(widget, "Claude wants to edit a.js");
    await becomes(() => widget.inner.textContent(), "Approval needed");
    const browser = await page.context().newCDPSession(page);
    const { nodes } = await browser.send("Accessibility.getFullAXTree");
    const seen = nodes.filter((node) => !node.ignored);
    const names = (role) => seen.filter((node) => node.role?.value === role).map((node) => node.name.value);
    assert.deepEqual(names("dialog"), ["Claude wants to edit a.js"]);
    assert.deepEqual(names("columnheader"), ["Line", "Change", "Text"]);
    assert.deepEqual(names("rowheader"), ["1", "1"]);
    assert.ok(names("cell").includes("Removed") && names("cell").includes("Added"), names("cell").join());
    const order = await widget.host.evaluate((host) => {
      const [fact, foot] = [".approval-fact", ".foot"].map((one) => host.shadowRoot.querySelector(one));
      return Boolean(fact.compareDocumentPosition(foot) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    assert.ok(order);
  });
});
