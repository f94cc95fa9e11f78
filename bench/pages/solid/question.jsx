// One question: its options, the field for an answer of one's own, the preview and the note.

import { createEffect, createSignal, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";

import { inline, OTHER_OPTION, pick, pickOther, write } from "../common/model.js";
import * as words from "../common/words.js";

export function Question(props) {
  const { question } = props;
  const { options, isMultiple } = question;
  const [looked, setLooked] = createSignal(0);
  const kind = isMultiple ? "checkbox" : "radio";
  const onFocusIn = ({ target }) => {
    if (target.closest(".other")) setLooked(options.length);
    else if (target.dataset.option !== undefined) setLooked(Number(target.dataset.option));
  };
  const toggleOther = ({ target }) => props.change((draft) => pickOther(question, draft, target.checked));

  const list = (
    <div class="options" role={isMultiple ? "group" : "radiogroup"} aria-labelledby="ask-title" aria-describedby="ask-hint" onFocusIn={onFocusIn}>
      <For each={options}>
        {(option, index) => (
          <label class="option" data-chosen={props.draft.picks.includes(index()) ? "" : undefined}>
            <input
              class="mark"
              type={kind}
              name="ask-choice"
              data-option={index()}
              aria-labelledby={`ask-label-${index()}`}
              aria-describedby={`ask-description-${index()}`}
              checked={props.draft.picks.includes(index())}
              onChange={() => props.change((draft) => pick(question, draft, index()))}
            />
            <span>
              <span class="label" id={`ask-label-${index()}`}>
                <bdi>{option.shown}</bdi>
                <Show when={option.isRecommended}><span class="badge">{words.RECOMMENDED}</span></Show>
              </span>
              <Show when={option.description}>
                <span class="description" id={`ask-description-${index()}`}><Rich text={option.description} /></span>
              </Show>
            </span>
            <kbd aria-hidden="true">{index() + 1}</kbd>
          </label>
        )}
      </For>
      <div class="option other" data-chosen={props.draft.isOther ? "" : undefined}>
        <input class="mark" type={kind} name="ask-choice" aria-labelledby="ask-label-other" checked={props.draft.isOther} onChange={toggleOther} />
        <span class="label" id="ask-label-other">{words.OTHER}</span>
        <kbd aria-hidden="true">0</kbd>
        <textarea
          class="field"
          rows="1"
          aria-label={words.OTHER_FIELD}
          placeholder={words.OTHER_PLACEHOLDER}
          maxLength={10_000}
          value={props.draft.other}
          onInput={({ target }) => props.change((draft) => write(question, draft, target.value))}
        />
      </div>
    </div>
  );
  return (
    <>
      <h2 id="ask-title" tabIndex={-1}><Rich text={question.text} /></h2>
      <p class="hint" id="ask-hint">{isMultiple ? words.CHOOSE_SEVERAL : words.CHOOSE_ONE}</p>
      <Show when={question.hasPreview} fallback={list}>
        <div class="with-preview">{list}<Preview option={options[looked()] ?? OTHER_OPTION} /></div>
      </Show>
      <details class="notes">
        <summary>{words.ADD_NOTE}</summary>
        <textarea
          class="field"
          rows="1"
          aria-label={words.NOTE}
          placeholder={words.NOTE_PLACEHOLDER}
          maxLength={10_000}
          value={props.draft.note}
          onInput={({ target }) => props.change((draft) => ({ ...draft, note: target.value }))}
        />
      </details>
    </>
  );
}

/** A text with inline code, emphasis and links. */
function Rich(props) {
  return (
    <For each={inline(props.text)}>
      {({ kind, text, address }) => {
        if (kind === "text") return text;
        if (kind === "a") return <a href={address} target="_blank" rel="noreferrer">{text}</a>;
        return <Dynamic component={kind}>{text}</Dynamic>;
      }}
    </For>
  );
}

const [markdown, setMarkdown] = createSignal();

/** Markdown is loaded with the first preview; until then its place is kept. */
function Preview(props) {
  createEffect(() => {
    if (!markdown() && props.option.preview) import("../common/markdown.js").then((module) => setMarkdown(() => module));
  });
  return (
    <div class="preview" role="region" aria-label={words.PREVIEW} tabIndex={0} onClick={(event) => markdown()?.copy(event)}>
      <p class="preview-of">{props.option.shown}</p>
      <Show when={props.option.preview} fallback={<p>{words.NO_PREVIEW}</p>}>
        <Show when={markdown()}>
          <div innerHTML={markdown().render(props.option.preview)} />
        </Show>
      </Show>
    </div>
  );
}
