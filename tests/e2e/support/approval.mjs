// What a person does on the card of an approval.

import { becomes } from "./until.mjs";

export class Card {
  constructor(widget) {
    this.widget = widget;
    this.dialog = widget.dialog;
  }

  /** The card is there, and takes what the person does. */
  async isOpen() {
    await this.dialog.locator(".approval").waitFor();
    await this.widget.isUnguarded();
  }

  /** Reads to the end: until then the buttons that allow lead to what was not in view. */
  async reads() {
    const unread = this.dialog.locator("button[data-unread]");
    await this.dialog.locator("[part=body]").hover();
    await becomes(async () => {
      await this.widget.page.mouse.wheel(0, 300);
      return unread.count();
    }, 0);
  }

  async presses(name) {
    await this.widget.clicks(name);
  }

  /** Writes what goes with a denial. */
  async says(words) {
    await this.widget.isUnguarded();
    await this.dialog.getByText("Add a message").click();
    await this.dialog.getByRole("textbox", { name: "Message" }).fill(words);
  }

  /** Changes the text of the tool's input that can be changed. */
  async edits(text) {
    await this.presses("Edit");
    await this.dialog.getByRole("textbox", { name: "Edited by you" }).fill(text);
  }

  /** Decides as a verdict of tests/fixtures/approvals says. `request` is what it is about. */
  async decides({ kind, words, ticked, edited, id }, request) {
    const named = (kinds) => request.options?.find((option) => kinds.includes(option.kind))?.name;
    await this.isOpen();
    // When everything was in view, nothing comes under the pointer any more.
    await this.reads();
    if (edited) await this.edits(edited.command);
    switch (kind) {
      case "allow_once":
        return this.presses(named(["allow_once"]) ?? "Allow once");
      case "allow_always":
        await this.presses("Always…");
        for (const place of ticked) {
          await this.widget.checks(this.widget.host.locator(".ask:not([data-guarded])").getByRole("checkbox").nth(place));
        }
        return this.presses(named(["allow_always"]) ?? "Allow and remember");
      case "deny":
        if (words && !request.options) await this.says(words);
        return this.presses(named(["reject_once"]) ?? "Deny");
      case "deny_and_stop":
        return this.presses(request.options ? "Stop the agent" : "Deny and stop");
      case "option": {
        const { name, kind: meaning } = request.options.find((option) => option.optionId === id);
        if (!["allow_once", "reject_once"].includes(meaning)) await this.presses("Always…");
        return this.presses(name);
      }
    }
    throw new Error(`${kind} is no verdict`);
  }
}
