// A floor under accessibility: axe-core, and checks for what it is known to miss.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { fixture } from "./support/asks.mjs";
import { FAILED_CONNECT, scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const DATABASE = "Which database should we use for this project?";

/** Without motion, so that axe sees colours as they stay. */
const still = (colorScheme) => ({ media: { reducedMotion: "reduce", colorScheme } });

/** WCAG 2.2 AA, and what comes before it. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails with every violation that axe finds on the page. */
async function assertNoViolations(page, what) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`),
  );
  assert.deepEqual(found, [], `${what} has violations`);
  assert.ok(passes.length > 10, "axe looked at something");
}

const PREVIEW = `# Plan\n\n| A | B |\n|---|--:|\n| 1 | [odd](https://a@b.example) |\n\n- [ ] todo\n\n> said\n
\`\`\`sh\n${"long code ".repeat(30)}\n\`\`\`\n\n![alt](https://x.example/y) \`code\``;

topic("accessibility", () => {
  for (const colorScheme of ["light", "dark"]) {
    scene(`axe finds nothing in previews, ${colorScheme}`, { tab: still(colorScheme) }, async (stage) => {
      const { agent, page, widget } = stage;
      await widget.host.evaluate((host) => host.setAttribute("preview-format", "auto"));
      const options = [{ label: "A", preview: PREVIEW }, { label: "B", preview: "<p>A page</p>" }];
      agent.ask({ questions: [{ question: "Which plan?", header: "Plan", options, multiSelect: false }] });
      await widget.asks("Which plan?");
      await assertNoViolations(page, "markdown");
      await widget.press("2");
      await widget.dialog.locator("iframe").waitFor();
      await assertNoViolations(page, "a page in a sandbox");
    });

    scene(`axe finds nothing in the open dialog, ${colorScheme}`, { tab: still(colorScheme) }, async (stage) => {
      const { agent, page, widget } = stage;
      const [single, several] = [fixture("database"), fixture("features")];
      agent.ask({ questions: [...single.questions, ...several.questions] });
      await widget.asks(DATABASE);
      await assertNoViolations(page, "a single choice");
      await widget.button("Next").click();
      await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
      await assertNoViolations(page, "an alert");
      await widget.label("PostgreSQL").click();
      await assertNoViolations(page, "a chosen option with a badge");
      await widget.button("Next").click();
      await widget.asks("Which features should we enable?");
      await widget.press("2");
      await widget.field.fill("Storybook");
      await assertNoViolations(page, "a several choice");
      await widget.button("Minimize to read the chat").click();
      await widget.bar.waitFor();
      await assertNoViolations(page, "the bar");
    });

    scene(`axe finds nothing in notices and receipts, ${colorScheme}`, {
      linked: true,
      tab: { ...still(colorScheme), tolerates: [FAILED_CONNECT] },
    }, async ({ agent, link, page, widget }) => {
      await widget.host.evaluate((element) => element.removeAttribute("receipts"));
      const first = agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await widget.press("1", "Enter");
      await first.result();
      await widget.receipts.getByText("PostgreSQL").waitFor();
      await assertNoViolations(page, "a receipt");
      const second = agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      await widget.field.fill("MariaDB");
      second.hangUp();
      await widget.notice.getByText("The agent is no longer waiting for this answer").waitFor();
      await widget.isUnguarded();
      await assertNoViolations(page, "an ended ask");
      await widget.clicks("Close");
      link.cut();
      await widget.notice.getByText("Connection lost. Reconnecting…").waitFor();
      await assertNoViolations(page, "a lost connection");
    });
  }

  scene("the dialog has a name, its group too, and the page behind it is inert", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const browser = await page.context().newCDPSession(page);
    const { nodes } = await browser.send("Accessibility.getFullAXTree");
    const seen = nodes.filter((node) => !node.ignored);
    const find = (role) => seen.filter((node) => node.role?.value === role);
    const property = (node, name) => node.properties.find((property) => property.name === name)?.value.value;

    const [dialog] = find("dialog");
    assert.equal(dialog.name.value, DATABASE);
    assert.equal(property(dialog, "modal"), true);
    assert.equal(find("radiogroup")[0].name.value, DATABASE);
    assert.deepEqual(
      find("radio").map((node) => [node.name.value, node.description?.value ?? ""]),
      [
        ["PostgreSQL Recommended", "Robust relational DB, great for complex queries"],
        ["MongoDB", "Document DB, flexible schema for rapid development"],
        ["SQLite", "Embedded DB, zero configuration, good for small apps"],
        ["Other", ""],
      ],
    );
    const names = (role) => find(role).map((node) => node.name.value);
    assert.deepEqual(names("textbox"), ["Your own answer"], "the chat input is not there");
    assert.deepEqual(names("heading"), [DATABASE], "the page's heading is not there");
  });

  scene("the question is read first; Tab goes on from it to the options, the buttons, and then the head", async ({ agent, page, widget }) => {
    agent.ask(fixture("auth"));
    const [{ question }] = fixture("auth").questions;
    await widget.asks(question);
    const browser = await page.context().newCDPSession(page);
    const { nodes } = await browser.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    /** The roles of what is read, in order. */
    const read = (node) => [...(node.ignored ? [] : [node.role.value]), ...node.childIds.flatMap((id) => read(byId.get(id)))];
    const dialog = nodes.find((node) => !node.ignored && node.role?.value === "dialog");
    const roles = read(dialog).filter((role) => ["heading", "radio", "button", "navigation", "timer"].includes(role));
    assert.equal(roles[0], "heading");

    // Somebody who sees it goes from the question downwards, and round to what stands above it.
    await widget.assertFocused(question);
    const reached = [];
    while (reached.at(-1) !== "Review" && reached.length < 20) {
      await widget.press("Tab");
      reached.push(await widget.focused());
    }
    assert.deepEqual(reached.filter(Boolean), [
      "OAuth 2.0",
      "Your own answer",
      "Add a note",
      "Dismiss",
      "Next",
      "Minimize to read the chat",
      "Auth Method",
      "Providers",
      "Review",
    ]);
    const top = (selector) => widget.dialog.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    assert.ok((await top(".head")) < (await top(".title")), "the head stands above the question");
  });

  scene("check boxes are a named group of check boxes", async ({ agent, widget }) => {
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    const group = widget.dialog.getByRole("group", { name: "Which features should we enable?" });
    assert.equal(await group.getByRole("checkbox").count(), 5);
    assert.equal(await widget.dialog.getByRole("radio").count(), 0);
  });

  scene("every control has a target of 24 pixels and a focus that can be seen", async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const targets = await widget.dialog.evaluate((dialog) =>
      [...dialog.querySelectorAll("button, label, textarea")]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ box: element.getBoundingClientRect().toJSON(), html: element.outerHTML.slice(0, 80) })),
    );
    assert.ok(targets.length >= 7);
    for (const { box, html } of targets) {
      assert.ok(box.width >= 24 && box.height >= 24, `${box.width} × ${box.height}: ${html}`);
    }
    await widget.press("ArrowDown");
    for (let name = await widget.focused(); name !== null; name = await widget.focused()) {
      const ring = await widget.host.evaluate((host) => {
        // The ring may be drawn around the row of the control.
        const rings = [];
        for (let element = host.shadowRoot.activeElement; rings.length < 3; element = element.parentElement) {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          rings.push((outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none");
        }
        return rings.includes(true);
      });
      assert.ok(ring, `no focus ring on ${name}`);
      await widget.press("Tab");
    }
  });

  scene("the alert is spoken, and the outcome is announced", async ({ agent, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("Enter");
    await widget.dialog.getByRole("alert").getByText("Choose an option or write your own answer first.").waitFor();
    await widget.press("2", "Enter");
    await asked.result();
    await becomes(() => widget.announcer.textContent(), "Answered");
  });

  for (const colorScheme of ["light", "dark"]) {
    scene(`borders are strong for those who asked for more contrast (${colorScheme})`, {
      tab: { media: { colorScheme, contrast: "more" } },
    }, async ({ agent, widget }) => {
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      const ratio = await widget.dialog.locator(".option").first().evaluate((option) => {
        const light = (color) => {
          const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const { borderTopColor, backgroundColor } = getComputedStyle(option);
        const [dark, bright] = [borderTopColor, backgroundColor].map(light).sort((one, other) => one - other);
        return (bright + 0.05) / (dark + 0.05);
      });
      assert.ok(ratio >= 4.5, `${ratio}`);
    });
  }
});
