// The loop of the README's recipe for AG-UI.

import { answerInterrupts } from "ask-user-widget/ag-ui";

/** Runs the agent until it has nothing more to ask. */
export async function runAgent(agent, widget) {
  await agent.runAgent();
  while (agent.pendingInterrupts.length > 0) {
    const resume = await answerInterrupts(widget, agent.pendingInterrupts, { messages: agent.messages });
    if (!resume) break;
    await agent.runAgent({ resume });
  }
}
