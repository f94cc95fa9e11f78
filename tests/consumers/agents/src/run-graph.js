// The loop of the README's recipe for LangGraph.

import { Command, INTERRUPT, isInterrupted } from "@langchain/langgraph/web";
import { answerInterrupts } from "ask-user-widget/langgraph";

/** Runs the graph until it has nothing more to ask. */
export async function runGraph(graph, input, config, widget) {
  let state = await graph.invoke(input, config);
  while (isInterrupted(state)) {
    const resume = await answerInterrupts(widget, state[INTERRUPT]);
    if (resume === undefined) break;
    state = await graph.invoke(new Command({ resume }), config);
  }
  return state;
}
