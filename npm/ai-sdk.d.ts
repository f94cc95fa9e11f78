import type { AskUser, EndDetail } from "./ask-user.js";

/** What `useChat` of `@ai-sdk/react` returns, or a `Chat`, as far as it is needed. */
export interface ToolCallChat {
  readonly id: string;
  readonly messages: readonly { role: string; parts: readonly object[] }[];
  // Their types depend on the tools of the chat.
  addToolOutput(output: any): void | PromiseLike<void>;
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): void | PromiseLike<void>;
}

export interface AnswerToolCallsOptions {
  /** The names of the tools whose input is `{ questions }`; otherwise `AskUserQuestion`, `askUserQuestion`, `askUser` and `ask_user`. */
  askTools?: readonly string[];
  /** The time for each ask. Without it there is no limit. */
  timeoutSeconds?: number;
}

/** The output of a tool for questions. What was not answered is an `output-error` instead. */
export interface AskToolOutput extends Pick<EndDetail, "answers" | "annotations"> {
  outcome: "answered" | "partly-answered";
}

/**
 * Asks on the element what the last message of the chat waits for: a call of a tool for questions is given its output, and a request
 * for an approval its response. Each is asked once, however often this is called; call it whenever the messages have changed, as in
 * `useEffect(() => answerToolCalls(widget.current, chat))`.
 *
 * An approval is only given by a person who allows it. What the chat no longer waits for is withdrawn. If the element is removed, the
 * chat waits on, and the next element asks.
 */
export function answerToolCalls(widget: AskUser | null, chat: ToolCallChat, options?: AnswerToolCallsOptions): void;
