import type { AskUser } from "./ask-user.js";

/** An interrupt of AG-UI, as far as it is needed. */
export interface Interrupt {
  id: string;
  reason: string;
  message?: string | undefined;
  toolCallId?: string | undefined;
  responseSchema?: Record<string, any> | undefined;
  expiresAt?: string | undefined;
  subagentRunId?: string | undefined;
}

/** The answer to an interrupt: what `runAgent` takes as an item of `resume`. */
export interface ResumeEntry {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: any;
}

export interface AnswerInterruptsOptions {
  /** The messages of the agent, among which is the tool call that an interrupt is about. Without them its arguments cannot be shown. */
  messages?: readonly object[];
  /** An aborted signal withdraws what is asked. */
  signal?: AbortSignal;
  /** The time for each ask, if the interrupt does not expire before. Without it there is no limit. */
  timeoutSeconds?: number;
}

/**
 * Asks on the element what the interrupts want, and resolves with the `resume` for the next run, with an entry for each. What a person
 * dismisses, and what they do not answer in time, has the status `cancelled`; a denial is resolved, with `approved: false`.
 *
 * Resolves with `undefined` if the run cannot be resumed now: the signal was aborted, the element was removed, an interrupt has expired,
 * or another call asks the same.
 */
export function answerInterrupts(
  widget: AskUser,
  interrupts: readonly Interrupt[],
  options?: AnswerInterruptsOptions,
): Promise<ResumeEntry[] | undefined>;
