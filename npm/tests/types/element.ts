// All of the API, as a page in TypeScript uses it.

import { AskUser, define, load, provide } from "ask-user-widget";
import type { ApprovalDetail, AskInput, CanUseTool, Connection, EndDetail, ErrorCode, FormDetail, Frame, Outcome, PermissionResult, Question } from "ask-user-widget";
import german from "ask-user-widget/languages/de";
import "ask-user-widget/define";
import { AskUser as Inlined } from "ask-user-widget/inline";

define();
define("my-question");
await load();
await load(new URL("/assets/widget.wasm", location.href));
await load(fetch("/assets/widget.wasm"));
await load(await WebAssembly.compileStreaming(fetch("/assets/widget.wasm")));
declare const exports: unknown;
provide(exports);

const made: AskUser = document.createElement("ask-user");
const selected: AskUser | null = document.querySelector("ask-user");
const inlined: AskUser = new Inlined();
made.token = "secret";
made.token = null;
const token: string | null = made.token;
const title: string = made.title;

made.strings = german;
made.strings = [german, { lang: "pt", send: "Enviar" }];
made.strings = null;
class Tested extends AskUser {
  static override acceptsEvent(event: Event): boolean {
    return event.type !== "drag";
  }
}
define("my-tested", Tested);
const allowed: PermissionResult = await made.canUseTool("AskUserQuestion", { questions: [] }, {});
const always = allowed.behavior === "allow" ? allowed.updatedPermissions?.[0]?.destination : allowed.interrupt;
const handedOver: CanUseTool = made.canUseTool;
await handedOver("Bash", { command: "ls" }, { suggestions: [{ type: "setMode", mode: "plan", destination: "session" }], toolUseID: "t" });
const approval: ApprovalDetail | null = made.approval;
const form: FormDetail | null = made.form;
const permitted = await made.requestPermission({ options: [] });
const elicited = await made.elicit({ mode: "form" });
const content = elicited.action === "accept" ? elicited.content?.["question_0"] : elicited.action;
made.notify = true;
made.sound = "off";
made.verbose = true;
made.receipts = null;
made.drafts = "off";
made.shortcuts = false;
made.images = "on";
const isLoud: boolean = made.sound;
made.url = "/ws";
made.session = "demo";
made.composer = "message";
made.presentation = "dock";
made.theme = "system";
made.previewFormat = "html";
const waits: boolean = made.waiting && made.connection === "open" && made.question?.questions[0]?.options[0]?.isRecommended === true;
made.minimize();
made.expand();
made.focus({ preventScroll: true });
made.withdraw("q-1");
made.clearReceipts();

// As a host has them, whose own types are interfaces.
interface HostQuestion {
  question: string;
  options: { label: string; tag: number }[];
}
interface HostInput {
  questions: HostQuestion[];
  origin: string;
}
interface HostFrame {
  type: "user_message";
  text: string;
}
declare const hosts: { input: HostInput; frame: HostFrame };
await made.ask(hosts.input);
await made.ask([{ question: "Which?", options: [{ label: "A" }] }] as const);
await made.canUseTool("AskUserQuestion", hosts.input, { signal: AbortSignal.timeout(1) });
made.sendFrame(hosts.frame);
made.receive(hosts.frame);
// What an ACP client must return.
const client: {
  requestPermission(request: object): Promise<{
    outcome: { outcome: "cancelled" } | { outcome: "selected"; optionId: string; _meta?: Record<string, unknown> };
  }>;
  elicit(request: object): Promise<
    | { action: "accept"; content?: Record<string, string | number | boolean | string[]> }
    | { action: "decline" | "cancel" }
  >;
} = {
  requestPermission: (request) => made.requestPermission(request),
  elicit: (request) => made.elicit(request),
};

const frame: Frame = { type: "user_message", text: "Hello" };
const wasSent: boolean = made.sendFrame(frame);
made.attach(new WebSocket("wss://example.com/ws/demo"));
made.attach(null);
made.receive(frame);
made.receive('{"type":"text"}');

const questions: Question[] = [
  { question: "Which?", header: "Which", multiSelect: true, options: [{ label: "A", description: "a", preview: "`a`" }] },
  { question: "Why?" },
];
const input: AskInput = { questions, metadata: { source: "page" } };
const ended: EndDetail = await made.ask(input, { signal: AbortSignal.timeout(1000), timeoutSeconds: 60, id: "q-1" });
await made.ask(questions);
const outcome: Outcome = ended.outcome;
const answer: string | undefined = ended.answers["Which?"];
const note: string | null | undefined = ended.annotations["Which?"]?.notes;
const line: string[] | undefined = ended.lines[0]?.answers;

made.addEventListener("ask-user-question", (event) => event.detail.questions[0]?.options[0]?.value.length);
made.addEventListener("ask-user-approval", (event) => event.detail.suggestions[0]?.type);
made.addEventListener("ask-user-form", (event) => event.detail.message?.length);
made.addEventListener("ask-user-answer", (event) => event.detail.outcome satisfies Outcome);
made.addEventListener("ask-user-cancel", (event) => event.detail.questionId.length);
made.addEventListener("ask-user-timeout", (event) => event.detail.reason?.length, { once: true });
made.addEventListener("ask-user-end", (event) => event.detail.text.length);
made.addEventListener("ask-user-session", (event) => event.detail.sessionId satisfies string);
made.addEventListener("ask-user-status", (event) => event.detail.connection satisfies Connection);
made.addEventListener("ask-user-frame-in", (event) => event.detail.type);
made.addEventListener("ask-user-frame-out", (event) => made.sendFrame(event.detail));
made.sendFrame(JSON.stringify(frame));
made.addEventListener("ask-user-error", (event) => event.detail.code satisfies ErrorCode);
made.addEventListener("click", (event) => event.clientX);
document.addEventListener("ask-user-status", (event) => event.detail.waitingForUser);
const hear = (event: CustomEvent<EndDetail>) => event.detail.outcome;
made.addEventListener("ask-user-end", hear);
made.removeEventListener("ask-user-end", hear);

// @ts-expect-error: there is no such word
outcome satisfies "answerd";
// @ts-expect-error: questions have a text
await made.ask([{ header: "Which" }]);
// @ts-expect-error: there is no such key
made.strings = { lang: "en", sned: "Submit" };
// @ts-expect-error: it can be read only
made.waiting = true;
// @ts-expect-error: a token is a text
made.token = 1;

export { allowed, always, answer, approval, client, content, isLoud, permitted, inlined, line, note, selected, title, token, waits, wasSent };
