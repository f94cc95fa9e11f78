// The types of <ask-user>. Written by hand; a test holds them against the manifest, which is made of the class's own
// doc comment.

/** A frame of the protocol, or one of the page's own. */
export interface Frame {
  type?: string;
  [key: string]: unknown;
}

/** An option of a question. */
export interface Option {
  label: string;
  description?: string;
  /** Shown beside the options while this one has the focus. */
  preview?: string;
}

/** A question as an agent asks it. */
export interface Question {
  question: string;
  /** A word or two, shown as a chip. */
  header?: string;
  options?: readonly Option[];
  multiSelect?: boolean;
}

/** What `ask` takes: the input of the tool `AskUserQuestion`. */
export interface AskInput {
  questions: readonly Question[];
  /** Whatever else the input has; it is not looked at. */
  metadata?: unknown;
}

export interface AskOptions {
  /** An aborted signal withdraws the question. */
  signal?: AbortSignal;
  /** Without it there is no limit. */
  timeoutSeconds?: number;
  /** `questionId` of the events; made up if there is none. */
  id?: string;
}

/** How an ask ended. */
export type Outcome = "answered" | "partly-answered" | "cancelled" | "timed-out" | "withdrawn" | "lapsed" | "answered-elsewhere" | "cancelled-elsewhere";

export type Connection = "closed" | "connecting" | "open" | "reconnecting" | "failed" | "unreachable" | "taken";

/** `ask-user-ask`. */
export interface AskDetail {
  questionId: string;
  questions: { question: string; header: string | null; multiSelect: boolean; options: string[] }[];
  timeoutSeconds: number | null;
  /** What was wrong with the ask, in words. */
  problems: string[];
}

/** One question of a receipt. */
export interface ReceiptLine {
  header: string | null;
  question: string;
  /** Empty if it was skipped. */
  answers: string[];
  /** The options chosen, by position. */
  picks: number[];
  /** An answer of the person's own. */
  other: string | null;
  /** A note, as it was sent. */
  notes: string | null;
}

/** The event that ends an ask, and what `ask` resolves with. */
export interface EndDetail {
  questionId: string;
  outcome: Outcome;
  reason: string | null;
  /** By question. Empty, as what follows, where an ask ended before anybody saw it. */
  answers: Record<string, string>;
  annotations: Record<string, { preview?: string; notes?: string }>;
  lines: ReceiptLine[];
  /** All of it as text, as a tool result. */
  text: string;
}

/** `ask-user-status`. */
export interface StatusDetail {
  connection: Connection;
  waitingForUser: boolean;
  isProcessing: boolean;
  pendingQuestionId: string | null;
  queued: number;
}

/** `ask-user-session`. */
export interface SessionDetail {
  /** The id that the bridge gave to a session that was begun as `new`. */
  sessionId: string;
}

/** `ask-user-error`. Written to the console too, unless a listener calls `preventDefault()`. */
export interface ErrorDetail {
  message: string;
}

/** The events of `<ask-user>`. All bubble, and leave shadow roots. */
export interface AskUserEventMap {
  "ask-user-ask": CustomEvent<AskDetail>;
  "ask-user-answer": CustomEvent<EndDetail>;
  "ask-user-cancel": CustomEvent<EndDetail>;
  "ask-user-timeout": CustomEvent<EndDetail>;
  "ask-user-end": CustomEvent<EndDetail>;
  "ask-user-session": CustomEvent<SessionDetail>;
  "ask-user-status": CustomEvent<StatusDetail>;
  "ask-user-message": CustomEvent<Frame>;
  "ask-user-send": CustomEvent<Frame>;
  "ask-user-error": CustomEvent<ErrorDetail>;
}

/** The attributes of `<ask-user>`, for the types of frameworks. */
export interface AskUserAttributes {
  /** Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`. */
  url?: string;
  /** Name of the session, added to the address. */
  session?: string;
  /** Id of the chat's own input, which is disabled while an answer is waited for. */
  for?: string;
  /** `none`: the page shows what was answered by itself. */
  receipts?: "none";
  presentation?: "modal" | "inline" | "dock";
  /** `off`: digits, letters and Ctrl+Enter do nothing. */
  shortcuts?: "off";
  theme?: "light" | "dark" | "system";
  /** `off`: nothing is kept for a reload. */
  drafts?: "off";
  /** What options' previews are written in; otherwise markdown. */
  "preview-format"?: "markdown" | "html" | "auto";
  /** `click`: a person may have the images of markdown previews loaded, one by one; otherwise they are named. */
  images?: "click";
  /** While the page is in the background, a question calls by a notification, if the page has the permission. */
  notify?: boolean;
  /** While the page is in the background, a question calls by two short notes. */
  sound?: boolean;
}

/** The properties of `<ask-user>` that are no attributes. */
export interface AskUserProperties {
  token?: string | null;
  strings?: Strings | Strings[] | null;
}

/** The words of a language. What it leaves out is said in English. */
export interface Strings {
  /** A name that the browser knows. */
  lang: string;
  [key: string]: string;
}

/** The permission result of the Claude Agent SDK. */
export type PermissionResult =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string; interrupt: boolean };

/** ACP's result of `session/request_permission`. */
export interface RequestPermissionResult {
  outcome:
    | { outcome: "selected"; optionId: string; _meta?: { customText?: string } }
    | { outcome: "cancelled" };
}

/** The result of `elicitation/create`, of ACP and MCP. */
export type ElicitResult =
  | { action: "accept"; content: Record<string, string | number | boolean | string[]> }
  | { action: "cancel" };

/** Where the WebAssembly is: an address, a response, bytes, or a compiled module. */
export type WebAssemblySource =
  | string
  | URL
  | Request
  | Response
  | BufferSource
  | WebAssembly.Module
  | Promise<Response | BufferSource | WebAssembly.Module>;

/** The class behind `<ask-user>`. */
export class AskUser extends HTMLElement {
  /** The token for a bridge that wants one: a property only, so that it never stands in the document. */
  get token(): string | null;
  set token(token: string | null | undefined);

  /** The words of a language, or of several to choose from by the nearest `lang`. */
  get strings(): Strings | Strings[] | null;
  set strings(strings: Strings | Strings[] | null | undefined);

  /** The attribute `notify`. */
  get notify(): boolean;
  set notify(wanted: boolean);

  /** The attribute `sound`. */
  get sound(): boolean;
  set sound(wanted: boolean);

  /** Whether an event is a person's own. A test that makes up events can say otherwise in a subclass of its own. */
  static isMeant(event: Event): boolean;

  /** Sends a frame of the page's own, an object or its JSON, through the widget's connection; false if there is none. */
  send(frame: object | string): boolean;

  /** Shares the page's own WebSocket, and never closes it; one that reconnects by itself stays shared. `null` lets go of it. */
  attach(socket: WebSocket | null): void;

  /** Takes a frame of the protocol that came by any way of the page's; `ask-user-send` events are the way back. */
  receive(frame: object | string): void;

  /**
   * Asks without any protocol. Resolves however it ends. Rejects what cannot be asked, with a `TypeError` that names the place
   * (`questions[0].question`), and asks beside a bridge, with an id of before, or out of the document.
   */
  ask(input: AskInput | readonly Question[], options?: AskOptions): Promise<EndDetail>;

  /** The Claude Agent SDK's `canUseTool`, for the tool `AskUserQuestion`. */
  canUseTool(name: string, input: object, options?: AskOptions): Promise<PermissionResult>;

  /** ACP's `session/request_permission` where it carries a question: its parameters in, its result out. It has no place for notes. */
  requestPermission(request: object, options?: AskOptions): Promise<RequestPermissionResult>;

  /**
   * `elicitation/create` of ACP or MCP where its form is made of questions: its parameters in, its result out. Rejects other
   * forms and URL mode.
   */
  elicit(request: object, options?: AskOptions): Promise<ElicitResult>;

  addEventListener<Name extends keyof AskUserEventMap>(
    name: Name,
    listener: (this: AskUser, event: AskUserEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: AskUser, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof AskUserEventMap>(
    name: Name,
    listener: (this: AskUser, event: AskUserEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: AskUser, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Makes the page know `<ask-user>`, unless it does already; on a server it does nothing. */
export function define(name?: string, type?: typeof AskUser): void;

/** Fetches the WebAssembly now, from beside this file or from where `source` says. The first call decides; after a failure the next one tries again. */
export function load(source?: WebAssemblySource): Promise<unknown>;

/** Takes the WebAssembly from somebody who has it already: the exports of wasm-bindgen's module. */
export function provide(exports: unknown): void;

declare global {
  interface HTMLElementTagNameMap {
    "ask-user": AskUser;
  }

  // They bubble: a listener on the document hears the right detail too.
  interface GlobalEventHandlersEventMap extends AskUserEventMap {}
}
