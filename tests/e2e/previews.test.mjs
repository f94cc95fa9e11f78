// Previews in markdown: set as they are meant, with links that say where they lead, and code that can be copied.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { payloads } from "./support/payloads.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const QUESTION = "Which plan?";

const PLAN = `## The plan

| Step | Days |
|:-----|-----:|
| Build | 3 |

- [x] thought
- [ ] done

> somebody said

\`\`\`sh
cargo xtask test
\`\`\`

![chart](https://evil.example/chart.png) <b>not bold</b>`;

const ask = (...previews) => ({
  questions: [{
    question: QUESTION,
    header: "Plan",
    multiSelect: false,
    options: [...previews.map((preview, index) => ({ label: `Plan ${index + 1}`, preview })), { label: "None" }],
  }],
});

const pane = (widget) => widget.dialog.getByRole("region", { name: "Preview" });

/** Every address that the tests of the rule know, and those of the hostile texts. */
function knownLinks() {
  const rule = readFileSync(new URL("../../src/text/markdown/address.rs", import.meta.url), "utf8");
  const known = [...rule.matchAll(/check\("([^"]*)",/g)].map(([, href]) => href.replaceAll("\\\\", "\\"));
  assert.ok(known.length > 20, "the tests of the rule were found");
  const hostile = payloads("https://sink.example").flatMap((text) => [...text.matchAll(/\]\((https?:[^\s)]*|mailto:[^\s)]*)/gi)]);
  return [...known, ...hostile.map(([, href]) => href).filter((href) => !/[<>]/.test(href))];
}

/** Hosts with everything before and after them that may hide them. */
function madeLinks() {
  const hosts = ["evil.example", "EVIL.example", "evil.example.", "1.2.3.4", "0x7f.1", "017700000001", "[::1]", "évil.example", "evil%2eexample", "evil。example"];
  const before = ["", "good.example@", "good.example:443@", "a:b@c@", "good.example%2f@", "@"];
  const after = ["", "/", ":80", ":443/x", ":/", "?@good.example", "#@good.example", "/@good.example", "\\@good.example", ":99999"];
  return hosts.flatMap((host) => before.flatMap((start, index) => after.filter((_, place) => (place + index) % 3 === 0).map((end) => `https://${start}${host}${end}`)));
}

function parts(all, size) {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}

topic("markdown previews", () => {
  scene("blocks are elements with their roles", async ({ agent, widget }) => {
    agent.ask(ask(PLAN));
    await widget.asks(QUESTION);
    const preview = pane(widget);
    await preview.getByRole("heading", { name: "The plan", level: 4 }).waitFor();
    await preview.getByRole("columnheader", { name: "Days" }).waitFor();
    assert.equal(await preview.getByRole("cell", { name: "3" }).evaluate((cell) => getComputedStyle(cell).textAlign), "end");
    assert.equal(await preview.getByRole("listitem").count(), 2);
    await preview.getByRole("img", { name: "to do" }).waitFor();
    await preview.getByRole("blockquote").getByText("somebody said").waitFor();
    await preview.getByText("Image not loaded: chart").waitFor();
    await preview.getByText("<b>not bold</b>").waitFor();
    assert.equal(await preview.locator("img, b, iframe, input").count(), 0);
  });

  scene("the pane follows the option that is looked at, and says which it is", async ({ agent, widget }) => {
    agent.ask(ask("*one*", "**two**"));
    await widget.asks(QUESTION);
    const shows = (...paragraphs) => becomes(() => pane(widget).locator("p").allTextContents(), paragraphs);
    await shows("Plan 1", "one");
    await widget.label("Plan 2").hover();
    await shows("Plan 2", "two");
    await widget.label("None").hover();
    await shows("None", "No preview for this option");
    await widget.press("1");
    await shows("Plan 1", "one");
  });

  scene("long lines of code scroll in their box, by keyboard too, and not the pane around it", async ({ agent, widget }) => {
    agent.ask(ask(`\`\`\`\n${"long ".repeat(100)}\n\`\`\``));
    await widget.asks(QUESTION);
    const isWide = (element) => element.scrollWidth > element.clientWidth;
    assert.equal(await pane(widget).evaluate(isWide), false);
    const code = pane(widget).getByRole("group", { name: "Code", exact: true });
    assert.equal(await code.evaluate(isWide), true);
    await code.press("ArrowRight");
    await becomes(() => code.evaluate((element) => element.scrollLeft > 0), true, "the code has moved");
  });

  scene("a link shows its host, and an odd one is marked", async ({ agent, widget }) => {
    const links = [
      ["[bank](https://bank.example/x)", "bank (bank.example)"],
      ["[bank](https://bank.example@evil.example/)", "bank (⚠ Suspicious link: evil.example)"],
      ["[apple](https://xn--pple-43d.example)", "apple (⚠ Suspicious link: xn--pple-43d.example)"],
      ["[apple](https://аpple.example)", "apple (⚠ Suspicious link: аpple.example)"],
      ["[router](http://192.168.0.1/)", "router (⚠ Suspicious link: 192.168.0.1)"],
      ["https://plain.example/y", "https://plain.example/y"],
      ["[mail](mailto:me@a.example)", "mail (a.example)"],
    ];
    agent.ask(ask(links.map(([markdown]) => `- ${markdown}`).join("\n")));
    await widget.asks(QUESTION);
    const found = pane(widget).getByRole("link");
    await becomes(() => found.allTextContents(), links.map(([, text]) => text));
    for (const link of await found.all()) {
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
      assert.equal(await link.getAttribute("target"), "_blank");
    }
  });

  scene("the host that a link shows is where the browser would go", async ({ agent, widget }) => {
    const links = [...knownLinks(), ...madeLinks()];
    agent.ask(ask(...parts(links, 60).map((part) => part.map((href) => `- [x](<${href}>)`).join("\n"))));
    await widget.asks(QUESTION);
    let compared = 0;
    for (const [index, part] of parts(links, 60).entries()) {
      await widget.press(String(index + 1));
      await pane(widget).getByText(`Plan ${index + 1}`).first().waitFor();
      const shown = await pane(widget).getByRole("link").evaluateAll((found) =>
        found.map((link) => {
          let host = null;
          try {
            const url = new URL(link.getAttribute("href"));
            host = url.protocol === "mailto:" ? url.pathname.split("@").at(-1) : url.host;
          } catch {}
          return { href: link.getAttribute("href"), text: link.textContent, host };
        }),
      );
      assert.ok(shown.length > 0 && shown.length <= part.length);
      for (const { href, text, host } of shown) {
        const [, warning, said] = / \((⚠ Suspicious link: )?([^ ]*)\)$/.exec(text) ?? [];
        if (said === undefined) {
          // A bare address that is a plain one says it by itself.
          assert.ok(text === href && href.startsWith(`https://${host}`), `${href} is shown as ${text}`);
          continue;
        }
        if (host === null) {
          assert.ok(warning, `${href} leads nowhere, and is shown as ${text}`);
          continue;
        }
        compared += 1;
        const scheme = /^\w+:/.exec(href)[0].toLowerCase().replace("mailto:", "http:");
        assert.equal(new URL(`${scheme}//${said}`).host, host, `${href} is shown as ${text}`);
        const withoutPort = (name) => name.replace(/:\d*$/, "");
        if (!warning) assert.equal(withoutPort(said).toLowerCase(), withoutPort(host), `${href} is shown as ${text}`);
      }
    }
    assert.ok(compared > 100, `${compared} were compared`);
  });

  scene("code is copied by click and by key, and that decides nothing", async ({ agent, bridge, page, tab, widget }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: bridge.url });
    const asked = agent.ask(ask(PLAN));
    await widget.asks(QUESTION);
    const copy = pane(widget).getByRole("button", { name: "Copy" });
    await copy.click();
    await becomes(() => copy.or(widget.button("Copied")).textContent(), "Copied");
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), "cargo xtask test");
    await page.evaluate("navigator.clipboard.writeText('')");
    await widget.button("Copied").press("Enter");
    await becomes(() => page.evaluate("navigator.clipboard.readText()"), "cargo xtask test");
    await widget.assertChecked();
    widget.assertNothingSent(tab, asked);
  });

  scene("without a clipboard the code is selected instead", {
    tab: { prepare: (page) => page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined })) },
  }, async ({ agent, page, widget }) => {
    agent.ask(ask(PLAN));
    await widget.asks(QUESTION);
    await widget.button("Copy").click();
    await widget.button("Selected – press Ctrl+C to copy").waitFor();
    const selected = () => {
      const root = document.querySelector("ask-user").shadowRoot;
      return String(getSelection()) || String(root.getSelection?.());
    };
    await becomes(() => page.evaluate(selected), "cargo xtask test");
  });

  scene("previews of hostile shape are shown, and the dialog stays usable", async ({ agent, page, widget }) => {
    const pieces = ["*a ", "[a](https://x", "> ", "- ", "|a", "`", "_*a"];
    const hostile = pieces.map((piece, index) => `${piece.repeat(19_000 / piece.length)}\n\nend ${index}`);
    const asked = agent.ask(ask(...hostile));
    await widget.asks(QUESTION);
    for (const index of hostile.keys()) {
      await widget.label(`Plan ${index + 1}`).hover();
      await pane(widget).getByText(`end ${index}`, { exact: true }).waitFor();
    }
    const deepest = await pane(widget).evaluate((pane) => {
      const depth = (node) => 1 + Math.max(0, ...[...node.children].map(depth));
      return depth(pane);
    });
    assert.ok(deepest < 50, `${deepest} elements deep`);
    await widget.press("1", "Enter");
    assert.deepEqual(Object.values((await asked.result()).updatedInput.answers), ["Plan 1"]);
  });

  // The bridge's own policy would let no image load.
  const lenient = { isLawless: true, tolerates: [/^a request left the page: https:\/\/evil\.example/] };
  scene("an image is loaded when the person says so, where the page lets them", { tab: lenient }, async (stage) => {
    const { agent, page, widget } = stage;
    const requests = [];
    await page.route("https://evil.example/**", (route) => {
      requests.push(route.request().headers().referer);
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' });
    });
    await widget.host.evaluate((host) => host.setAttribute("images", "on"));
    agent.ask(ask(PLAN, "![script](javascript:alert(1))"));
    await widget.asks(QUESTION);
    const load = widget.dialog.getByRole("button", { name: "Load image" });
    await load.waitFor();
    assert.deepEqual(requests, []);
    await load.click();
    const picture = widget.dialog.getByRole("img", { name: "chart" });
    await becomes(() => picture.evaluate((image) => image.naturalWidth), 9);
    assert.deepEqual(requests, [undefined], "and it does not say from where");
    await widget.assertFocused("Preview");
    await widget.label("Plan 2").click();
    await widget.dialog.locator(".preview-of").getByText("Plan 2").waitFor();
    assert.equal(await load.count(), 0);
  });
});
