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

/** An option of a question that an agent asks. */
export interface AskedOption {
  /** As it is shown. */
  label: string;
  /** As the agent wrote it, and as an answer says it. */
  value: string;
  description: string | null;
  preview: string | null;
  /** Whether the agent marked it "(Recommended)"; the mark is not in `label`. */
  isRecommended: boolean;
}

/** A question that an agent asks. */
export interface AskedQuestion {
  /** As it is shown. */
  question: string;
  /** As the agent wrote it, and as `answers` names it. */
  key: string;
  header: string | null;
  multiSelect: boolean;
  options: AskedOption[];
}

/** `ask-user-question`. With `preventDefault()` the page shows the question itself. */
export interface QuestionDetail {
  questionId: string;
  questions: AskedQuestion[];
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
  /** The person's own answer. */
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
  code: ErrorCode;
  message: string;
}

/** What kind of thing is wrong. These words stay the same. */
export type ErrorCode =
  /** The WebAssembly could not be loaded; it is tried again. */
  | "load-failed"
  /** The WebAssembly failed while it ran, and was started again or stopped. */
  | "widget-failed"
  /** A property was set to what it cannot be, before the element was defined. */
  | "invalid-property"
  /** An attribute has a value that is not known. */
  | "unknown-value"
  /** There is no element with the id that `composer` names. */
  | "composer-missing"
  | "chunk-failed"
  /** The address of the bridge is none. */
  | "invalid-url"
  /** The token is sent without encryption. */
  | "insecure-token"
  /** There was no connection to the bridge; it is tried again. */
  | "cannot-connect"
  /** The bridge does not let in pages of this origin. */
  | "origin-refused"
  /** The bridge ended the connection, and trying again is of no use. */
  | "connection-refused"
  /** A frame came that cannot be read. */
  | "unreadable-frame"
  /** More questions wait than can be shown. */
  | "too-many-questions"
  /** The bridge refused an answer. */
  | "answer-refused";

/** The events of `<ask-user>`. All bubble, and leave shadow roots. */
export interface AskUserEventMap {
  "ask-user-question": CustomEvent<QuestionDetail>;
  "ask-user-answer": CustomEvent<EndDetail>;
  "ask-user-cancel": CustomEvent<EndDetail>;
  "ask-user-timeout": CustomEvent<EndDetail>;
  "ask-user-end": CustomEvent<EndDetail>;
  "ask-user-session": CustomEvent<SessionDetail>;
  "ask-user-status": CustomEvent<StatusDetail>;
  "ask-user-frame-in": CustomEvent<Frame>;
  "ask-user-frame-out": CustomEvent<Frame>;
  "ask-user-error": CustomEvent<ErrorDetail>;
}

/** What is on or off: `on` and `off` in HTML, and true and false too where a framework sets properties. */
export type Switch = "on" | "off" | boolean;

/** The attributes of `<ask-user>`, for the types of frameworks. */
export interface AskUserAttributes {
  /** Address of the bridge's WebSocket; a path means this host, `http` becomes `ws`. */
  url?: string;
  /** Name of the session, added to the address. */
  session?: string;
  /** Id of the chat's own input, which is disabled while an answer is waited for. */
  composer?: string;
  presentation?: "modal" | "inline" | "dock";
  theme?: "page" | "light" | "dark" | "system";
  /** What options' previews are written in; otherwise markdown. */
  "preview-format"?: "markdown" | "html" | "auto";
  /** `off`: the page shows what was answered by itself. */
  receipts?: Switch;
  /** `off`: nothing is stored for a reload. */
  drafts?: Switch;
  /** `off`: digits, letters and Ctrl+Enter do nothing. */
  shortcuts?: Switch;
  /** `on`: a person may have the images of markdown previews loaded, one by one; otherwise they are named. */
  images?: Switch;
  /** `on`: while the page is in the background, a question calls by a notification, if the page has the permission. */
  notify?: Switch;
  /** `on`: while the page is in the background, a question calls by two short notes. */
  sound?: Switch;
  /** `on`: each frame is logged by `console.debug`: direction, type, id and length, and never what it says. */
  verbose?: Switch;
}

/** The properties of `<ask-user>` that are no attributes. */
export interface AskUserProperties {
  token?: string | null;
  strings?: Strings | Strings[] | null;
}

/** The keys of what the widget says. */
export type StringKey =
  | "send"
  | "next"
  | "back"
  | "cancel"
  | "cancelTitle"
  | "close"
  | "undo"
  | "change"
  | "minimize"
  | "answer"
  | "answerNamed"
  | "read"
  | "viewDraft"
  | "takeBack"
  | "tryNow"
  | "recommended"
  | "default"
  | "other"
  | "otherField"
  | "otherPlaceholder"
  | "answerPlaceholder"
  | "chooseOne"
  | "chooseSeveral"
  | "write"
  | "noQuestion"
  | "noLabel"
  | "waiting"
  | "oneMoment"
  | "enterAgain"
  | "questionCancelled"
  | "kept"
  | "keptCancel"
  | "offline"
  | "unreached"
  | "undelivered"
  | "moreTime"
  | "noMoreTime"
  | "draftStays"
  | "notAnswered"
  | "timeLeft"
  | "review"
  | "reviewTitle"
  | "questions"
  | "changeShort"
  | "changeNamed"
  | "preview"
  | "code"
  | "noPreview"
  | "previewFailed"
  | "showAsText"
  | "showAsPage"
  | "sending"
  | "sent"
  | "copy"
  | "copied"
  | "notCopied"
  | "selected"
  | "done"
  | "toDo"
  | "note"
  | "noteSays"
  | "addNote"
  | "notSent"
  | "addAsNote"
  | "noteStays"
  | "noteNotSent"
  | "notePlaceholder"
  | "number"
  | "progress"
  | "unusualAddress"
  | "image"
  | "loadImage"
  | "keyMove"
  | "keyChoose"
  | "keyToggle"
  | "keyWrite"
  | "keyToGap"
  | "keyMinimize"
  | "keyLeave"
  | "keyNewLine"
  | "keyQuestions"
  | "ctrl"
  | "answered"
  | "partlyAnswered"
  | "allowed"
  | "denied"
  | "cancelled"
  | "timedOut"
  | "withdrawn"
  | "lapsed"
  | "unconfirmed"
  | "answeredElsewhere"
  | "cancelledElsewhere"
  | "wasTimedOut"
  | "wasWithdrawn"
  | "wasAnsweredElsewhere"
  | "wasCancelledElsewhere"
  | "gap"
  | "atLeast"
  | "atMost"
  | "refused"
  | "notRead"
  | "nothingTicked"
  | "notLoaded"
  | "details"
  | "connecting"
  | "reconnecting"
  | "failed"
  | "wrongToken"
  | "wrongPage"
  | "unknownSession"
  | "endsAgain"
  | "unreachable"
  | "taken"
  | "restarted"
  | "stopped"
  | "loading"
  | "declined"
  | "invalidFields"
  | "notAcceptable"
  | "form"
  | "openAddress"
  | "askedBy"
  | "formFrom"
  | "formWaiting"
  | "formCancelled"
  | "decline"
  | "declineTitle"
  | "required"
  | "clear"
  | "addressDone"
  | "addressRefused"
  | "leadsTo"
  | "fieldRequired"
  | "notANumber"
  | "notAnInteger"
  | "tooSmall"
  | "tooLarge"
  | "notAnEmail"
  | "notAUri"
  | "notADate"
  | "notADateTime"
  | "patternMismatch"
  | "approval"
  | "reviewRequest"
  | "requestTimedOut"
  | "requestWithdrawn"
  | "decidedElsewhere"
  | "allowedOnce"
  | "allowedAndRemembered"
  | "deniedAndStopped"
  | "allowNamed"
  | "allowOnce"
  | "readOn"
  | "deny"
  | "denyAndStop"
  | "stop"
  | "always"
  | "alwaysTitle"
  | "allowAndRemember"
  | "noAlways"
  | "message"
  | "addMessage"
  | "messagePlaceholder"
  | "messageHint"
  | "edit"
  | "undoEdit"
  | "edited"
  | "noEdit"
  | "hasHidden"
  | "hiddenCharacter"
  | "tab"
  | "rawJson"
  | "yes"
  | "no"
  | "nothing"
  | "newFile"
  | "coarseChange"
  | "changeLine"
  | "changeKind"
  | "changeText"
  | "lineAdded"
  | "lineRemoved"
  | "lineSame"
  | "noLineEnd"
  | "sectionServer"
  | "sectionServerSource"
  | "sectionTool"
  | "sectionAgent"
  | "sectionDescription"
  | "sectionCommand"
  | "sectionFolder"
  | "sectionPurpose"
  | "sectionTimeout"
  | "sectionBackground"
  | "sectionPath"
  | "sectionSize"
  | "sectionContent"
  | "sectionChange"
  | "sectionEveryOccurrence"
  | "sectionPattern"
  | "sectionAddress"
  | "sectionPrompt"
  | "sectionPlan"
  | "sectionFiles"
  | "sectionPatch"
  | "sectionLocations"
  | "sectionTerminal"
  | "sectionShown"
  | "sectionArguments"
  | "sectionReason"
  | "sectionBlockedPath"
  | "sectionAskRule"
  | "ruleEveryTool"
  | "ruleEveryToolOfServer"
  | "ruleEveryUse"
  | "ruleCommandPrefix"
  | "ruleCommandForm"
  | "ruleCommand"
  | "rulePaths"
  | "ruleDomain"
  | "ruleUnknown"
  | "ruleAllow"
  | "ruleDeny"
  | "ruleAsk"
  | "ruleReplace"
  | "ruleRemove"
  | "modeDefault"
  | "modeAcceptEdits"
  | "modeBypass"
  | "modePlan"
  | "modeDontAsk"
  | "modeOther"
  | "addFolder"
  | "removeFolder"
  | "unknownChange"
  | "keptSession"
  | "keptLocal"
  | "keptProject"
  | "keptUser"
  | "keptCommandLine"
  | "keptOther"
  | "keyMessage"
  | "looksLike"
  | "notOther";

/** The keys of what the widget counts, each with a plural form of the language after a point: `queued.other`. */
export type CountedStringKey =
  `${"blankLines" | "bytes" | "lines" | "queued" | "roomLeft" | "sameLines" | "secondsLeft" | "sendWithout" | "spaces" | "tooLong" | "tooShort"}.${Intl.LDMLPluralRule}`;

/** The words of a language. What it leaves out is said in English. */
export type Strings = {
  /** A name that the browser knows. */
  lang: string;
} & { readonly [Key in StringKey | CountedStringKey]?: string };

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

  /** The attribute `url`. As every property of an attribute, it is removed with the attribute by `null`. */
  get url(): string;
  set url(url: string | null | undefined);

  /** The attribute `session`. */
  get session(): string;
  set session(value: string | null | undefined);

  /** The attribute `composer`. */
  get composer(): string;
  set composer(value: string | null | undefined);

  /** The attribute `presentation`. */
  get presentation(): "modal" | "inline" | "dock";
  set presentation(value: "modal" | "inline" | "dock" | null | undefined);

  /** The attribute `theme`. */
  get theme(): "page" | "light" | "dark" | "system";
  set theme(value: "page" | "light" | "dark" | "system" | null | undefined);

  /** The attribute `preview-format`. */
  get previewFormat(): "markdown" | "html" | "auto";
  set previewFormat(value: "markdown" | "html" | "auto" | null | undefined);

  /** The attribute `receipts`. */
  get receipts(): boolean;
  set receipts(value: Switch | null | undefined);

  /** The attribute `drafts`. */
  get drafts(): boolean;
  set drafts(value: Switch | null | undefined);

  /** The attribute `shortcuts`. */
  get shortcuts(): boolean;
  set shortcuts(value: Switch | null | undefined);

  /** The attribute `images`. */
  get images(): boolean;
  set images(value: Switch | null | undefined);

  /** The attribute `notify`. */
  get notify(): boolean;
  set notify(value: Switch | null | undefined);

  /** The attribute `sound`. */
  get sound(): boolean;
  set sound(value: Switch | null | undefined);

  /** The attribute `verbose`. */
  get verbose(): boolean;
  set verbose(value: Switch | null | undefined);

  /** How the connection is. */
  readonly connection: Connection;

  /** Whether the agent waits for this person; in CSS `:state(waiting)`. */
  readonly waiting: boolean;

  /** The question that is waited for, as `ask-user-question` told of it. */
  readonly question: QuestionDetail | null;

  /** Minimizes the question to a bar. */
  minimize(): void;

  /** Opens the question again. */
  expand(): void;

  /** Puts the focus on the question, or on the bar to which it is minimized. */
  focus(options?: FocusOptions): void;

  /** Ends a question without a decision, with the outcome `withdrawn`. A bridge is told nothing. */
  withdraw(questionId: string): void;

  /** Removes all receipts. */
  clearReceipts(): void;

  /**
   * Whether the widget takes this event: by default only one that a person has caused. A test whose library makes up events
   * says otherwise in a subclass.
   */
  static acceptsEvent(event: Event): boolean;

  /** Sends a frame of the page's own, an object or its JSON, through the widget's connection; false if there is none. */
  sendFrame(frame: object | string): boolean;

  /** Shares the page's own WebSocket, and never closes it; one that reconnects by itself stays shared. `null` detaches it. */
  attach(socket: WebSocket | null): void;

  /** Takes a frame of the protocol that came by any way of the page's; `ask-user-frame-out` events are the way back. */
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

/** Takes the WebAssembly from somebody who has it already: the exports of wasm-bindgen's module. For the tests of this package. */
export function provide(exports: unknown): void;

declare global {
  interface HTMLElementTagNameMap {
    "ask-user": AskUser;
  }

  // They bubble: a listener on the document hears the right detail too.
  interface GlobalEventHandlersEventMap extends AskUserEventMap {}
}
