import React, { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import "ask-user-widget/define";

const options = ["PostgreSQL", "MongoDB"].map((label) => ({ label }));

function App() {
  const widget = useRef(null);
  const [answer, setAnswer] = useState("");
  const ask = () => widget.current.ask([{ question: "Which database?", options }]);
  const answered = (event) => setAnswer(event.detail.answers["Which database?"]);
  return (
    <>
      <ask-user ref={widget} theme="dark" onask-user-answer={answered}></ask-user>
      <button onClick={ask}>Ask</button>
      <output>{answer}</output>
    </>
  );
}

createRoot(document.getElementById("root")).render(
  <React.StrictMode>
    <App />
  </React.StrictMode>,
);
