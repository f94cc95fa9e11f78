import React, { useRef, useState } from "react";
import { AskUser } from "ask-user-widget/react";

/** The chat with one frame more: what the agent says comes in pieces, until it is complete. */
function told(lines, frame) {
  const last = lines.at(-1);
  if (frame.type === "complete") return lines.map((line) => ({ ...line, isOpen: false }));
  if (frame.type !== "text") return lines;
  if (!last?.isOpen) return [...lines, { who: "Agent", text: frame.chunk, isOpen: true }];
  return [...lines.slice(0, -1), { ...last, text: last.text + frame.chunk }];
}

export function Chat({ session }) {
  const widget = useRef(null);
  const [lines, setLines] = useState([]);
  const [waiting, setWaiting] = useState(false);
  const [text, setText] = useState("");
  const say = (text) => setLines((lines) => [...told(lines, { type: "complete" }), { who: "You", text }]);

  function send(event) {
    event.preventDefault();
    if (!widget.current.sendFrame({ type: "user_message", text })) return;
    say(text);
    setText("");
  }

  return (
    <main>
      <h1>Chat</h1>
      {lines.map((line, index) => (
        <p key={index}>
          {line.who}: {line.text}
        </p>
      ))}
      <AskUser
        ref={widget}
        url="/ws"
        session={session}
        onFrameIn={({ detail: frame }) => setLines((lines) => told(lines, frame))}
        onStatus={({ detail }) => setWaiting(detail.waitingForUser)}
        onAnswer={({ detail }) => say(detail.lines.map(({ answers }) => answers.join(", ")).join("; "))}
      />
      <form onSubmit={send}>
        <input aria-label="Message" value={text} disabled={waiting} onChange={(event) => setText(event.target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}
