// The hands of a person who fills in a form.

import { readFileSync } from "node:fs";

import { Widget } from "./page.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(`../../fixtures/${path}.json`, import.meta.url), "utf8"));

/** The cases of one file of tests/fixtures/forms. */
export const cases = (name) => read(`forms/${name}`);

/** The parameters of tests/fixtures/elicitation-*.json. */
export const elicitation = (name) => read(`elicitation-${name}`);

/** A tab in whose place it is an hour later than in Greenwich, or two. Problems of a form are told to the developer. */
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
