// What a person finds on the page, by role and name: the widget, and the demo chat around it.

import assert from "node:assert/strict";

import { becomes } from "./until.mjs";

export class Widget {
  constructor(page, host = page.locator("ask-user")) {
    this.page = page;
    this.host = host;
    // One that closes can be seen for a moment longer.
    this.dialog = host.getByRole("dialog").and(host.locator("[open]"));
    // A preview may have headings of its own, of lower levels.
    this.title = this.dialog.getByRole("heading", { level: 2 });
    this.field = this.dialog.getByRole("textbox", { name: "Your own answer" });
    // Out of the accessibility tree while it has nothing to say.
    this.alert = this.dialog.locator('[role="alert"]');
    this.timer = this.dialog.getByRole("timer");
    this.queued = this.dialog.locator(".queued");
    this.bar = host.locator("[part=bar][role=group]");
    this.notice = host.locator('[part="notice"]').filter({ visible: true });
    /** What a screen reader hears beside the dialog, and in it while it is modal. */
    this.announcer = host.locator("dialog ~ [role=status].announcer");
    this.inner = host.locator("dialog > [role=status].announcer");
    this.receipts = host.locator("[part=receipt] summary").filter({ visible: true });
  }

  /** The dialog is open on this question, and takes what the person does. */
  async asks(question) {
    await this.dialog.waitFor();
    await becomes(() => this.title.textContent(), question);
    await this.isUnguarded();
  }

  /** The page that shows all answers before they are sent. */
  reviews() {
    return this.asks("Review your answers");
  }

  /** The moment after opening, in which nothing counts, is over. */
  async isUnguarded() {
    await this.dialog.locator(".ask:not([data-guarded])").waitFor();
  }

  /** The dialog is minimized, and the bar takes what the person does. */
  async isFolded() {
    await this.bar.and(this.host.locator("[part=bar]:not([data-guarded])")).waitFor();
  }

  /** Nothing of an ask is on the screen. */
  async isGone() {
    await this.dialog.waitFor({ state: "hidden" });
    await this.bar.waitFor({ state: "hidden" });
  }

  /** The radio button or check box of this name. */
  option(name) {
    return this.dialog.getByRole("radio", { name }).or(this.dialog.getByRole("checkbox", { name }));
  }

  /** The text of an option, where a person would click. */
  label(name) {
    // A preview may say the same.
    return this.dialog.locator(":is([part=head], [part=options])").getByText(name, { exact: true });
  }

  button(name) {
    return this.host.getByRole("button", { name, exact: true });
  }

  /**
   * Clicks the button of the dialog once it is there and counts. Who waits for the guard first and clicks then may click what
   * a new guard came with: when an ask ends, "Send" becomes "Close", guarded. What has just changed its size puts the guard up one
   * frame later; the trial lasts two frames.
   */
  async clicks(name) {
    await this.#clicks(this.host.locator(".ask:not([data-guarded])").getByRole("button", { name, exact: true }));
  }

  /** Clicks what has this text once it is there and counts, as `clicks` does. */
  async clicksText(text) {
    await this.#clicks(this.host.locator(".ask:not([data-guarded])").getByText(text));
  }

  /** Clicks the part of the dialog that this selector finds, as `clicks` does. */
  async clicksPart(selector) {
    await this.#clicks(this.host.locator(`.ask:not([data-guarded]) ${selector}`));
  }

  async #clicks(target) {
    await target.click({ trial: true });
    await target.click();
  }

  /** Ticks a check box that stays in its place for two frames: see `clicks`. */
  async checks(box) {
    await box.click({ trial: true });
    await box.check();
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** The names of the options that are checked, in order. */
  async checked() {
    const marks = this.dialog.locator("input:checked");
    return marks.evaluateAll((inputs) =>
      inputs.map((input) => {
        const label = input.getRootNode().getElementById(input.getAttribute("aria-labelledby"));
        return (label.querySelector("bdi") ?? label).textContent;
      }),
    );
  }

  /** What the countdown says. */
  async secondsLeft() {
    const [minutes, seconds] = (await this.timer.textContent()).split(":").map(Number);
    return minutes * 60 + seconds;
  }

  /** What has the focus within the widget: the accessible name of a control, or the text of the title. */
  async focused() {
    return this.host.evaluate((host) => {
      const active = host.shadowRoot.activeElement;
      if (!active) return null;
      const label = host.shadowRoot.getElementById(active.getAttribute("aria-labelledby") ?? "");
      const name = (label?.querySelector("bdi") ?? label)?.textContent;
      return name ?? active.getAttribute("aria-label") ?? active.textContent;
    });
  }

  async assertChecked(...names) {
    await becomes(() => this.checked(), names, "the options that are checked");
  }

  async assertFocused(name) {
    await becomes(() => this.focused(), name, "what has the focus");
  }

  /** Nothing has been sent, and the agent still waits. */
  assertNothingSent(tab, asked) {
    assert.deepEqual(tab.responses(), [], "something was sent");
    assert.equal(asked.isSettled, false, "the agent got a result");
  }
}

/** The demo page's chat. */
export class Chat {
  constructor(page) {
    this.page = page;
    this.input = page.getByRole("textbox", { name: "Message" });
    this.connection = page.locator("#connection");
    this.receipts = page.locator("#transcript .receipt");
  }

  async connects() {
    await becomes(() => this.connection.textContent(), "connected");
  }

  /** The messages of the agent, or of the person, or notes. */
  async messages(kind) {
    const texts = await this.page.locator(`#transcript .message.${kind}`).allTextContents();
    return texts.map((text) => text.trim().replace(/\s+/g, " "));
  }

  /** The input takes a message. */
  async isFree() {
    await becomes(() => this.input.isEnabled(), true, "the chat input is free");
  }

  /** The input takes no message. */
  async isHeld() {
    await becomes(() => this.input.isEnabled(), false, "the chat input is held");
  }
}
