// What the card shows: hostile texts in every slot, two thousand lines, and what a screen reader finds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";

import { command, isReady } from "./support/approvals.mjs";
import { payloads } from "./support/payloads.mjs";
import { scene, topic } from "./support/scene.mjs";
import { Trap } from "./support/trap.mjs";
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

let trap;
before(async () => {
  trap = await Trap.set();
});
after(async () => {
  trap?.close();
});

/** Runs in the page: elements and attributes of the widget that it did not make. */
function strange() {
  const own = "DIALOG DIV SPAN P H2 H3 H4 H5 H6 B BDI BUTTON LABEL INPUT TEXTAREA KBD DETAILS SUMMARY UL OL LI DL DT DD SECTION MARK";
  const text = "CODE PRE EM STRONG DEL A TABLE THEAD TBODY TR TH TD HR BR BLOCKQUOTE";
  const known = new Set(`${own} ${text}`.split(" "));
  const isOwn = ({ name, value }) => name === "style" && /^((--_[a-z-]+|min-block-size): [\d.]+(px)?;\s*)+$/.test(value);
  const isBad = (attribute) => /^on|^style$|^src$|^formaction$|^action$|^ping$/.test(attribute.name) && !isOwn(attribute);
  const isStrange = (element) =>
    !known.has(element.tagName) ||
    [...element.attributes].some(isBad) ||
    (element.tagName === "A" && element.hasAttribute("href") && !/^(https?|mailto):/.test(element.getAttribute("href")));
  const all = [...document.querySelector("ask-user").shadowRoot.querySelectorAll("dialog *")];
  return all.filter(isStrange).map((element) => element.outerHTML.slice(0, 200));
}

/** Requests that have a text in every slot of the card. */
const slots = [
  (text) => ({
    ...command(text, { title: text, displayName: text, description: text, decisionReason: text, blockedPath: text, agentID: text }),
    suggestions: [
      { type: "addRules", rules: [{ toolName: text, ruleContent: text }], behavior: "allow", destination: text },
      { type: "addDirectories", directories: [text], destination: "session" },
      { type: "setMode", mode: text, destination: "session" },
    ],
  }),
  (text) => ({ tool_name: "Edit", input: { file_path: text, old_string: `a\n${text}`, new_string: `${text}\nb`, [text]: text } }),
  (text) => ({
    tool_name: `mcp__${text}__tool`,
    mcpServer: { name: text, source: text },
    matchedAskRule: { source: text, toolName: text, ruleContent: text },
    input: { [text]: text, list: [text, { [text]: [text] }] },
  }),
  (text) => ({ tool_name: "WebFetch", input: { url: text, prompt: text } }),
  (text) => ({ tool_name: "ExitPlanMode", input: { plan: text } }),
  (text) => ({ tool_name: "Write", input: { file_path: text, content: text } }),
];

topic("the card of an approval", () => {
  scene("hostile texts in every slot stay text", async ({ page, widget }) => {
    const ran = [];
    await page.exposeBinding("ran", (_, number) => void ran.push(number));
    page.on("dialog", (dialog) => (ran.push(dialog.message()), dialog.dismiss()));
    page.on("popup", (popup) => ran.push(popup.url()));
    // As many as there are kinds of them; the whole list is that of questions, which are shown by the same functions.
    const texts = payloads(trap.url).filter((_, index) => index % 7 === 0);
    assert.ok(texts.length > 40, `${texts.length} texts`);
    await page.evaluate(async (from) => {
      const { ScriptedSocket } = await import(from);
      const element = document.querySelector("ask-user");
      window.socket = new ScriptedSocket();
      element.attach(window.socket);
      window.socket.open("permission", "withdraw");
    }, new URL("scripted-socket.js", page.url()).href);
    for (const [index, text] of texts.entries()) {
      const request = slots[index % slots.length](text);
      const id = `h_${index}`;
      await page.evaluate(([id, request]) => window.socket.tell({ type: "permission_request", request_id: id, ...request }), [id, request]);
      await widget.dialog.locator(".approval").waitFor();
      await page.evaluate(() => document.querySelector("ask-user").shadowRoot.querySelector(".approval-raw").setAttribute("open", ""));
      assert.deepEqual(await page.evaluate(strange), [], text);
      await page.evaluate((id) => window.socket.tell({ type: "ask_user_withdrawn", question_id: id }), id);
      await widget.dialog.locator(".approval").waitFor({ state: "detached" });
    }
    assert.deepEqual(ran, []);
    assert.deepEqual(trap.caught, [], "nothing was fetched");
  });

  scene("two thousand lines open, with a bounded number of elements", async ({ agent, widget }) => {
    const lines = (word) => Array.from({ length: 2_000 }, (_, line) => `  const ${word}${line} = compute(${line});`).join("\n");
    const started = Date.now();
    const asked = agent.wants({ tool_name: "Edit", input: { file_path: "src/a.js", old_string: lines("a"), new_string: lines("b") } });
    await widget.dialog.locator(".approval-diff").waitFor();
    const took = Date.now() - started;
    const count = await widget.host.evaluate((host) => host.shadowRoot.querySelectorAll("*").length);
    assert.ok(count < 4_000 * 6 + 200, `${count} elements`);
    assert.ok(took < 10_000, `${took} ms`);
    assert.ok(await widget.button("Keep reading").isVisible());
    await widget.isUnguarded();
    await widget.clicks("Deny");
    assert.equal((await asked.result()).behavior, "deny");
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
