// A chat with a socket of its own, which it lends to the widget.

import { define } from "./node_modules/ask-user-widget/ask-user.js";
define();

const widget = document.querySelector("ask-user");
const chat = document.querySelector("#chat");
const session = new URLSearchParams(location.search).get("session") ?? "demo";
let socket;
let isTaken = false;

// What the agent says comes in pieces.
let saying = null;

function say(who, text) {
  const line = document.createElement("p");
  line.textContent = `${who}: ${text}`;
  chat.append(line);
  return line;
}

function connect() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${session}`);
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === "text") (saying ??= say("Agent", "")).append(frame.chunk);
    if (frame.type === "complete") saying = null;
    // Another page has the session now: two that reconnect would take it from each other for ever.
    if (frame.type === "session_taken") isTaken = true;
  });
  // The widget hears the same frames, and answers through the same socket.
  widget.attach(socket);
  socket.addEventListener("close", () => isTaken || setTimeout(connect, 1000));
}
connect();

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = document.querySelector("#message");
  if (!field.value || socket.readyState !== WebSocket.OPEN) return;
  say("You", field.value);
  socket.send(JSON.stringify({ type: "user_message", text: field.value }));
  field.value = "";
});
