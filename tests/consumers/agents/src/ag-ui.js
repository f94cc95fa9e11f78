// AG-UI's client in the page, and an agent behind an address of the same server.

import { HttpAgent } from "@ag-ui/client";
import { define } from "ask-user-widget";
import { answerInterrupts } from "ask-user-widget/ag-ui";

import { runAgent } from "./run-agent.js";

define();
const widget = document.createElement("ask-user");
document.getElementById("root").append(widget);

const agent = new HttpAgent({ url: "/agent", initialMessages: [{ id: "1", role: "user", content: "Go" }] });
window.run = () => {
  window.ended = undefined;
  runAgent(agent, widget).then(
    () => (window.ended = agent.messages.at(-1).content),
    (error) => (window.ended = String(error)),
  );
};

/** Answers interrupts that no run has made. */
window.answer = (interrupts, options) => {
  window.resume = "waiting";
  window.abort = new AbortController();
  const given = { ...options, signal: window.abort.signal };
  answerInterrupts(widget, interrupts, given).then(
    (resume) => (window.resume = resume ?? null),
    (error) => (window.resume = String(error)),
  );
};
