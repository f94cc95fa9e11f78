import type { AskUser, EndDetail } from "./ask-user.js";

/** An interrupt of LangGraph, as far as it is needed. */
export interface Interrupt {
  id?: string;
  /** A text, `{ questions }`, `{ message, requestedSchema }`, or LangChain's request for a review, of TypeScript or of Python. */
  value?: unknown;
  /** What the value is to be that the graph is resumed with. */
  response_schema?: unknown;
}

export interface AnswerInterruptsOptions {
  /** An aborted signal withdraws what is asked. */
  signal?: AbortSignal;
  /** The time for each ask. Without it there is no limit. */
  timeoutSeconds?: number;
}

/** What a graph gets that has interrupted with `{ questions }`. */
export type QuestionsAnswer = Pick<EndDetail, "outcome" | "answers" | "annotations">;

/**
 * Asks on the element what the interrupts want, and resolves with the value for `new Command({ resume })`: each answer by the id of its
 * interrupt. An action that nobody approved is rejected, or not answered where it may not be rejected.
 *
 * What has no answer is left out, and its interrupt stays; without any answer the value is `undefined`. That is so if the signal was
 * aborted, the element was removed, a text or a form for a `response_schema` was dismissed, or another call asks the same. Rejects what
 * cannot be asked with a `TypeError`, before anything is asked.
 */
export function answerInterrupts(
  widget: AskUser,
  interrupts: readonly Interrupt[],
  options?: AnswerInterruptsOptions,
): Promise<unknown>;
