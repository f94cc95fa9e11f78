// What a person does on the card of an approval.

import { becomes } from "./until.mjs";

/** What the widget says that an option of ACP decides. */
const DECISIONS = { allow_once: "Allow once", allow_always: "Always allow", reject_once: "Deny", reject_always: "Always deny" };

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

  /** Chooses an option of ACP by its name. What it decides is said first, unless the agent says the same. */
  async chooses({ name, kind }) {
    const decision = DECISIONS[kind] ?? "Effect unknown";
    await this.presses(name.toLowerCase() === decision.toLowerCase() ? decision : `${decision} ${name}`);
  }

  /** Decides as a verdict of tests/fixtures/approvals says. `request` is what it is about. */
  async decides({ kind, words, ticked, edited, id }, request) {
    const optionOf = (kind) => request.options?.find((option) => option.kind === kind);
    const decidesBy = (kind, own) => (optionOf(kind) ? this.chooses(optionOf(kind)) : this.presses(own));
    await this.isOpen();
    // When everything was in view, nothing comes under the pointer any more.
    await this.reads();
    if (edited) await this.edits(edited.command);
    switch (kind) {
      case "allow_once":
        return decidesBy("allow_once", "Allow once");
      case "allow_always":
        await this.presses("Always…");
        for (const place of ticked) {
          await this.widget.checks(this.widget.host.locator(".ask:not([data-guarded])").getByRole("checkbox").nth(place));
        }
        return decidesBy("allow_always", "Allow and remember");
      case "deny":
        if (words && !request.options) await this.says(words);
        return decidesBy("reject_once", "Deny");
      case "deny_and_stop":
        return this.presses(request.options ? "Stop the agent" : "Deny and stop");
      case "option": {
        const option = request.options.find((option) => option.optionId === id);
        if (!["allow_once", "reject_once"].includes(option.kind)) await this.presses("Always…");
        return this.chooses(option);
      }
    }
    throw new Error(`${kind} is no verdict`);
  }
}
