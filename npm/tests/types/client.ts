// The TypeScript client, handed over to the package whose callback it has.

import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import { AskUserClient, AskUserError, KeyReusedError, TokenError } from "ask-user-client";
import type { AskResult, ElicitResult, PermissionResult } from "ask-user-client";

const person = new AskUserClient({ bridge: new URL("http://127.0.0.1:8787"), session: "demo", token: async () => "t" });
export const canUseTool: CanUseTool = person.canUseTool;

const asked: AskResult = await person.ask([{ question: "Ship it?", options: [{ label: "Yes" }] }], { key: "release-42" });
if (asked.behavior === "allow") asked.updatedInput.answers["Ship it?"] satisfies string | undefined;
else asked.reason satisfies string | undefined;

const approved: PermissionResult = await person.approve("Bash", { command: "ls" }, { title: "List?", suppressEdit: true });
const filledIn: ElicitResult = await person.elicit({ message: "Who?" }, { signal: new AbortController().signal });
await person.send({ type: "complete" });

export const errors: AskUserError[] = [new KeyReusedError(""), new TokenError("")];
export const keys: (string | undefined)[] = errors.map(({ key }) => key);
// @ts-expect-error: a session is needed
new AskUserClient({ bridge: "http://127.0.0.1:8787" });
// @ts-expect-error: there is no such word
approved.behavior satisfies "maybe";
// @ts-expect-error: there is no such word
filledIn.action satisfies "maybe";
