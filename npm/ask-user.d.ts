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
  /** An aborted signal withdraws the question or the approval. */
  signal?: AbortSignal;
  /** Without it there is no limit. */
  timeoutSeconds?: number;
  /** `questionId` or `requestId` of the events; made up if there is none. */
  id?: string;
}

/** How an ask ended. */
export type Outcome = "answered" | "partly-answered" | "allowed" | "denied" | "declined" | "cancelled" | "timed-out" | "withdrawn" | "lapsed" | "answered-elsewhere" | "cancelled-elsewhere";

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

/** `ask-user-approval`: the agent asks whether it may use a tool. With `preventDefault()` the page shows that itself. */
export interface ApprovalDetail {
  /** As `pendingQuestionId` of the status and `questionId` of the event that ends it name it. */
  requestId: string;
  /** The tool. ACP may only say of what kind it is, or nothing. */
  toolName: string | null;
  /** What the tool would be given, as the agent sent it. */
  input: unknown;
  title: string | null;
  displayName: string | null;
  description: string | null;
  /** What "always" could keep, as the agent sent it. */
  suggestions: PermissionUpdate[];
  timeoutSeconds: number | null;
  /** What was wrong with the request, in words; empty for the first approval of a page, whose code is still loading. */
  problems: string[];
}

/** `ask-user-form`: a form is to be filled in, or an address opened. With `preventDefault()` the page shows that itself. */
export interface FormDetail {
  /** As `pendingQuestionId` of the status and `questionId` of the event that ends it name it. */
  requestId: string;
  /** What it is about, safe to show. */
  message: string | null;
  /** The fields, as the agent sent them: a JSON schema; `null` if there is an address. */
  requestedSchema: unknown;
  /** The address to be opened, as the agent sent it; `null` if there is a form. */
  url: unknown;
  timeoutSeconds: number | null;
  /** What was wrong with the request, in words; empty for the first form of a page, whose code is still loading. */
  problems: string[];
}

/** One question of a receipt, or an approval. */
export interface ReceiptLine {
  header: string | null;
  question: string;
  /** The answers as they were shown, one for each choice. Empty if it was skipped. What the agent got is in `EndDetail.answers`. */
  answers: string[];
  /** The options chosen, by position. */
  picks: number[];
  /** The person's own answer. */
  other: string | null;
  /** A note, as it was sent. */
  notes: string | null;
  /** Of an approval: the text that was allowed in the place of the one that was asked. */
  edited: string | null;
}

/** The event that ends an ask, and what `ask` resolves with. */
export interface EndDetail {
  questionId: string;
  outcome: Outcome;
  reason: string | null;
  /** What the agent gets, by the question's `key`. Empty, as what follows, where an ask ended before anybody saw it. */
  answers: Record<string, string>;
  annotations: Record<string, { preview?: string; notes?: string }>;
  /** Of an approval: exactly what the agent gets, in the words of its protocol. */
  result: PermissionResult | RequestPermissionResult | null;
  lines: ReceiptLine[];
  /** All of it as text, as a tool result. The button Copy leaves out the last sentence, which is meant for the agent. */
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
  /** The function `token` gave no token; it is called again for the next try. */
  | "token-failed"
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
  "ask-user-approval": CustomEvent<ApprovalDetail>;
  "ask-user-form": CustomEvent<FormDetail>;
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

/** Gives a token, or a promise of one. It is called before each connection. */
export type TokenSource = () => string | Promise<string>;

/** The properties of `<ask-user>` that are no attributes. */
export interface AskUserProperties {
  token?: string | TokenSource | null;
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
  | "offlineAnswer"
  | "offlineCancel"
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
  | "allowAlways"
  | "readOn"
  | "deny"
  | "denyAlways"
  | "unknownDecision"
  | "denyAndStop"
  | "stop"
  | "always"
  | "queuePosition"
  | "queueTitle"
  | "queueOver"
  | "showFirst"
  | "denyAll"
  | "denyAllTitle"
  | "alwaysTitle"
  | "allowAndRemember"
  | "noAlways"
  | "noAlwaysAskRule"
  | "noAlwaysSuppressed"
  | "message"
  | "addMessage"
  | "messagePlaceholder"
  | "messageHint"
  | "edit"
  | "undoEdit"
  | "edited"
  | "noEdit"
  | "noEditAgent"
  | "noEditLineEnds"
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
  | "sectionExisting"
  | "fileReplaced"
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
  | "sectionAskRuleSource"
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
  | "savedSession"
  | "savedLocal"
  | "savedProject"
  | "savedUser"
  | "savedCommandLine"
  | "savedOther"
  | "keyMessage"
  | "looksLike"
  | "notOther";

/** The keys of what the widget counts, each with a plural form of the language after a point: `queued.other`. */
export type CountedStringKey =
  `${"blankLines" | "bytes" | "denyListed" | "lines" | "moreLines" | "queued" | "roomLeft" | "sameLines" | "secondsLeft" | "sendWithout" | "spaces" | "tooLong" | "tooShort"}.${Intl.LDMLPluralRule}`;

/** The words of a language. What it leaves out is said in English. */
export type Strings = {
  /** A name that the browser knows. */
  lang: string;
} & { readonly [Key in StringKey | CountedStringKey]?: string };

/** Where a rule of the Claude Agent SDK is saved. */
export type PermissionUpdateDestination = "userSettings" | "projectSettings" | "localSettings" | "session" | "cliArg";

/** A rule of the Claude Agent SDK: `Bash(npm test:*)` in two parts. */
export interface PermissionRule {
  toolName: string;
  ruleContent?: string;
}

/** What "always" can keep, as the Claude Agent SDK suggests it. */
export type PermissionUpdate =
  | {
      type: "addRules" | "replaceRules" | "removeRules";
      rules: PermissionRule[];
      behavior: "allow" | "deny" | "ask";
      destination: PermissionUpdateDestination;
    }
  | {
      type: "setMode";
      mode: "default" | "acceptEdits" | "bypassPermissions" | "plan" | "dontAsk" | "auto";
      destination: PermissionUpdateDestination;
    }
  | { type: "addDirectories" | "removeDirectories"; directories: string[]; destination: PermissionUpdateDestination };

/** The permission result of the Claude Agent SDK. */
export type PermissionResult =
  | {
      behavior: "allow";
      /** What the tool gets: as it was asked, or as the person changed it; of a question with the answers in it. */
      updatedInput: Record<string, unknown>;
      /** The suggestions that the person ticked. */
      updatedPermissions?: PermissionUpdate[];
      toolUseID?: string;
      decisionClassification?: "user_temporary" | "user_permanent";
    }
  | {
      behavior: "deny";
      message: string;
      /** Of an approval: only if the person chose to stop the agent. */
      interrupt?: boolean;
      decisionClassification?: "user_reject";
    };

/** The options of the Claude Agent SDK's `canUseTool`. */
export interface CanUseToolOptions extends AskOptions {
  /** What "always" could keep; without any, it is not offered. */
  suggestions?: readonly PermissionUpdate[];
  /** The path that is out of bounds. */
  blockedPath?: string;
  /** The MCP server that the tool belongs to. */
  mcpServer?: { name: string; source: string };
  /** Why the person is asked. */
  decisionReason?: string;
  /** The main text. */
  title?: string;
  /** What the use of the tool is called. */
  displayName?: string;
  description?: string;
  /** The request is one to be careful with: the focus is on Deny. */
  defaultToNo?: boolean;
  /** "Always" is not offered. */
  suppressAlwaysAllowRule?: boolean;
  /** What the tool is given cannot be changed, because the caller could not carry it. Not an option of the SDK. */
  suppressEdit?: boolean;
  /** "Deny and stop" is not offered, because the caller could not stop the agent. Not an option of the SDK. */
  suppressStop?: boolean;
  /** Goes back with an allow. */
  toolUseID?: string;
  /** The sub-agent that asks. */
  agentID?: string;
  /** The rule because of which the person is asked; "always" is not offered. */
  matchedAskRule?: { source: string; toolName: string; ruleContent?: string };
  /** As `defaultToNo`. */
  requiresUserInteraction?: boolean;
}

/** The Claude Agent SDK's callback: `AskUserQuestion` is a question, any other tool an approval. */
export type CanUseTool = (toolName: string, input: object, options?: CanUseToolOptions) => Promise<PermissionResult>;

/** ACP's `session/request_permission`: its parameters in, its result out. */
export type RequestPermission = (request: object, options?: AskOptions) => Promise<RequestPermissionResult>;

/** `elicitation/create` of ACP or MCP: its parameters in, its result out. */
export type Elicit = (request: object, options?: AskOptions) => Promise<ElicitResult>;

/** ACP's result of `session/request_permission`. */
export interface RequestPermissionResult {
  outcome:
    | { outcome: "selected"; optionId: string; _meta?: { customText?: string } }
    | { outcome: "cancelled" };
}

/** The result of `elicitation/create`, of ACP and MCP. */
export type ElicitResult =
  | { action: "accept"; content?: Record<string, string | number | boolean | string[]> }
  | { action: "decline" }
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
  /**
   * The token for a bridge that wants one, or a function that gives it before each connection, also after a token has expired: a
   * property only, so that it never stands in the document.
   */
  get token(): string | TokenSource | null;
  set token(token: string | TokenSource | null | undefined);

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

  /** The question that is waited for, as `ask-user-question` described it. */
  readonly question: QuestionDetail | null;

  /** The approval that is waited for, as `ask-user-approval` described it. */
  readonly approval: ApprovalDetail | null;

  /** The form that is waited for, as `ask-user-form` described it. */
  readonly form: FormDetail | null;

  /** Minimizes the question to a bar. */
  minimize(): void;

  /** Opens the question again. */
  expand(): void;

  /** Puts the focus on the question, or on the bar to which it is minimized. */
  focus(options?: FocusOptions): void;

  /** Ends a question or an approval without a decision, with the outcome `withdrawn`. Nothing is sent to the bridge. */
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

  /**
   * The Claude Agent SDK's `canUseTool`, for every tool, to be handed over as it is: `query({ canUseTool: element.canUseTool })`.
   * What nobody decides is denied. Rejects what cannot be asked, as `ask` does.
   */
  readonly canUseTool: CanUseTool;

  /**
   * ACP's `session/request_permission`, of version 1 and with what version 2 adds, to be handed over as it is. What nobody
   * decides is cancelled.
   */
  readonly requestPermission: RequestPermission;

  /**
   * `elicitation/create` of ACP or MCP, to be handed over as it is: every form, and an address to be opened. Resolves with the
   * protocol's result. What nobody decided is cancelled.
   */
  readonly elicit: Elicit;

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
