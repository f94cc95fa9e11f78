// A small chat page, as any developer might write one. It knows the widget only by its element, events and `sendFrame`.

import { define } from "./ask-user.js";

const ask = document.getElementById("ask");
const transcript = document.getElementById("transcript");
const composer = document.getElementById("composer");
const input = document.getElementById("input");
const send = document.getElementById("send");
const starters = document.getElementById("starters");
const connection = document.getElementById("connection");

const wanted = new URLSearchParams(location.search);
if (wanted.has("scene")) {
  import("./gallery.js").then((gallery) => gallery.show());
} else {
  define();
  // The session first: with the address the element connects.
  ask.setAttribute("session", wanted.get("session") ?? "demo");
  ask.setAttribute("url", "/ws");
}

/** How a question can end without this person. */
const ENDS = {
  withdrawn: "The agent is no longer waiting for an answer.",
  lapsed: "The agent no longer seems to be waiting for an answer.",
  "answered-elsewhere": "The question was answered in another window.",
  "cancelled-elsewhere": "The question was dismissed in another window.",
};

/** What a person decides about the use of a tool. */
const VERDICTS = { allowed: "Allowed", denied: "Denied" };

/** The agent's message that is still being written. */
let writing = null;
let status = { connection: "connecting", waitingForUser: false, isProcessing: false };

function add(kind, text) {
  const message = document.createElement("p");
  message.className = `message ${kind}`;
  message.textContent = text;
  transcript.append(message);
  message.scrollIntoView({ block: "end" });
  return message;
}

function receipt(detail) {
  const card = document.createElement("ul");
  card.className = "receipt";
  card.dataset.question = detail.questionId;
  card.dataset.outcome = detail.outcome;
  for (const line of detail.lines) {
    const item = document.createElement("li");
    const title = document.createElement("bdi");
    title.textContent = `${line.header ?? line.question}: `;
    const answer = document.createElement("bdi");
    answer.textContent = [VERDICTS[detail.outcome], ...line.answers].filter(Boolean).join(", ") || "Not answered";
    item.classList.toggle("unanswered", line.answers.length === 0 && detail.outcome !== "allowed");
    item.append(title, answer);
    card.append(item);
  }
  transcript.append(card);
  card.scrollIntoView({ block: "end" });
}

function refresh() {
  const free = status.connection === "open" && !status.waitingForUser;
  input.disabled = send.disabled = !free;
  for (const starter of starters.children) starter.disabled = !free;
  input.placeholder = status.waitingForUser ? "The agent is waiting for your answer" : "Write a message";
  connection.dataset.state = status.connection;
  connection.textContent = status.connection === "open" ? "connected" : status.connection;
}

function say(text) {
  const message = text.trim();
  if (!message || !ask.sendFrame({ type: "user_message", text: message, shows: ["permission"] })) return;
  add("person", message);
  input.value = "";
}

/** An answer that was refused is asked for again: it has not been given. */
function takeBack(questionId) {
  for (const card of transcript.querySelectorAll(".receipt")) {
    if (card.dataset.question === questionId) card.remove();
  }
}

ask.addEventListener("ask-user-status", (event) => {
  status = event.detail;
  takeBack(status.pendingQuestionId);
  refresh();
});

ask.addEventListener("ask-user-frame-in", ({ detail: frame }) => {
  switch (frame.type) {
    case "text":
      writing ??= add("agent", "");
      writing.textContent += frame.chunk;
      writing.scrollIntoView({ block: "end" });
      break;
    case "tool_use":
    case "complete":
      writing = null;
      break;
    case "error":
      writing = null;
      add("error", frame.error);
      break;
  }
});

ask.addEventListener("ask-user-answer", (event) => receipt(event.detail));
ask.addEventListener("ask-user-cancel", () => add("note", "You dismissed the question."));
ask.addEventListener("ask-user-timeout", () => add("note", "The question timed out."));
ask.addEventListener("ask-user-end", ({ detail }) => {
  // The other endings have events of their own.
  if (detail.outcome in ENDS) add("note", ENDS[detail.outcome]);
});
ask.addEventListener("ask-user-error", (event) => {
  event.preventDefault();
  console.warn("ask-user:", event.detail.message);
});

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  say(input.value);
});

input.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    say(input.value);
  }
});

starters.addEventListener("click", (event) => {
  if (event.target.dataset.say) say(event.target.dataset.say);
});
