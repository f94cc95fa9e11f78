// The adapters, handed over to the packages whose callbacks they are.

import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { CanUseTool, OnElicitation, PermissionResult, PermissionUpdate } from "@anthropic-ai/claude-agent-sdk";
import { query } from "@anthropic-ai/claude-agent-sdk/browser";
import type { SDKUserMessage } from "@anthropic-ai/claude-agent-sdk/browser";
import type * as ours from "ask-user-widget";

declare const made: ours.AskUser;
declare const prompt: AsyncIterable<SDKUserMessage>;
declare const theirs: { result: PermissionResult; update: PermissionUpdate };

const canUseTool: CanUseTool = made.canUseTool;
const onElicitation: OnElicitation = made.elicit;
query({ prompt, websocket: { url: "wss://example.com" }, canUseTool: made.canUseTool, onElicitation: made.elicit });
const client: { requestPermission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> } = {
  requestPermission: made.requestPermission,
};

// What they suggest is what we take, and what we return is what they take.
const update: ours.PermissionUpdate = theirs.update;
const updates: PermissionUpdate[] = [update];
const result: PermissionResult = await made.canUseTool("Bash", {}, { suggestions: updates });
// Their types are types, and no `any`.
// @ts-expect-error: there is no such word
theirs.result.behavior satisfies "maybe";

export { canUseTool, client, onElicitation, result };
