// One question: its options, the field for an answer of one's own, the preview and the note.

import * as Checkbox from "@radix-ui/react-checkbox";
import { Title } from "@radix-ui/react-dialog";
import * as RadioGroup from "@radix-ui/react-radio-group";
import { memo, useCallback, useEffect, useId, useState } from "react";

import { inline, OTHER_OPTION, pick, pickOther, write } from "../common/model.js";
import * as words from "../common/words.js";

const OTHER = "other";

export function Question({ question, draft, change, title }) {
  const hint = useId();
  const [looked, setLooked] = useState(0);
  const { options, isMultiple } = question;
  const toggle = useCallback((index) => {
    change((draft) => pick(question, draft, index));
    setLooked(index);
  }, [change, question]);
  const onFocus = ({ target }) => {
    if (target.closest(".other")) setLooked(options.length);
    else if (target.dataset.option !== undefined) setLooked(Number(target.dataset.option));
  };

  const rows = options.map((option, index) => (
    <Option key={index} option={option} index={index} isMultiple={isMultiple} isChosen={draft.picks.includes(index)} toggle={toggle} />
  ));
  const other = <Other question={question} draft={draft} change={change} />;
  const list = isMultiple ? (
    <div className="options" role="group" aria-describedby={hint} onFocus={onFocus}>{rows}{other}</div>
  ) : (
    <RadioGroup.Root
      className="options"
      aria-describedby={hint}
      onFocus={onFocus}
      value={draft.isOther ? OTHER : draft.picks.length > 0 ? String(draft.picks[0]) : ""}
      onValueChange={(value) => change((draft) => (value === OTHER ? pickOther(question, draft) : pick(question, draft, Number(value))))}
    >
      {rows}{other}
    </RadioGroup.Root>
  );
  return (
    <>
      <Title ref={title} tabIndex={-1}><Rich text={question.text} /></Title>
      <p className="hint" id={hint}>{isMultiple ? words.CHOOSE_SEVERAL : words.CHOOSE_ONE}</p>
      {question.hasPreview ? <div className="with-preview">{list}<Preview option={options[looked] ?? OTHER_OPTION} /></div> : list}
      <details className="notes">
        <summary>{words.ADD_NOTE}</summary>
        <textarea
          className="field"
          rows="1"
          aria-label={words.NOTE}
          placeholder={words.NOTE_PLACEHOLDER}
          maxLength={10_000}
          value={draft.note}
          onChange={({ target }) => change((draft) => ({ ...draft, note: target.value }))}
        />
      </details>
    </>
  );
}

const Option = memo(function Option({ option, index, isMultiple, isChosen, toggle }) {
  const id = useId();
  const shared = { className: "mark", "data-option": index, "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-description` };
  return (
    <label className="option" data-chosen={isChosen ? "" : undefined}>
      {isMultiple ? (
        <Checkbox.Root {...shared} checked={isChosen} onCheckedChange={() => toggle(index)}><Checkbox.Indicator /></Checkbox.Root>
      ) : (
        <RadioGroup.Item {...shared} value={String(index)}><RadioGroup.Indicator /></RadioGroup.Item>
      )}
      <span>
        <span className="label" id={`${id}-label`}>
          <bdi>{option.shown}</bdi>
          {option.isRecommended && <span className="badge">{words.RECOMMENDED}</span>}
        </span>
        {option.description && <span className="description" id={`${id}-description`}><Rich text={option.description} /></span>}
      </span>
      <kbd aria-hidden="true">{index + 1}</kbd>
    </label>
  );
});

function Other({ question, draft, change }) {
  const id = useId();
  const toggle = () => change((draft) => pickOther(question, draft, !draft.isOther));
  return (
    <div className="option other" data-chosen={draft.isOther ? "" : undefined}>
      {question.isMultiple ? (
        <Checkbox.Root className="mark" aria-labelledby={id} checked={draft.isOther} onCheckedChange={toggle}><Checkbox.Indicator /></Checkbox.Root>
      ) : (
        <RadioGroup.Item className="mark" aria-labelledby={id} value={OTHER}><RadioGroup.Indicator /></RadioGroup.Item>
      )}
      <span className="label" id={id}>{words.OTHER}</span>
      <kbd aria-hidden="true">0</kbd>
      <textarea
        className="field"
        rows="1"
        aria-label={words.OTHER_FIELD}
        placeholder={words.OTHER_PLACEHOLDER}
        maxLength={10_000}
        value={draft.other}
        onChange={({ target }) => change((draft) => write(question, draft, target.value))}
      />
    </div>
  );
}

/** A text with inline code, emphasis and links. */
const Rich = memo(function Rich({ text }) {
  return inline(text).map(({ kind: Kind, text, address }, index) => {
    if (Kind === "text") return text;
    if (Kind === "a") return <a key={index} href={address} target="_blank" rel="noreferrer">{text}</a>;
    return <Kind key={index}>{text}</Kind>;
  });
});

let markdown;

/** Markdown is loaded with the first preview; until then its place is kept. */
const Preview = memo(function Preview({ option }) {
  const [isLoaded, setIsLoaded] = useState(Boolean(markdown));
  useEffect(() => {
    if (isLoaded || !option.preview) return;
    import("../common/markdown.js").then((module) => {
      markdown = module;
      setIsLoaded(true);
    });
  }, [isLoaded, option]);
  return (
    <div className="preview" role="region" aria-label={words.PREVIEW} tabIndex={0} onClick={(event) => markdown?.copy(event)}>
      <p className="preview-of">{option.shown}</p>
      {!option.preview && <p>{words.NO_PREVIEW}</p>}
      {option.preview && isLoaded && <div dangerouslySetInnerHTML={{ __html: markdown.render(option.preview) }} />}
    </div>
  );
});
