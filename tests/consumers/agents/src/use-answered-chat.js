// The hook of the README's recipe for the AI SDK.

import { useEffect } from "react";
import { useChat } from "@ai-sdk/react";
import { lastAssistantMessageIsCompleteWithApprovalResponses, lastAssistantMessageIsCompleteWithToolCalls } from "ai";
import { answerToolCalls } from "ask-user-widget/ai-sdk";

const isComplete = (chat) =>
  lastAssistantMessageIsCompleteWithToolCalls(chat) || lastAssistantMessageIsCompleteWithApprovalResponses(chat);

/** A chat whose questions and approvals are asked on the element of `<AskUser ref={widget} />`. */
export function useAnsweredChat(widget, init, options) {
  const chat = useChat({ ...init, sendAutomaticallyWhen: isComplete });
  useEffect(() => answerToolCalls(widget.current, chat, options));
  return chat;
}
