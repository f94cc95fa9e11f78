// What the widget takes over from the page, what a page can change, and that it can be read and touched in any case.

import assert from "node:assert/strict";

import { fixture, question } from "./support/asks.mjs";
import { unreadable } from "./support/contrast.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";
const still = (colorScheme = "light") => ({ media: { reducedMotion: "reduce", colorScheme } });
const readable = async (page) => (await page.evaluate(unreadable, { host: "ask-user", least: 4.5 })).found;

/** A computed style of the first element of this kind in the widget. */
const style = (widget, selector, property) =>
  widget.host.evaluate((host, [selector, property]) => {
    return getComputedStyle(host.shadowRoot.querySelector(selector))[property];
  }, [selector, property]);

/** Sets styles of the page's: `{ selector: { property: value } }`. */
const dress = (page, rules) =>
  page.evaluate((rules) => {
    for (const [selector, styles] of Object.entries(rules)) {
      for (const [property, value] of Object.entries(styles)) document.querySelector(selector).style.setProperty(property, value);
    }
  }, rules);

/** A page that says nothing about its look. */
const undress = (page) =>
  page.evaluate(() => document.querySelectorAll("meta[name=color-scheme], link[rel=stylesheet], style").forEach((one) => one.remove()));

const WHITE = "rgb(255, 255, 255)";
const NIGHT = "rgb(15, 23, 42)";

topic("the colour scheme", () => {
  for (const [scheme, system, theme, expected] of [
    ["light dark", "light", null, WHITE],
    ["light dark", "dark", null, NIGHT],
    ["light", "dark", null, WHITE],
    ["dark", "light", null, NIGHT],
    ["dark", "light", "light", WHITE],
    ["light", "light", "dark", NIGHT],
    ["light", "dark", "system", NIGHT],
    ["dark", "light", "system", WHITE],
  ]) {
    scene(`is the page's unless the element says otherwise (${scheme}, system ${system}, theme ${theme})`, { tab: still(system) }, async (stage) => {
      const { agent, page, widget } = stage;
      await dress(page, { html: { "color-scheme": scheme } });
      if (theme) await widget.host.evaluate((host, theme) => host.setAttribute("theme", theme), theme);
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      assert.equal(await style(widget, "dialog", "backgroundColor"), expected);
    });
  }

  scene("of a page that says nothing is light on a dark system, and its receipts can be read", { tab: still("dark") }, async (stage) => {
    const { agent, page, widget } = stage;
    await undress(page);
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.deepEqual(await readable(page), []);
    await widget.press("1", "Enter");
    await asked.result();
    await widget.receipts.getByText("PostgreSQL").waitFor();
    assert.deepEqual(await readable(page), []);
  });

  scene("is followed while the dialog is open", { tab: still() }, async ({ agent, page, widget }) => {
    await dress(page, { html: { "color-scheme": "light" } });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await dress(page, { html: { "color-scheme": "dark" } });
    await becomes(() => style(widget, "dialog", "backgroundColor"), NIGHT);
    assert.deepEqual(await readable(page), []);
  });
});

topic("the page's accent", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const accent of ["yellow", "white", "black", "#00ff00", "#e91e63", "#7f7f7f", "navy", "#ff8800", "#00b7ff"]) {
      scene(`is taken over and can be read: ${accent}, ${colorScheme}`, { tab: still(colorScheme) }, async ({ agent, page, widget }) => {
        await dress(page, { html: { "accent-color": accent } });
        agent.ask({ questions: [...fixture("database").questions, ...fixture("features").questions] });
        await widget.asks(DATABASE);
        await widget.press("1");
        await widget.assertChecked("PostgreSQL");
        assert.deepEqual(await readable(page), []);
        assert.notEqual(await style(widget, ".send", "backgroundColor"), colorScheme === "light" ? "rgb(79, 70, 229)" : "rgb(129, 140, 248)");
      });
    }
  }

  scene("stays as it is where it can be read, and gives way to a custom property", { tab: still() }, async ({ agent, page, widget }) => {
    await dress(page, { html: { "accent-color": "#004d40" } });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await style(widget, ".send", "backgroundColor"), "rgb(0, 77, 64)");
    await dress(page, { "ask-user": { "--ask-user-primary": "rgb(1, 2, 3)" } });
    assert.equal(await style(widget, ".send", "backgroundColor"), "rgb(1, 2, 3)");
  });
});

topic("the typeface", () => {
  scene("is the page's", { tab: still() }, async ({ agent, page, widget }) => {
    await dress(page, { body: { "font-family": "Georgia, serif" } });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    for (const part of [".title", ".label", ".field", ".send", ".preview"]) {
      assert.equal(await style(widget, part, "fontFamily"), "Georgia, serif", part);
    }
    assert.match(await style(widget, ".key", "fontFamily"), /monospace/);
  });

  scene("of a page that has chosen none is the system's", { tab: still() }, async ({ agent, page, widget }) => {
    await undress(page);
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.match(await style(widget, ".title", "fontFamily"), /^system-ui/);
    // Also when it is looked at once more.
    await widget.press("Escape", "Enter");
    await widget.dialog.waitFor();
    assert.match(await style(widget, ".title", "fontFamily"), /^system-ui/);
  });

  scene("is the one around it where a custom property says inherit", { tab: still() }, async ({ agent, page, widget }) => {
    await dress(page, { body: { "font-family": "Georgia, serif" }, "ask-user": { "--ask-user-font": "inherit" } });
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await style(widget, ".title", "fontFamily"), "Georgia, serif");
  });

  for (const [around, size] of [["16px", 15], ["10px", 14], ["40px", 20]]) {
    scene(`has ${size} px in a page of ${around}`, { tab: still() }, async ({ agent, page, widget }) => {
      await dress(page, { body: { "font-size": around } });
      agent.ask(fixture("database"));
      await widget.asks(DATABASE);
      assert.equal(parseFloat(await style(widget, ".label", "fontSize")), size);
    });
  }
});

topic("small things", () => {
  scene("a short header stands in the middle of its chip", { tab: still() }, async ({ agent, widget }) => {
    agent.ask(question("Which?", ["A", "B"], { header: "DB" }));
    await widget.asks("Which?");
    const [left, right] = await widget.dialog.locator(".head .chip").evaluate((chip) => {
      const words = document.createRange();
      words.selectNodeContents(chip);
      const [inner, outer] = [words, chip].map((part) => part.getBoundingClientRect());
      return [inner.left - outer.left, outer.right - inner.right];
    });
    assert.ok(left > 12 && Math.abs(left - right) < 1, `${left} and ${right}`);
  });

  scene("in the page the buttons stick to the lower edge of what scrolls, also below its padding", { tab: still() }, async ({ agent, page, widget }) => {
    await page.evaluate(() => {
      const scroller = Object.assign(document.createElement("div"), { id: "scroller" });
      scroller.style.cssText = "overflow: auto; block-size: 20rem; padding: 20px";
      document.body.prepend(scroller);
      scroller.append(document.getElementById("ask"));
      document.getElementById("ask").setAttribute("presentation", "inline");
    });
    agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    await becomes(() => page.evaluate(() => {
      const scroller = document.getElementById("scroller");
      scroller.scrollTop = 120;
      const foot = document.getElementById("ask").shadowRoot.querySelector(".foot").getBoundingClientRect();
      return Math.round(scroller.getBoundingClientRect().bottom - foot.bottom);
    }), 0);
  });
});

topic("custom properties", () => {
  scene("change what the README says that they change", { tab: still() }, async ({ agent, page, widget }) => {
    agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    const lookOf = async () => ({
      label: await style(widget, ".label", "fontSize"),
      title: await style(widget, ".title", "fontSize"),
      description: await style(widget, ".description", "fontSize"),
      weight: await style(widget, ".description", "fontWeight"),
      strong: await style(widget, ".label", "fontWeight"),
      question: await style(widget, ".title", "fontWeight"),
      line: await style(widget, ".option", "lineHeight"),
      option: await style(widget, ".option", "paddingTop"),
      options: await style(widget, ".options", "rowGap"),
      button: await style(widget, ".send", "minHeight"),
      layer: await style(widget, ".bar-box", "zIndex"),
    });
    // The bar has a layer while it floats.
    await widget.host.evaluate((host) => host.shadowRoot.querySelector(".bar").setAttribute("data-floats", ""));
    await dress(page, {
      "ask-user": {
        "--ask-user-font-size": "30px",
        "--ask-user-font-weight": "300",
        "--ask-user-font-weight-strong": "700",
        "--ask-user-line-height": "2",
        "--ask-user-space": "8px",
        "--ask-user-button-height": "50px",
        "--ask-user-z-index": "7",
        "--ask-user-focus-ring": "5px dotted rgb(1, 2, 3)",
      },
    });
    assert.deepEqual(await lookOf(), {
      label: "30px",
      title: "38.001px",
      description: "27.999px",
      weight: "300",
      strong: "700",
      question: "800",
      line: "60px",
      option: "5.5px",
      options: "4px",
      button: "50px",
      layer: "7",
    });
    await widget.button("Send").focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const ring = await widget.button("Send").evaluate((button) => getComputedStyle(button).outline);
    assert.match(ring, /rgb\(1, 2, 3\) dotted 5px/);
  });
});

/** A finger instead of a mouse. */
const finger = async (page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await browser.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
};

/** The targets of a finger in the widget that are too small. */
const tooSmall = (widget) =>
  widget.host.evaluate((host) =>
    [...host.shadowRoot.querySelectorAll("button, summary, textarea, label")]
      .filter((target) => target.checkVisibility())
      .map((target) => [target.className, Math.round(target.getBoundingClientRect().height)])
      .filter(([, height]) => height < 44)
      .map(([name, height]) => `${name} ${height}`),
  );

topic("for fingers", () => {
  const tab = { media: { reducedMotion: "reduce" }, prepare: finger };
  const code = "```sh\nnpm test\n```";

  scene("everything is at least 44 pixels high: options, field, note, copying, steps", { tab }, async ({ agent, page, widget }) => {
    const options = [{ label: "A", preview: code }, { label: "B" }];
    agent.ask({
      questions: [{ question: "Which?", header: "H", options, multiSelect: false }, ...fixture("features").questions],
    });
    await widget.asks("Which?");
    assert.ok(await page.evaluate(() => matchMedia("(pointer: coarse)").matches), "the browser believes in the finger");
    await widget.press("n");
    assert.deepEqual(await tooSmall(widget), []);
    await widget.press("Escape", "Escape");
    assert.deepEqual(await tooSmall(widget), []);
  });

  scene("receipts, too", { tab }, async ({ agent, widget }) => {
    await widget.host.evaluate((host) => host.removeAttribute("receipts"));
    const asked = agent.ask(question("Which?", ["A", "B"]));
    await widget.asks("Which?");
    await widget.press("1", "Enter");
    await asked.result();
    await widget.receipts.first().click();
    await widget.host.locator(".receipt-whole .copy").waitFor();
    assert.deepEqual(await tooSmall(widget), []);
  });
});

topic("what has ended", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const name of ["timed-out", "timed-out-steps", "withdrawn", "answered-elsewhere", "unsent", "taken"]) {
      scene(`can be read: ${name}, ${colorScheme}`, { tab: null }, async (stage) => {
        const tolerates = [/^console: ask-user:/];
        const { page } = await stage.open({ path: `/?scene=${name}`, waits: false, tolerates, ...still(colorScheme) });
        await page.locator("html[data-scene=played]").waitFor();
        assert.deepEqual(await readable(page), []);
      });
    }
  }
});

topic("from right to left", () => {
  const ARABIC = {
    questions: [{
      question: "أي قاعدة بيانات نستخدم؟",
      header: "بيانات",
      options: [
        { label: "PostgreSQL", description: "Robust, وهي قاعدة بيانات علائقية" },
        { label: "لا شيء", description: "نقرر لاحقا" },
      ],
      multiSelect: false,
    }],
  };

  /** At which side of its own box the text of each part begins. */
  const sides = (widget) =>
    widget.dialog.evaluate((dialog) =>
      Object.fromEntries(
        [".title", ".hint", ".description", ".label bdi"].flatMap((selector) => [...dialog.querySelectorAll(selector)].map((part, index) => {
          const { textAlign, direction } = getComputedStyle(part);
          const start = direction === "rtl" ? "right" : "left";
          return [`${selector} ${index}`, textAlign === "start" ? start : textAlign.replace("-webkit-", "")];
        })),
      ),
    );

  for (const [interfaceIn, ask, side] of [["en", ARABIC, "right"], ["ar", ARABIC, "right"], ["ar", fixture("database"), "left"]]) {
    scene(`all of a question begins at one side (${side}, interface in ${interfaceIn})`, { tab: still() }, async ({ agent, page, widget }) => {
      if (interfaceIn === "ar") {
        await page.evaluate(async () => {
          document.documentElement.dir = "rtl";
          document.getElementById("ask").strings = (await import("./languages/ar.js")).default;
        });
      }
      agent.ask(ask);
      await widget.dialog.waitFor();
      assert.deepEqual([...new Set(Object.values(await sides(widget)))], [side], JSON.stringify(await sides(widget)));
      const [mark, text] = await Promise.all([".mark", ".text"].map((part) => widget.dialog.locator(part).first().boundingBox()));
      assert.equal(mark.x > text.x, side === "right", "the mark stands before the text");
    });
  }

  scene("an empty field begins at the right, and a text in it as it is written", { tab: still() }, async ({ agent, page, widget }) => {
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    agent.ask({ questions: [{ question: "؟", options: [{ label: "1" }, { label: "2" }], multiSelect: false }] });
    await widget.asks("؟");
    const direction = () => widget.field.evaluate((field) => getComputedStyle(field).direction);
    assert.equal(await direction(), "rtl");
    await widget.field.fill("Redis");
    await becomes(direction, "ltr");
    await widget.field.fill("");
    await becomes(direction, "rtl");
  });
});
