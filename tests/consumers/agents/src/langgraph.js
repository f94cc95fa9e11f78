// A page whose graph is on a server: `invokeGraph` is the way there, which the test provides.

import { define } from "ask-user-widget";
import { answerInterrupts } from "ask-user-widget/langgraph";

import { runGraph } from "./run-graph.js";

define();
const widget = document.createElement("ask-user");
document.getElementById("root").append(widget);

const graph = { invoke: async (input, config) => JSON.parse(await window.invokeGraph(JSON.stringify([input, config]))) };
window.run = (input, config) => {
  window.ended = undefined;
  runGraph(graph, input, config, widget).then(
    (state) => (window.ended = state),
    (error) => (window.ended = String(error)),
  );
};

/** Answers interrupts that no graph has made. */
window.answer = (interrupts, options) => {
  window.resume = "waiting";
  window.abort = new AbortController();
  answerInterrupts(widget, interrupts, { ...options, signal: window.abort.signal }).then(
    (resume) => (window.resume = resume ?? null),
    (error) => (window.resume = String(error)),
  );
};
