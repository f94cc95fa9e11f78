// Every state of the widget, each reached by what a bridge sends and a person does. The widget sees no difference to real use.

import { approvals } from "./approval-scenes.js";
import { ScriptedSocket } from "./scripted-socket.js";

const ALL = ["ack", "annotations", "deadline", "extend", "resolved", "withdraw"];

/** An ask of one question. */
const question = (text, header, options, multiSelect = false) => ({
  questions: [{ question: text, header, options: options.map((label) => ({ label })), multiSelect }],
});

/** What plays a scene: the element, the other end of its line, and the hands of a person. */
export class Play {
  constructor(element) {
    this.element = element;
    this.root = element.shadowRoot;
  }

  /** The page attaches a socket; it opens unless the scene is about one that does not. */
  connect(...capabilities) {
    this.attach();
    this.socket.open(...capabilities);
  }

  attach() {
    this.socket = new ScriptedSocket();
    this.element.attach(this.socket);
  }

  async asks(ask, rest = {}, id = "q-1") {
    const input = typeof ask === "string" ? await (await fetch(`fixtures/ask-${ask}.json`)).json() : ask;
    this.socket.tell({ type: "ask_user_question", question_id: id, ...input, ...rest });
  }

  /** The agent wants to use a tool. */
  async wants(request, rest = {}, id = "p-1") {
    const input = typeof request === "string" ? await (await fetch(`fixtures/permission-${request}.json`)).json() : request;
    this.socket.tell({ type: "permission_request", request_id: id, ...input, ...rest });
  }

  /** The agent has a form to be filled in, or an address to be opened. */
  async elicits(request, rest = {}, id = "f-1") {
    const input = typeof request === "string" ? await (await fetch(`fixtures/elicitation-${request}.json`)).json() : request;
    this.socket.tell({ type: "elicitation_request", request_id: id, ...input, ...rest });
  }

  /** The dialog is open and takes what the person does. */
  async isOpen() {
    await this.until(() => this.root.querySelector("dialog[open] .ask:not([data-guarded])"));
  }

  /**
   * Clicks this once clicks count. What has just changed its size puts the guard up one frame later, so a few frames without it have to
   * pass.
   */
  async click(selector) {
    let target;
    for (let frames = 0; frames < 3; ) {
      await new Promise(requestAnimationFrame);
      target = this.root.querySelector(selector);
      frames = target && !target.closest("[data-guarded]") ? frames + 1 : 0;
    }
    target.focus();
    target.click();
  }

  async type(selector, text) {
    await this.until(() => this.root.querySelector(selector));
    const field = this.root.querySelector(selector);
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    // Who types sees what they type.
    if (field.selectionStart !== null) field.setSelectionRange(text.length, text.length);
    field.blur();
    field.focus();
  }

  async choose(...options) {
    for (const option of options) await this.click(`.mark[data-option="${option}"]`);
  }

  async until(truth) {
    while (!truth()) await new Promise((resolve) => setTimeout(resolve, 16));
  }
}

/** Opens an ask and waits until it can be answered. */
async function asking(play, ask, { capabilities = ALL, ...rest } = {}) {
  play.connect(...capabilities);
  await play.asks(ask, rest);
  await play.isOpen();
}

/** Opens a form and waits until it can be filled in. */
async function filling(play, request, rest = {}) {
  play.connect(...ALL, "elicitation");
  await play.elicits(request, rest);
  await play.isOpen();
}

/** Three of the fields of the form with every kind. */
async function shortForm() {
  const { mode, message, requestedSchema } = await (await fetch("fixtures/elicitation-form.json")).json();
  const { name, region, replicas } = requestedSchema.properties;
  return { mode, message, requestedSchema: { type: "object", properties: { name, region, replicas }, required: ["name", "region"] } };
}

/** The first question answered, the second one shown. */
async function secondStep(play) {
  await asking(play, "project");
  await play.choose(0);
  await play.click(".send");
  await play.until(() => play.root.querySelector(".title").textContent.startsWith("Which features"));
}

async function reviewed(play, { gap }) {
  await secondStep(play);
  await play.choose(0, 2);
  await play.click(".notes-title");
  await play.type(".notes .field", "Telemetry only in the beta, and only for those who said yes.");
  await play.click(".step:nth-child(3)");
  await play.until(() => play.root.querySelector(".title").textContent.startsWith("How should"));
  if (!gap) await play.choose(1);
  await play.click(".step:nth-child(4)");
  await play.until(() => play.root.querySelector(".title").textContent.startsWith("Where"));
  await play.type(".options .field", "On a small computer at home, behind the router");
  await play.click(".step:nth-child(5)");
  await play.until(() => play.root.querySelector(".review"));
}

/** Each scene: what it shows, and how it comes about. */
export const scenes = {
  question: {
    shows: "One question with inline markdown and a recommended option",
    play: (play) =>
      asking(play, {
        questions: [
          {
            question: "The table `orders` has no index on `customer_id`. Should I **add one** ([docs](https://www.postgresql.org/docs/current/indexes.html))?",
            header: "Index",
            multiSelect: false,
            options: [
              { label: "Yes, concurrently (Recommended)", description: "`CREATE INDEX CONCURRENTLY`: slower, and nobody has to wait" },
              { label: "Yes, in the next migration", description: "Locks the table for about *two minutes*" },
              { label: "No", description: "The query stays as slow as it is" },
            ],
          },
        ],
      }),
  },
  preview: { shows: "Options with previews", play: (play) => asking(play, "database") },
  chosen: {
    shows: "An option chosen",
    play: async (play) => {
      await asking(play, "database");
      await play.choose(1);
    },
  },
  inline: { shows: "In the transcript", presentation: "inline", play: (play) => asking(play, "features") },
  dock: { shows: "Docked above the composer", presentation: "dock", play: (play) => asking(play, "database") },
  "several-choices": {
    shows: "Several choices, two of them picked",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(0, 2);
    },
  },
  "own-answer": {
    shows: "Own answer, in several lines",
    play: async (play) => {
      await asking(play, "features");
      await play.type(".options .field", "Use what the other service has:\nstrict types, no default exports,\nand the same formatter.");
    },
  },
  "near-the-limit": {
    shows: "A very long answer, near its limit",
    play: async (play) => {
      await asking(play, "features");
      await play.type(".options .field", "All the rules of our handbook apply. ".repeat(263));
    },
  },
  note: {
    shows: "A note beside the answer",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(1);
      await play.click(".notes-title");
      await play.type(".notes .field", "Only for new code; the old stays as it is.");
    },
  },
  "no-options": { shows: "A question without options", play: (play) => asking(play, question("What should the project be called?", "Name", [])) },
  "no-question": { shows: "An ask without any question", play: (play) => asking(play, { questions: [] }) },
  long: {
    shows: "Texts that are far too long",
    play: (play) =>
      asking(play, {
        questions: [
          {
            question: "Which of these should be done first, given that all of them have waited for a while? ".repeat(4),
            header: "A header that is much longer than twelve characters",
            multiSelect: false,
            options: [
              { label: "A label that goes on ".repeat(12), description: "A description that goes on and on. ".repeat(20) },
              { label: "Wordwithoutanyspace".repeat(30), description: "https://example.org/".padEnd(600, "path/") },
              { label: "Short", description: "And short." },
              { label: "x".repeat(10_000), description: "Ten thousand letters" },
            ],
          },
        ],
      }),
  },
  many: {
    shows: "More options than an ask should have",
    play: (play) => asking(play, question("Which region?", "Region", Array.from({ length: 24 }, (_, index) => `Region ${index + 1}`))),
  },
  "right-to-left": {
    shows: "A question in Arabic",
    play: (play) =>
      asking(play, {
        questions: [
          {
            question: "أي قاعدة بيانات يجب أن نستخدم لهذا المشروع؟",
            header: "قاعدة البيانات",
            multiSelect: false,
            options: [
              { label: "PostgreSQL (Recommended)", description: "قوية وموثوقة، مناسبة للاستعلامات المعقدة" },
              { label: "ملف واحد", description: "SQLite: بدون خادم" },
            ],
          },
        ],
      }),
  },
  german: {
    shows: "In German",
    strings: "de",
    play: (play) => reviewed(play, { gap: true }),
  },
  arabic: {
    shows: "In Arabic, from right to left",
    strings: "ar",
    play: async (play) => {
      await asking(play, "database", { timeout_seconds: 120, remaining_seconds: 25 });
      await play.choose(1);
    },
  },
  hostile: {
    shows: "Texts that try to deceive",
    play: (play) =>
      asking(play, {
        questions: [
          {
            question: "Delete <b>nothing</b>? <img src=x onerror=alert(1)> [bank.example](https://xn--bnk-8cd.example/login)",
            header: "\u202Eyrgna",
            multiSelect: false,
            options: [
              { label: "Safe \u202Egnihtyreve eteled\u202C", description: "Z\u0351\u036B\u0343\u036A\u0302\u0363a\u0329\u034D\u032Dl\u0345\u0320\u0345g\u031D\u034Ao\u0341\u0328 and a zero\u200B-width space" },
              { label: "\u0007Bell\u0000 and null", description: "<script>alert(2)</script>" },
            ],
          },
        ],
      }),
  },
  ...approvals,
  form: { shows: "A form with every kind of field", play: (play) => filling(play, "form", { serverName: "deploy" }) },
  "form-errors": {
    shows: "A form that was sent too early",
    play: async (play) => {
      await filling(play, "form", { title: "Deployment", serverName: "deploy" });
      await play.type("#field-0", "My Site");
      await play.click(".send");
      await play.until(() => play.root.querySelector(".error:not(:empty)"));
    },
  },
  "form-short": {
    shows: "A short form with a field to correct",
    play: async (play) => {
      await filling(play, await shortForm(), { serverName: "deploy" });
      await play.type(".form-field .field", "My Site");
      await play.click('.form-field .mark[data-option="0"]');
      await play.click(".send");
      await play.until(() => play.root.querySelector(".form-field [part=error]")?.textContent);
    },
  },
  "form-german": { shows: "In German: a form", strings: "de", play: (play) => filling(play, "form", { serverName: "deploy" }) },
  "form-arabic": { shows: "In Arabic: a form", strings: "ar", play: (play) => filling(play, "form", { serverName: "deploy" }) },
  "form-receipts": {
    shows: "What stays of forms",
    receipts: true,
    play: async (play) => {
      await filling(play, await shortForm(), { serverName: "deploy" });
      await play.type(".form-field .field", "my-site");
      await play.click('.form-field .mark[data-option="0"]');
      await play.click(".decline");
      play.socket.tell({ type: "ask_user_ack", question_id: "f-1", outcome: "accepted" });
      await play.until(() => play.root.querySelectorAll(".receipt").length === 1);
      await play.click(".receipt .receipt-short");
    },
  },
  "form-address": { shows: "An address to be opened", play: (play) => filling(play, "url", { serverName: "hosting" }) },
  "form-unusual-address": {
    shows: "An address that is not what it seems",
    play: (play) => filling(play, { mode: "url", message: "Sign in to your bank.", url: "https://bank.example@evil.example/login", elicitationId: "e" }),
  },
  "form-unacceptable": {
    shows: "A form that cannot be accepted",
    play: (play) =>
      filling(play, {
        message: "Where should it be delivered?",
        requestedSchema: {
          type: "object",
          properties: { name: { type: "string", title: "Name" }, address: { type: "object", properties: { street: { type: "string" } } } },
        },
      }),
  },
  steps: { shows: "The second of four questions", play: secondStep },
  gap: {
    shows: "A question that was left without an answer",
    play: async (play) => {
      await asking(play, "features");
      await play.click(".send");
    },
  },
  review: { shows: "The review of four answers", play: (play) => reviewed(play, { gap: false }) },
  "review-gap": { shows: "The review with one answer missing", play: (play) => reviewed(play, { gap: true }) },
  queue: {
    shows: "Two more questions waiting",
    play: async (play) => {
      await asking(play, "database");
      await play.asks("features", {}, "q-2");
      await play.asks("layout", {}, "q-3");
    },
  },
  countdown: { shows: "A time limit", play: (play) => asking(play, "features", { timeout_seconds: 170 }) },
  "time-nearly-up": { shows: "The time is nearly up, and can be extended", play: (play) => asking(play, "features", { timeout_seconds: 120, remaining_seconds: 28 }) },
  "no-more-time": {
    shows: "The time is nearly up, and cannot be extended",
    play: (play) => asking(play, "features", { timeout_seconds: 120, remaining_seconds: 28, capabilities: [] }),
  },
  bar: {
    shows: "Minimized to a bar",
    play: async (play) => {
      await asking(play, "database");
      await play.click(".minimize");
    },
  },
  "bar-in-a-hurry": {
    shows: "Minimized, with little time and others waiting",
    play: async (play) => {
      await asking(play, "database", { timeout_seconds: 120, remaining_seconds: 28 });
      await play.asks("features", {}, "q-2");
      await play.asks("layout", {}, "q-3");
      await play.click(".minimize");
    },
  },
  "bar-unsent": {
    shows: "Minimized, with an answer that waits for the connection",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(0, 1);
      play.socket.drop();
      await play.click(".send");
    },
  },
  "timed-out-steps": {
    shows: "Timed out with several questions, all of which can be read",
    play: async (play) => {
      await asking(play, "auth", { timeout_seconds: 60 });
      await play.choose(1);
      await play.click(".step:nth-child(2)");
      await play.choose(0, 2);
      play.socket.tell({ type: "ask_user_timeout", question_id: "q-1", error: "User response timeout" });
    },
  },
  cancelled: {
    shows: "Dismissed, with an undo",
    play: async (play) => {
      await asking(play, "database");
      await play.click(".cancel");
    },
  },
  connecting: { shows: "The first connection is being made", play: (play) => play.attach() },
  reconnecting: {
    shows: "The connection is lost",
    play: async (play) => {
      play.connect(...ALL);
      play.socket.drop();
    },
  },
  offline: {
    shows: "The connection is lost while somebody answers",
    play: async (play) => {
      await asking(play, "database");
      await play.choose(0);
      play.socket.drop();
    },
  },
  unsent: {
    shows: "An answer that waits for the connection",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(0, 1);
      play.socket.drop();
      await play.click(".send");
      // It minimizes itself, and can be looked at again.
      await play.click(".bar:not([hidden]) .answer");
    },
  },
  sending: {
    shows: "An answer that the bridge has not confirmed",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(0);
      await play.click(".send");
    },
  },
  sent: {
    shows: "An answer that the bridge has confirmed",
    play: async (play) => {
      await asking(play, "features");
      await play.choose(0);
      await play.click(".send");
      play.socket.tell({ type: "ask_user_ack", question_id: "q-1", outcome: "accepted" });
    },
  },
  refused: {
    shows: "An answer that the bridge refused",
    play: async (play) => {
      await asking(play, "features", { capabilities: [] });
      await play.choose(0);
      await play.click(".send");
      play.socket.tell({ type: "error", error: "Invalid ask_user_response: answers must be strings" });
    },
  },
  "timed-out": {
    shows: "The time was up, and what was typed stays",
    play: async (play) => {
      await asking(play, "features", { timeout_seconds: 90 });
      await play.choose(1);
      await play.type(".options .field", "And the linter of the other");
      play.socket.tell({ type: "ask_user_timeout", question_id: "q-1", error: "User response timeout" });
    },
  },
  withdrawn: {
    shows: "The agent no longer needs the answer",
    play: async (play) => {
      await asking(play, "database");
      await play.choose(2);
      play.socket.tell({ type: "ask_user_withdrawn", question_id: "q-1", reason: "The schema was found in the repository" });
    },
  },
  "answered-elsewhere": {
    shows: "Answered in another window",
    play: async (play) => {
      await asking(play, "database");
      await play.choose(2);
      play.socket.tell({ type: "ask_user_resolved", question_id: "q-1", outcome: "answered", answers: { "Which database should we use for this project?": "PostgreSQL" } });
    },
  },
  taken: {
    shows: "Another window has taken the session",
    play: async (play) => {
      await asking(play, "database");
      await play.choose(0);
      play.socket.tell({ type: "session_taken" });
    },
  },
  receipts: {
    shows: "What stays: answered, partly answered, withdrawn, dismissed",
    receipts: true,
    play: async (play) => {
      await asking(play, "database");
      await play.choose(0);
      await play.click(".send");
      play.socket.tell({ type: "ask_user_ack", question_id: "q-1", outcome: "accepted" });
      await play.asks("auth", {}, "q-2");
      await play.isOpen();
      await play.choose(1);
      await play.click(".step:nth-child(3)");
      await play.until(() => play.root.querySelector(".review"));
      await play.click(".send");
      play.socket.tell({ type: "ask_user_ack", question_id: "q-2", outcome: "accepted" });
      await play.asks("layout", {}, "q-3");
      await play.isOpen();
      play.socket.tell({ type: "ask_user_withdrawn", question_id: "q-3" });
      await play.asks("features", {}, "q-4");
      await play.isOpen();
      await play.click(".cancel");
      await play.until(() => play.root.querySelector(".receipt[data-outcome=cancelled]"));
      await play.click(".receipt:nth-child(2) .receipt-short");
    },
  },
};
