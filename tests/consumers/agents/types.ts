// What the packages' own types say of the entries for their frameworks.

import type { AbstractAgent, RunAgentParameters } from "@ag-ui/client";
import { useChat } from "@ai-sdk/react";
import type { Chat } from "@ai-sdk/react";
import { Command, INTERRUPT, isInterrupted } from "@langchain/langgraph";
import type { UIMessage } from "ai";
import type { AskUser } from "ask-user-widget";
import * as agui from "ask-user-widget/ag-ui";
import * as aisdk from "ask-user-widget/ai-sdk";
import * as langgraph from "ask-user-widget/langgraph";
import type { HITLRequest, Interrupt } from "langchain";

declare const widget: AskUser;
declare const made: Chat<UIMessage>;
declare const agent: AbstractAgent;
declare const state: unknown;
declare const ofLangChain: Interrupt<HITLRequest>;

aisdk.answerToolCalls(widget, useChat(), { askTools: ["ask"], timeoutSeconds: 60 });
aisdk.answerToolCalls(null, made);
// @ts-expect-error: a chat is needed
aisdk.answerToolCalls(widget, {});

const resume = await agui.answerInterrupts(widget, agent.pendingInterrupts, { messages: agent.messages });
const parameters: RunAgentParameters = resume ? { resume } : {};
// @ts-expect-error: there is no such status
resume![0]!.status satisfies "approved";

if (isInterrupted<HITLRequest>(state)) {
  const command = new Command({ resume: await langgraph.answerInterrupts(widget, state[INTERRUPT]) });
  command satisfies Command;
}
await langgraph.answerInterrupts(widget, [ofLangChain], { timeoutSeconds: 60 });

export { parameters };
