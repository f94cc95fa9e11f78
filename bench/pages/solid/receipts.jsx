// What was answered, where the page keeps it, and the word that it was sent.

import { createSignal, For, onCleanup, Show } from "solid-js";

import * as words from "../common/words.js";

const ENDINGS = { cancelled: words.DISMISSED, "timed-out": words.TIMED_OUT };

export function Receipts(props) {
  return <ul class="ask-receipts"><For each={props.receipts}>{({ asked, result }) => <Receipt asked={asked} result={result} />}</For></ul>;
}

function Receipt(props) {
  const { asked, result } = props;
  const ending = ENDINGS[result.outcome];
  const lines = asked.questions.map(({ title }, index) => `${title}: ${ending ?? (result.lines[index].answers.join(", ") || words.NOT_ANSWERED)}`);
  return (
    <li>
      <details>
        <summary>{lines.join(" · ")}</summary>
        <For each={asked.questions}>
          {(question, index) => (
            <div>
              <bdi>{question.text}</bdi>
              <ul><For each={question.options}>{({ shown }, place) => <li data-chosen={result.lines[index()]?.picks.includes(place()) ? "" : undefined}>{shown}</li>}</For></ul>
            </div>
          )}
        </For>
        <button type="button" onClick={() => navigator.clipboard.writeText(lines.join("\n"))}>{words.COPY}</button>
      </details>
    </li>
  );
}

export function Toast(props) {
  const [isShown, setIsShown] = createSignal(true);
  const timer = setTimeout(() => setIsShown(false), 3000);
  onCleanup(() => clearTimeout(timer));
  return <Show when={isShown()}><div class="ask-toast" role="status">{ENDINGS[props.last.result.outcome] ?? words.SENT}</div></Show>;
}
