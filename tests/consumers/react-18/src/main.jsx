import React, { useCallback, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { AskUser } from "ask-user-widget/react";

const strings = { lang: "en", send: "Send it" };
const options = ["PostgreSQL", "MongoDB"].map((label) => ({ label }));

function App() {
  const widget = useRef(null);
  // Whoever gets the element can use it at once.
  const take = useCallback((element) => {
    element?.attach(null);
    widget.current = element;
  }, []);
  const [answer, setAnswer] = useState("");
  const ask = () => widget.current.ask([{ question: "Which database?", options }]);
  return (
    <>
      <AskUser
        ref={take}
        theme="dark"
        strings={strings}
        notify={false}
        onAnswer={(event) => setAnswer(event.detail.answers["Which database?"])}
      />
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
