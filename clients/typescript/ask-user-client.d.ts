/** An option of a question. */
export interface Option {
  label: string;
  description?: string;
  preview?: string;
}

/** A question. */
export interface Question {
  question: string;
  header?: string;
  options?: readonly Option[];
  multiSelect?: boolean;
}

/** Where and how to ask. */
export interface ClientOptions {
  /** The address of the bridge, such as `http://127.0.0.1:8787`. The constructor throws a `TypeError` if it is none. */
  bridge: string | URL;
  session: string;
  /** The token, or what gives one for each call: a token may end. If the bridge says that one has expired, the next is taken once. */
  token?: string | (() => string | Promise<string>);
  /** How long to try while the bridge cannot be reached; otherwise 300. A person who takes their time is waited for without an end. */
  patienceSeconds?: number;
  /** Another `fetch` than the platform's. */
  fetch?: typeof globalThis.fetch;
}

export interface AskOptions {
  /** Names the ask: the same key with the same request is the same ask, also from another process. Otherwise a fresh one is made. */
  key?: string;
  /** The time that the person has; otherwise the bridge's. `0` for no limit. */
  timeoutSeconds?: number;
  /** Withdraws the ask when it aborts. The promise rejects with its reason when that has happened. */
  signal?: AbortSignal;
}

/** Why there is no answer. */
export type Reason = "cancelled" | "timed_out" | "disconnected" | "nobody_connected" | "withdrawn";

/** What the Claude Agent SDK's `canUseTool` returns. */
export type PermissionResult =
  | {
      behavior: "allow";
      updatedInput: Record<string, unknown>;
      updatedPermissions?: any[];
      toolUseID?: string;
      decisionClassification?: "user_temporary" | "user_permanent" | "user_reject";
    }
  | Denial;

/** There is no answer, or a person denied the use of a tool. */
export interface Denial {
  behavior: "deny";
  message: string;
  interrupt?: boolean;
  decisionClassification?: "user_temporary" | "user_permanent" | "user_reject";
  /** Why nobody decided; not there if a person did. */
  reason?: Reason;
}

/** What questions end with. */
export type AskResult =
  | {
      behavior: "allow";
      updatedInput: {
        /** By question. Several choices are one text, joined by ", ". */
        answers: Record<string, string>;
        annotations?: Record<string, { preview?: string; notes?: string }>;
        [key: string]: unknown;
      };
    }
  | Denial;

/** What `elicitation/create` of MCP ends with. */
export interface ElicitResult {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string | number | boolean | string[]>;
  _meta?: { reason?: Reason };
}

/** The options of the Claude Agent SDK's `canUseTool`, as far as a person is shown them, and two of the bridge's own. */
export interface ApproveOptions extends AskOptions {
  suggestions?: readonly object[];
  blockedPath?: string;
  mcpServer?: { name: string; source: string };
  decisionReason?: string;
  title?: string;
  displayName?: string;
  description?: string;
  defaultToNo?: boolean;
  suppressAlwaysAllowRule?: boolean;
  /** The agent could not use a changed input: none is offered. */
  suppressEdit?: boolean;
  /** The agent could not be stopped: that is not offered. */
  suppressStop?: boolean;
  toolUseID?: string;
  agentID?: string;
  matchedAskRule?: { source: string; toolName: string; ruleContent?: string };
}

/**
 * Asks the person of one session. Each ask survives broken calls and a restart of the bridge: the person is asked once, and the promise
 * resolves with the answer, or with why there is none. It rejects with an `AskUserError` if the bridge refuses.
 */
export class AskUserClient {
  constructor(options: ClientOptions);

  /** Asks questions. */
  ask(input: readonly Question[] | { questions: readonly Question[] }, options?: AskOptions): Promise<AskResult>;

  /** Asks whether a tool may be used. */
  approve(toolName: string, input: object, options?: ApproveOptions): Promise<PermissionResult>;

  /** Has a form filled in or an address opened: the parameters of `elicitation/create`. */
  elicit(request: object, options?: AskOptions): Promise<ElicitResult>;

  /**
   * The callback of the Claude Agent SDK, to be handed over as it is. `AskUserQuestion` is a question, any other tool an approval. Without a
   * `key`, a `toolUseID` of Claude's own (`toolu_…`) is the key: an agent that was started again asks the same ask.
   */
  readonly canUseTool: (toolName: string, input: Record<string, unknown>, options: ApproveOptions) => Promise<PermissionResult>;

  /** Sends a chat frame to the page, once. */
  send(frame: object): Promise<void>;
}

/** The bridge refused, or could not be reached. */
export class AskUserError extends Error {
  /** The HTTP status, if there was one. */
  readonly status?: number;
  /** The bridge's name for the reason, if it has one. */
  readonly code?: string;
  /** When trying again may help, in seconds. */
  readonly retryAfterSeconds?: number;
  /** The key of the ask, which may still be with the person: with the same key and the same request, another call finds it. */
  readonly key?: string;
}

/** What was asked cannot be asked (400, 413). The message names the member. */
export class InvalidRequestError extends AskUserError {}
/** The token is missing, wrong or expired (401). `code` says which. */
export class UnauthorizedError extends AskUserError {}
/** The token is for something else, or the bridge does not serve this name (403, 421). */
export class ForbiddenError extends AskUserError {}
/** The key belongs to another request (422). */
export class KeyReusedError extends AskUserError {}
/** The answer was there, and is no longer kept (410). */
export class ResultExpiredError extends AskUserError {}
/** Too many asks are waiting, or too many wrong tokens were sent (429). */
export class TooManyAsksError extends AskUserError {}
/** The bridge carries no approvals and no forms (501). */
export class NotSupportedError extends AskUserError {}
/** The function that gives the tokens failed; `cause` is its error. */
export class TokenError extends AskUserError {}
/** The bridge could not be reached for as long as the client was to try. */
export class UnreachableError extends AskUserError {}
