// The hands of a person who fills in a form.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { Widget } from "./page.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(`../../fixtures/${path}.json`, import.meta.url), "utf8"));

/** The cases of one file of tests/fixtures/forms. */
export const cases = (name) => read(`forms/${name}`);

/** The parameters of tests/fixtures/elicitation-*.json. */
export const elicitation = (name) => read(`elicitation-${name}`);

/** A tab in whose place it is an hour later than in Greenwich, or two. Problems of a form are reported to the developer. */
export const BERLIN = {
  tolerates: [/^console: ask-user:/],
  prepare: async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
  },
};

/** An element of the page's own, which no bridge feeds. */
export async function second(page) {
  await page.evaluate(() => {
    const element = document.createElement("ask-user");
    element.id = "second";
    document.body.append(element);
  });
  return new Widget(page, page.locator("#second"));
}

/** The result of `elicit()` in the page, as JSON: what is passed between test and page would lose a key. */
export function elicit(page, request) {
  const call = async (json) => JSON.stringify(await document.getElementById("second").elicit(JSON.parse(json)));
  const asked = page.evaluate(call, JSON.stringify(request));
  // A test that fails early tells of that, and not of what it left behind.
  asked.catch(() => {});
  return asked;
}

/** What `fillsInEveryKind` makes of the form of @modelcontextprotocol/server-everything. */
export const EVERY_KIND = {
  name: "Ada 1 n b 0",
  check: true,
  firstLine: "It was a dark and stormy night.",
  email: "ada@example.com",
  homepage: "https://example.com/ada",
  birthdate: "1815-12-10",
  integer: 7,
  number: 3.14,
  untitledSingleSelectEnum: "Joey",
  untitledMultipleSelectEnum: ["Guitar", "Piano"],
  titledSingleSelectEnum: "hero-1",
  titledMultipleSelectEnum: ["fish-1"],
  legacyTitledEnum: "pet-1",
};

export class FormPage {
  constructor(widget) {
    this.widget = widget;
    this.fields = widget.dialog.locator("[part~=form-field]");
  }

  field(index) {
    return this.fields.nth(index);
  }

  text(index) {
    return this.field(index).locator("input[part=field], textarea[part=field]");
  }

  error(index) {
    return this.field(index).locator("[part=error]");
  }

  /** The positions of the fields that say that something is wrong. */
  async wrong() {
    const texts = await this.widget.dialog.locator("[part=error]").allTextContents();
    return texts.flatMap((text, index) => (text ? [index] : []));
  }

  /** Tabs on until the focus is in this field. */
  async tabsTo(index) {
    const isThere = () => this.field(index).evaluate((field) => field.matches(":focus-within"));
    for (let keys = 0; !(await isThere()); keys += 1) {
      assert.ok(keys < 12, `field ${index} is out of reach`);
      await this.widget.press("Tab");
    }
  }

  /** Fills in the form of @modelcontextprotocol/server-everything, which has every kind of field, with the keyboard alone. */
  async fillsInEveryKind() {
    const { widget } = this;
    const { keyboard } = widget.page;
    await this.tabsTo(0);
    await keyboard.type(EVERY_KIND.name);
    await widget.press("Tab", "Space");
    await this.tabsTo(3);
    await keyboard.type(EVERY_KIND.email);
    await this.tabsTo(4);
    await keyboard.type(EVERY_KIND.homepage);
    await widget.press("Enter");
    await this.tabsTo(5);
    await keyboard.type("12101815");
    await this.tabsTo(6);
    await widget.press("Control+a");
    await keyboard.type("7");
    await this.tabsTo(8);
    await widget.press("ArrowDown", "ArrowDown");
    await this.tabsTo(9);
    await widget.press("Tab", "Space");
  }

  /** Makes a field hold this answer of a fixture; what is no answer leaves it empty. */
  async fill(index, answer = {}) {
    if (answer === "default") return;
    const text = this.text(index);
    if (await text.count()) {
      const value = answer.other ?? "";
      const isMoment = (await text.getAttribute("type")) === "datetime-local";
      const isDay = (await text.getAttribute("type")) === "date";
      const isRight = () => new Date(value).toISOString().startsWith(value);
      // What is no day of the calendar cannot be entered there; half a day can.
      if (isDay && value && !isRight()) return text.pressSequentially("1");
      return text.fill(isMoment ? value.slice(0, "2026-02-28T09:30".length) : value);
    }
    const picks = answer.picks ?? [];
    const marks = this.field(index).locator("input.mark");
    for (const [place, mark] of (await marks.all()).entries()) {
      const isMeant = picks.includes(place);
      if ((await mark.isChecked()) === isMeant) continue;
      if (isMeant || (await mark.getAttribute("type")) === "checkbox") await mark.setChecked(isMeant);
      else if (picks.length === 0) await this.field(index).locator("button.clear").click();
    }
  }
}
