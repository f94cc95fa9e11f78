// The widget in other languages: words, plurals, direction.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { Widget } from "./support/page.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const METHOD = fixture("auth").questions[0].question;
const DATABASE = fixture("database").questions[0].question;

/** Gives the element these languages; the page names one of its own. */
const speak = (page, names, lang) =>
  page.evaluate(
    async ([names, lang]) => {
      if (lang) document.documentElement.lang = lang;
      const tables = await Promise.all(names.map((name) => import(`/languages/${name}.js`)));
      document.getElementById("ask").strings = tables.length > 1 ? tables.map((table) => table.default) : tables[0].default;
    },
    [names, lang],
  );

topic("languages", () => {
  scene("every word is in the language that was given", async ({ agent, page, widget }) => {
    await speak(page, ["de"]);
    agent.ask(fixture("auth"));
    await widget.asks(METHOD);
    await widget.button("Weiter").click();
    await becomes(() => widget.alert.textContent(), "Wähle zuerst eine Option oder schreibe eine eigene Antwort.");
    await widget.label("JWT").click();
    await widget.button("Übersicht").click();
    await widget.asks("Antworten prüfen");
    await widget.button("Senden, 1 Antwort fehlt").waitFor();
    assert.equal(await widget.dialog.getAttribute("lang"), "de");
    assert.equal(await widget.dialog.getAttribute("dir"), "ltr");
    const text = await widget.dialog.evaluate((dialog) => dialog.innerText);
    assert.doesNotMatch(text, /\b(Send|Cancel|Other|Dismiss|Choose|Select|Note|Minimize|Navigate)\b/);
  });

  scene("a language that comes while a question is open is spoken at once, and nothing typed is lost", async (stage) => {
    const { agent, page, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.field.fill("CouchDB");
    await speak(page, ["de"]);
    await widget.button("Senden").waitFor();
    await widget.button("Abbrechen").waitFor();
    assert.equal(await widget.dialog.getByRole("textbox", { name: "Eigene Antwort" }).inputValue(), "CouchDB");
    await page.keyboard.press("Escape");
    await widget.host.getByRole("group", { name: DATABASE }).waitFor();
    await widget.bar.getByRole("button", { name: "Antworten" }).click();
    await widget.clicks("Senden");
    assert.deepEqual((await asked.result()).updatedInput.answers, { [DATABASE]: "CouchDB" });
  });

  scene("of several the one is spoken that the page is written in", async ({ agent, page, widget }) => {
    await speak(page, ["de", "fr", "ja"], "fr-CA");
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Envoyer").waitFor();
  });

  scene("a page in none of them hears English", async ({ agent, page, widget }) => {
    await speak(page, ["de", "ja"], "pt");
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Send").waitFor();
  });

  scene("plurals and digits are the language's own", async ({ agent, page, widget }) => {
    await speak(page, ["ar"]);
    agent.ask(fixture("project"));
    await widget.asks(fixture("project").questions[0].question);
    await widget.button("مراجعة").click();
    await widget.asks("راجع إجاباتك");
    const four = await page.evaluate(() => (4).toLocaleString("ar"));
    await widget.button(`إرسال مع ${four} أسئلة بلا إجابة`).waitFor();
    await widget.button("رجوع").click();
    await widget.asks(fixture("project").questions[3].question);
    assert.equal(await widget.dialog.evaluate((dialog) => getComputedStyle(dialog).direction), "rtl");
    const [send, cancel] = await Promise.all(["مراجعة", "إلغاء"].map((name) => widget.button(name).last().boundingBox()));
    assert.ok(send.x < cancel.x, "the buttons stand the other way round");
    // The arrows go where they point.
    await widget.button("Framework").focus();
    await widget.press("ArrowLeft");
    await widget.assertFocused("Features");
    await widget.press("ArrowRight");
    await widget.assertFocused("Framework");
    const title = await widget.title.evaluate((title) => getComputedStyle(title).direction);
    assert.equal(title, "ltr", "what the agent wrote keeps its own direction");
  });

  scene("a table with gaps, and one that is none, are no harm", async ({ agent, page, widget }) => {
    await page.evaluate(() => (document.getElementById("ask").strings = { lang: "not a name!", send: "Ab die Post", next: 3 }));
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Ab die Post").waitFor();
    await widget.button("Dismiss").waitFor();
  });

  scene("a page that changes its language is followed, also from within a component", async ({ agent, page, widget }) => {
    await speak(page, ["de", "fr"], "de");
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.button("Senden").waitFor();
    await page.evaluate(() => (document.documentElement.lang = "fr"));
    await widget.button("Envoyer").waitFor();
    const inner = await page.evaluate(async () => {
      const strings = document.getElementById("ask").strings;
      const outer = document.createElement("div");
      outer.lang = "de";
      document.body.append(outer);
      const element = document.createElement("ask-user");
      outer.attachShadow({ mode: "open" }).append(element);
      element.strings = strings;
      const asked = new Promise((resolve) => element.addEventListener("ask-user-question", resolve));
      element.ask([{ question: "Inner?" }]);
      await asked;
      await new Promise((resolve) => setTimeout(resolve));
      return element.shadowRoot.querySelector("dialog").lang;
    });
    assert.equal(inner, "de");
  });
});

topic("a page in the background", () => {
  /** A page that is hidden until the test shows it, with everything that calls a person replaced by a record. */
  const hidden = (page) =>
    page.addInitScript(() => {
      window.calls = [];
      window.isHidden = true;
      Object.defineProperty(document, "hidden", { get: () => window.isHidden });
      window.Notification = class {
        static permission = "granted";
        constructor(title, { body }) {
          window.calls.push(`notice ${title}: ${body}`);
        }
      };
      navigator.setAppBadge = async () => window.calls.push("badge");
      navigator.clearAppBadge = async () => window.calls.push("no badge");
    });
  const title = (page) => page.title();

  scene("is marked until it is looked at, and calls only if it was asked to", { tab: { prepare: hidden } }, async (stage) => {
    const { agent, page, widget } = stage;
    const before = await title(page);
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await becomes(() => title(page), `● ${before}`);
    assert.deepEqual(await page.evaluate(() => window.calls), ["badge"]);
    await page.evaluate(() => {
      window.isHidden = false;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await becomes(() => title(page), before);
    assert.deepEqual(await page.evaluate(() => window.calls), ["badge", "no badge"]);
  });

  scene("notifies where the page wants it, and is unmarked when the question is over", { tab: { prepare: hidden } }, async (stage) => {
    const { agent, page, widget } = stage;
    await page.evaluate(() => document.getElementById("ask").setAttribute("notify", ""));
    const before = await title(page);
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.ok((await page.evaluate(() => window.calls)).includes(`notice Database: ${DATABASE}`));
    await widget.press("1", "Enter");
    await becomes(() => title(page), before);
  });

  scene("is marked once for two elements, until neither waits", { tab: { prepare: hidden } }, async ({ page }) => {
    const before = await title(page);
    await page.evaluate(() => {
      for (const id of ["one", "two"]) {
        const element = Object.assign(document.createElement("ask-user"), { id });
        document.body.append(element);
        element.ask([{ question: `${id}?` }], { signal: (window[id] = new AbortController()).signal });
      }
    });
    for (const id of ["one", "two"]) await new Widget(page, page.locator(`#${id}`)).dialog.waitFor();
    await becomes(() => title(page), `● ${before}`);
    await page.evaluate(() => window.one.abort());
    await new Widget(page, page.locator("#one")).isGone();
    assert.equal(await title(page), `● ${before}`);
    await page.evaluate(() => window.two.abort());
    await becomes(() => title(page), before);
  });
});
