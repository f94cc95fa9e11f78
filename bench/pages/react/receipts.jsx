// What was answered, where the page keeps it, and the word that it was sent.

import { memo, useEffect, useState } from "react";

import * as words from "../common/words.js";

const ENDINGS = { cancelled: words.DISMISSED, "timed-out": words.TIMED_OUT };

export const Receipts = memo(function Receipts({ receipts }) {
  return <ul className="ask-receipts">{receipts.map(({ key, asked, result }) => <Receipt key={key} asked={asked} result={result} />)}</ul>;
});

const Receipt = memo(function Receipt({ asked, result }) {
  const ending = ENDINGS[result.outcome];
  const lines = asked.questions.map(({ title }, index) => `${title}: ${ending ?? (result.lines[index].answers.join(", ") || words.NOT_ANSWERED)}`);
  return (
    <li>
      <details>
        <summary>{lines.join(" · ")}</summary>
        {asked.questions.map((question, index) => (
          <div key={index}>
            <bdi>{question.text}</bdi>
            <ul>{question.options.map(({ shown }, place) => <li key={place} data-chosen={result.lines[index]?.picks.includes(place) ? "" : undefined}>{shown}</li>)}</ul>
          </div>
        ))}
        <button type="button" onClick={() => navigator.clipboard.writeText(lines.join("\n"))}>{words.COPY}</button>
      </details>
    </li>
  );
});

export function Toast({ last }) {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(false), 3000);
    return () => clearTimeout(timer);
  }, []);
  if (!last || !isShown) return null;
  return <div className="ask-toast" role="status">{ENDINGS[last.result.outcome] ?? words.SENT}</div>;
}
