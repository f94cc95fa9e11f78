// Forms and addresses in a real browser, over the real bridge: every request of the fixtures gives its exact result, and nothing
// else leaves the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { elicitAsServer, isRequest } from "./mcp/client.mjs";
import { BERLIN, EVERY_KIND, FormPage, cases, elicit, elicitation, second } from "./support/form.mjs";
import { assertElicitResult } from "./support/protocols.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const HEADING = "Where should I deploy the site?";
const DECLINED = { action: "decline" };

/** The keys of a form's properties that have fields. */
const key = (line) => line.slice(0, line.indexOf(":"));

/** A person fills in a form as the case says, and sends it; or declines where it cannot be sent. */
async function fillsIn(widget, { about, request, fields, answers, errors }) {
  await widget.asks(request.requestedSchema?.title ?? request.message);
  const form = new FormPage(widget);
  await becomes(() => form.fields.count(), fields.length, about);
  if (!answers) {
    assert.equal(await widget.button("Send").count(), 0, `${about}: nobody is offered to accept it`);
    await widget.dialog.locator("[part=warning]").waitFor();
    return widget.clicks("Decline");
  }
  for (const index of fields.keys()) await form.fill(index, answers[index]);
  await widget.clicks("Send");
  if (!errors) return;
  const wrong = errors.map((error) => fields.map(key).indexOf(key(error)));
  await becomes(() => form.wrong(), wrong, about);
  await widget.clicks("Decline");
}

/**
 * The JSON of the result that `elicits` gives, after others have looked at it: the published schemas, and the server of MCP's SDK where
 * that knows the request. It refuses content that does not meet the request's schema.
 */
async function judged(request, elicits) {
  let json;
  const result = async () => JSON.parse((json = await elicits()));
  if (isRequest(request)) await elicitAsServer(request, result);
  else await result();
  assertElicitResult(JSON.parse(json));
  return json;
}

topic("forms", () => {
  for (const name of ["server-everything", "enums", "acp", "unsupported"]) {
    scene(`elicit() gives the results of ${name}`, { tab: BERLIN }, async ({ page }) => {
      const widget = await second(page);
      for (const one of cases(name)) {
        const { about, request, result } = one;
        const json = await judged(request, async () => {
          const asked = elicit(page, request);
          await fillsIn(widget, one);
          return asked;
        });
        assert.equal(json, JSON.stringify(result ?? DECLINED), about);
        await widget.isGone();
      }
    });
  }

  scene("a bridge carries every form and its result", { tab: BERLIN }, async ({ agent, widget }) => {
    for (const one of ["server-everything", "enums", "acp"].flatMap(cases)) {
      const asked = agent.elicit(one.request);
      await fillsIn(widget, one);
      assert.equal(await asked.text(), JSON.stringify(one.result ?? DECLINED), one.about);
      await widget.isGone();
    }
  });

  scene("an address is shown whole, and opened by nobody but the person", { tab: BERLIN }, async ({ page }) => {
    const widget = await second(page);
    for (const { about, request, host, unusual, result } of cases("url")) {
      const asked = elicit(page, request);
      await widget.asks("Sign in");
      const link = widget.dialog.getByRole("link");
      if (result) {
        assert.equal(await link.textContent(), request.url, about);
        assert.equal(await link.getAttribute("href"), request.url);
        assert.deepEqual([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener noreferrer"]);
        const told = await widget.dialog.locator("#host").textContent();
        assert.ok(told.includes(host) && told.includes("⚠") === unusual, told);
        await widget.clicks("Done");
      } else {
        assert.deepEqual([await link.count(), await widget.button("Done").count()], [0, 0], about);
        await widget.dialog.locator("[part=warning]").waitFor();
        await widget.clicks("Decline");
      }
      assert.equal(await asked, JSON.stringify(result ?? DECLINED), about);
      assertElicitResult(JSON.parse(await asked));
      await widget.isGone();
    }
    assert.equal(page.context().pages().filter((other) => other.url().includes("example.org")).length, 0);
  });

  scene("the form with every kind of field is filled in by keyboard", { tab: BERLIN }, async ({ agent, tab, widget }) => {
    const [{ request }] = cases("server-everything");
    const asked = agent.elicit(request);
    await widget.asks(request.message);
    await widget.assertFocused(request.message);
    await new FormPage(widget).fillsInEveryKind();
    widget.assertNothingSent(tab, asked);
    await widget.press("Control+Enter");
    assert.deepEqual(await asked.result(), { action: "accept", content: EVERY_KIND });
  });

  scene("errors stand at their fields, quietly at first and loudly on Send", { tab: BERLIN }, async ({ agent, widget }) => {
    const asked = agent.elicit(elicitation("form"));
    await widget.asks(HEADING);
    const form = new FormPage(widget);
    await form.text(0).pressSequentially("My");
    assert.deepEqual(await form.wrong(), [], "nobody is told while they type for the first time");
    await form.text(1).focus();
    await becomes(() => form.wrong(), [0], "it was left");
    assert.equal(await widget.alert.textContent(), "");
    await widget.clicks("Send");
    await becomes(() => widget.alert.textContent(), "Some fields need your attention.");
    await becomes(() => form.wrong(), [0, 8], "the region is required");
    assert.equal(await form.text(0).evaluate((field) => field.matches(":focus")), true);
    assert.equal(await form.text(0).getAttribute("aria-invalid"), "true");
    const described = await widget.dialog.getByRole("textbox", { name: "Project" }).evaluate((field) =>
      field.getAttribute("aria-describedby").split(" ").map((id) => field.getRootNode().getElementById(id).textContent),
    );
    assert.deepEqual(described, ["Lower-case letters and hyphens", await form.error(0).textContent()]);
    assert.equal(await widget.dialog.getByRole("radiogroup", { name: "Region" }).getAttribute("aria-invalid"), "true");
    await form.text(0).fill("my-site");
    await becomes(() => form.wrong(), [8], "what is corrected is gone");
    await becomes(() => widget.alert.textContent(), "");
    await form.field(8).getByRole("radio", { name: "Europe" }).check();
    await becomes(() => form.wrong(), []);
    await widget.clicks("Send");
    const content = { name: "my-site", homepage: "https://example.com", replicas: 2, public: false, region: "eu" };
    assert.deepEqual(await asked.result(), { action: "accept", content });
  });

  scene("a date that is half entered is not left out in silence", { tab: BERLIN }, async ({ agent, widget, page }) => {
    const properties = { day: { type: "string", format: "date", title: "Day" } };
    const asked = agent.elicit({ message: "When?", requestedSchema: { type: "object", properties } });
    await widget.asks("When?");
    const form = new FormPage(widget);
    await widget.press("Tab");
    await page.keyboard.type("12");
    await widget.press("Control+Enter");
    await becomes(() => form.wrong(), [0]);
    assert.equal(asked.isSettled, false);
    await form.text(0).fill("2026-12-01");
    await widget.clicks("Send");
    assert.deepEqual(await asked.result(), { action: "accept", content: { day: "2026-12-01" } });
  });

  scene("a reload keeps what was entered", { tab: BERLIN }, async ({ agent, page, widget }) => {
    const asked = agent.elicit(elicitation("form"));
    await widget.asks(HEADING);
    const form = new FormPage(widget);
    await form.text(0).fill("my-site");
    await form.text(4).fill("2026-07-01T09:30");
    await form.text(6).fill("1.50");
    await form.field(8).getByRole("radio", { name: "Europe" }).check();
    await widget.press("Escape", "Escape");
    await widget.isFolded();
    await becomes(() => widget.bar.locator("#bar-text").textContent(), "A form is waiting");
    await page.reload();
    await widget.bar.or(widget.dialog).first().waitFor();
    if (await widget.bar.isVisible()) await widget.button("Answer").click();
    await widget.asks(HEADING);
    assert.equal(await form.text(0).inputValue(), "my-site");
    assert.equal(await form.text(4).inputValue(), "2026-07-01T09:30");
    assert.equal(await form.text(6).inputValue(), "1.50");
    await widget.clicks("Send");
    const { content } = await asked.result();
    assert.deepEqual([content.announce, content.budget, content.region], ["2026-07-01T09:30:00+02:00", 1.5, "eu"]);
  });

  scene("decline, cancel and undo are three things", { tab: BERLIN }, async ({ agent, widget }) => {
    await widget.host.evaluate((host) => host.addEventListener("ask-user-end", (event) => (window.ended ??= event.detail)));
    const first = agent.elicit(elicitation("form"));
    await widget.asks(HEADING);
    await new FormPage(widget).text(0).fill("my-secret");
    await widget.clicks("Decline");
    assert.deepEqual(await first.result(), DECLINED);
    await widget.isGone();
    const told = await widget.page.evaluate(() => JSON.stringify([window.ended.lines, window.ended.text, window.ended.answers]));
    assert.ok(told.includes("The user declined this.") && !/my-secret|Selected|Proceeding/.test(told), told);
    assert.ok(JSON.parse(told)[0].every(({ answers, picks }) => answers.length + picks.length === 0), told);
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    await becomes(() => widget.receipts.locator(".outcome").textContent(), "Declined");
    assert.doesNotMatch(await widget.receipts.textContent(), /my-secret|Not answered/);
    await widget.receipts.click();
    await widget.host.locator(".receipt-whole").getByText("Not sent: my-secret").waitFor();
    await widget.receipts.click();
    const second = agent.elicit(elicitation("form"));
    await widget.asks(HEADING);
    const form = new FormPage(widget);
    await form.text(0).fill("my-site");
    await widget.clicks("Dismiss");
    await widget.isFolded();
    await becomes(() => widget.bar.locator("#bar-text").textContent(), "Form dismissed");
    await widget.button("Undo").click();
    await widget.asks(HEADING);
    assert.equal(await form.text(0).inputValue(), "my-site");
    await widget.clicks("Dismiss");
    assert.deepEqual(await second.result(), { action: "cancel" });
  });

  scene("what was typed stays to be read when nobody waits for it any more", { tab: BERLIN }, async ({ page }) => {
    const widget = await second(page);
    const over = page.evaluate((request) => {
      const asking = new AbortController();
      window.endIt = () => asking.abort("too late");
      return document.getElementById("second").elicit(request, { signal: asking.signal });
    }, elicitation("form"));
    over.catch(() => {});
    await widget.asks(HEADING);
    const form = new FormPage(widget);
    await form.text(0).fill("my-site");
    await page.evaluate("endIt()");
    assert.deepEqual(await over, { action: "cancel" }, "what nobody decided is cancelled");
    await widget.dialog.getByRole("button", { name: "Close", exact: true }).waitFor();
    assert.equal(await form.text(0).inputValue(), "my-site");
    assert.equal(await form.text(0).getAttribute("readonly"), "");
    assert.equal(await widget.button("Decline").isVisible(), false);
  });

  scene("hostile text is shown as text in every slot", { tab: BERLIN }, async ({ agent, page, widget }) => {
    const markup = '<img src="https://evil.example/x" onerror="window.hacked = 1"></p></dialog><script>window.hacked = 2</script>';
    const properties = {
      text: { type: "string", title: markup, description: markup, default: markup },
      one: { type: "string", title: markup, oneOf: [{ const: markup, title: markup, description: markup }], default: markup },
      several: { type: "array", title: markup, items: { type: "string", enum: [markup] }, default: [markup] },
      named: { type: "string", title: markup, enum: ["a"], enumNames: [markup] },
      [markup]: { type: "string", pattern: `^${markup}x$`, default: "" },
    };
    const asked = agent.elicit({
      message: markup,
      title: markup,
      description: markup,
      serverName: markup,
      requestedSchema: { type: "object", properties, required: ["named"] },
    });
    await widget.asks(markup);
    const form = new FormPage(widget);
    await form.text(4).fill(markup);
    await widget.clicks("Send");
    await becomes(() => form.wrong(), [3, 4]);
    assert.equal(await widget.host.locator("img, script").count(), 0, "no element is the agent's");
    await form.text(4).fill("");
    await form.field(3).locator("input").check();
    await widget.clicks("Send");
    const { content } = await asked.result();
    assert.deepEqual(content, { text: markup, one: markup, several: [markup], named: "a" });
    const hidden = agent.elicit({ mode: "url", message: markup, serverName: "\u202egpj.exe", url: "https://a.example/%3Cimg%3E\u200e", elicitationId: "e" });
    await widget.asks(markup);
    assert.ok(!(await widget.dialog.textContent()).includes("\u202e"));
    await widget.dialog.getByRole("link").getByRole("img", { name: "Hidden character U+200E" }).waitFor();
    await widget.clicks("Decline");
    assert.deepEqual(await hidden.result(), DECLINED);
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });

  for (const colorScheme of ["light", "dark"]) {
    scene(`axe finds nothing in a form, ${colorScheme}`, { tab: { ...BERLIN, media: { reducedMotion: "reduce", colorScheme } } }, async (stage) => {
      const { agent, page, widget } = stage;
      const check = async (what) => {
        await page.evaluate(AXE);
        const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), TAGS);
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`));
        assert.deepEqual(found, [], `${what} has violations`);
      };
      agent.elicit({ ...elicitation("form"), serverName: "deploy" });
      await widget.asks(HEADING);
      await becomes(() => widget.inner.textContent(), "A form from deploy is waiting");
      await check("a form");
      await widget.clicks("Send");
      await becomes(() => new FormPage(widget).wrong(), [0, 8]);
      await check("a form with errors");
      await widget.clicks("Decline");
      agent.elicit(elicitation("url"));
      await widget.asks("Sign in to your hosting account, then come back.");
      await check("an address");
      await widget.clicks("Decline");
      agent.elicit({ message: "M", requestedSchema: { type: "object", properties: { a: { type: "object" } } } });
      await widget.asks("M");
      await check("a form that cannot be accepted");
    });
  }

  scene("a text that is cut has a mark, and all of it can be read", { tab: BERLIN }, async ({ agent, widget }) => {
    const description = `${"Words and more words. ".repeat(200)}The end.`;
    const asked = agent.elicit({ message: "Which one?", requestedSchema: { type: "object", properties: { one: { type: "string", title: "One", description } } } });
    await widget.asks("Which one?");
    assert.match(await widget.dialog.locator(".form-field .description").first().textContent(), /…$/);
    await widget.isUnguarded();
    await widget.dialog.getByText("Raw request").click();
    await becomes(async () => (await widget.dialog.locator(".approval-raw pre").textContent()).includes("The end."), true);
    await widget.clicks("Decline");
    assert.deepEqual(await asked.result(), DECLINED);
  });

  scene("a screen reader finds the heading, the fields in their order, and then the buttons", async ({ agent, page, widget }) => {
    const request = elicitation("form");
    const asked = agent.elicit(request);
    await widget.asks(HEADING);
    const browser = await page.context().newCDPSession(page);
    const read = async () => {
      const { nodes } = await browser.send("Accessibility.getFullAXTree");
      const byId = new Map(nodes.map((node) => [node.nodeId, node]));
      const walk = ({ childIds = [], ...node }) => [node, ...childIds.flatMap((id) => (byId.has(id) ? walk(byId.get(id)) : []))];
      const seen = walk(nodes[0]).filter((node) => !node.ignored);
      return seen.map(({ role, name, description, properties = [] }) => ({
        role: role?.value,
        name: name?.value,
        description: description?.value,
        required: properties.find((property) => property.name === "required")?.value.value,
      }));
    };
    const isNamed = (node, name) => node.name === name && !["StaticText", "LabelText", "InlineTextBox"].includes(node.role);
    const place = (nodes, name) => nodes.findIndex((node) => isNamed(node, name));
    const nodes = await read();
    const titles = Object.values(request.requestedSchema.properties).map(({ title }) => title);
    const places = [HEADING, ...titles, "Decline", "Send"].map((name) => place(nodes, name));
    assert.ok(!places.includes(-1), `${places}`);
    assert.deepEqual(places, places.toSorted((a, b) => a - b), "they are read in the order of the JSON");
    const project = (nodes) => nodes.find((node) => node.role === "textbox" && node.name === "Project");
    assert.equal(project(nodes).required, true);
    assert.match(project(nodes).description, /Lower-case letters and hyphens/);
    await widget.clicks("Send");
    await becomes(async () => /Lower-case letters and hyphens .+/.test(project(await read()).description), true, "what is wrong is read with it");
    await widget.clicks("Decline");
    assert.deepEqual(await asked.result(), DECLINED);
  });
});
