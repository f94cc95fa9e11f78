// A tool with which the agent asks a person. CopilotKit gives it to the agent, and waits until `respond` is called.

import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { ToolCallStatus, useHumanInTheLoop } from "@copilotkit/react-core/v2";
import type { AskUser } from "ask-user-widget";
import { z } from "zod";

const option = z.object({ label: z.string(), description: z.string().optional() });
const question = z.object({
  question: z.string(),
  header: z.string().optional(),
  multiSelect: z.boolean().optional(),
  options: z.array(option).optional(),
});
const parameters = z.object({ questions: z.array(question).min(1).max(4) });

type Args = z.infer<typeof parameters>;
type Respond = (result: unknown) => Promise<void>;

/** The result of the tool. */
async function answersOf(widget: AskUser, args: Args, signal: AbortSignal) {
  try {
    // What a model leaves out may be there as `undefined`.
    const { outcome, answers } = await widget.ask(JSON.parse(JSON.stringify(args)), { signal });
    return { outcome, answers };
  } catch (error) {
    // The model has asked something that cannot be asked, and can do better.
    return { error: String(error) };
  }
}

/** Asks on the element while the tool waits for its result, and withdraws the question if it no longer does. */
function Asking({ widget, args, respond }: { widget: RefObject<AskUser | null>; args: Args; respond: Respond }) {
  // CopilotKit may give other functions and other copies when it renders again; the question is the same.
  const latest = useRef({ args, respond });
  latest.current = { args, respond };

  useEffect(() => {
    const abort = new AbortController();
    async function ask() {
      const result = await answersOf(widget.current!, latest.current.args, abort.signal);
      if (!abort.signal.aborted) await latest.current.respond(result);
    }
    ask();
    return () => abort.abort();
  }, [widget]);

  return null;
}

export function AskUserTool({ widget }: { widget: RefObject<AskUser | null> }) {
  useHumanInTheLoop<Args>({
    name: "askUser",
    description: "Asks the user one to four questions, each with options to choose from, and waits for the answers.",
    parameters,
    render: (tool) =>
      tool.status === ToolCallStatus.Executing ? (
        <Asking key={tool.toolCallId} widget={widget} args={tool.args} respond={tool.respond} />
      ) : null,
  });
  return null;
}
