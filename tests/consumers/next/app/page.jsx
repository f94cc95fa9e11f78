"use client";

import { useRef, useState } from "react";
import { AskUser } from "ask-user-widget/react";

const options = ["PostgreSQL", "MongoDB"].map((label) => ({ label }));

export default function Page() {
  const widget = useRef(null);
  const [answer, setAnswer] = useState("");
  const ask = () => widget.current.ask([{ question: "Which database?", options }]);
  return (
    <main>
      <AskUser ref={widget} theme="dark" onAnswer={(event) => setAnswer(event.detail.answers["Which database?"])} />
      <button onClick={ask}>Ask</button>
      <output>{answer}</output>
    </main>
  );
}
