// The dialog in React with Radix' primitives: loaded when the first question comes.

import * as Dialog from "@radix-ui/react-dialog";
import * as Tabs from "@radix-ui/react-tabs";
import { Fragment, memo, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { command, placeOf } from "../common/keys.js";
import { answersOf, clock, EMPTY_DRAFT, isAnswered, pick, pickOther, resultOf, secondsLeft } from "../common/model.js";
import css from "../common/style.css";
import * as words from "../common/words.js";
import { Question } from "./question.jsx";
import { Receipts, Toast } from "./receipts.jsx";
import { ask, dismiss, end, snapshot, subscribe, timeOut } from "./store.js";

export { ask };

function App() {
  const { asks, receipts } = useSyncExternalStore(subscribe, snapshot);
  const asked = asks[0];
  return (
    <>
      <Receipts receipts={receipts} />
      {asked ? <AskDialog key={asked.key} asked={asked} /> : <Toast last={receipts.at(-1)} />}
    </>
  );
}

function AskDialog({ asked }) {
  const { questions } = asked;
  const isSeveral = questions.length > 1;
  const [step, setStep] = useState(0);
  const [drafts, setDrafts] = useState(() => questions.map(() => EMPTY_DRAFT));
  const [place, setPlace] = useState("option");
  const [alert, setAlert] = useState("");
  const [isFolded, setIsFolded] = useState(false);
  const content = useRef(null);
  const title = useRef(null);
  const isReview = step === questions.length;
  const question = questions[step];
  const draft = drafts[step];
  const missing = drafts.filter((draft) => !isAnswered(draft)).length;

  const change = useCallback((make) => {
    setAlert("");
    setDrafts((drafts) => drafts.map((draft, index) => (index === step ? make(draft) : draft)));
  }, [step]);
  const go = (to) => {
    setAlert("");
    setStep(to);
  };
  useLayoutEffect(() => title.current?.focus(), [step]);

  const send = () => end(asked, resultOf(asked, drafts));
  const on = () => {
    if (isReview) send();
    else if (!isAnswered(draft)) setAlert(words.GAP);
    else if (isSeveral) go(step + 1);
    else send();
  };
  const marks = () => [...content.current.querySelectorAll(".mark")];
  const fold = () => setIsFolded(true);

  const act = {
    on,
    fold,
    send: () => (missing === 0 ? send() : setAlert(words.GAP)),
    leave: () => title.current?.focus(),
    back: () => step > 0 && go(step - 1),
    note() {
      const notes = content.current.querySelector(".notes");
      notes.open = true;
      notes.querySelector("textarea").focus();
    },
    other() {
      change((draft) => pickOther(question, draft));
      content.current.querySelector(".other textarea").focus();
    },
    pick(index) {
      if (index >= question.options.length) return false;
      change((draft) => pick(question, draft, index));
      marks()[index].focus();
    },
    move(by) {
      const all = marks();
      const at = all.indexOf(document.activeElement);
      // Radix goes through radio buttons by itself.
      if (at >= 0 && !question.isMultiple) return false;
      const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
      all[next].focus();
      if (question.isMultiple) return;
      change((draft) => (next < question.options.length ? pick(question, draft, next) : pickOther(question, draft)));
    },
  };
  const onKeyDown = (event) => {
    const found = command(event, placeOf(event.target), isReview);
    if (!found) return;
    const [name, value] = found;
    if (act[name](value) !== false) event.preventDefault();
  };

  if (isFolded) return <Bar asked={asked} chip={question?.title} title={question?.text ?? words.REVIEW_TITLE} unfold={() => setIsFolded(false)} />;
  const isLast = isReview || !isSeveral;
  const body = isReview ? (
    <Review questions={questions} drafts={drafts} title={title} go={go} />
  ) : (
    <Question key={step} question={question} draft={draft} change={change} title={title} />
  );
  const primary = isReview && missing > 0 ? words.sendWithout(missing) : isLast ? words.SEND : words.NEXT;
  const hints = { place, isReview, isLast, isFirst: step === 0, options: question?.options.length, isAnswered: !isReview && isAnswered(draft) };
  return (
    <Dialog.Root open modal>
      <Dialog.Portal>
        <Dialog.Overlay className="ask-overlay" />
        <Dialog.Content
          className="ask-dialog"
          ref={content}
          data-wide={question?.hasPreview ? "" : undefined}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setPlace(placeOf(target))}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            title.current?.focus();
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Tabs.Root className="contents" style={{ display: "contents" }} value={String(step)} onValueChange={(value) => go(Number(value))} activationMode="manual">
            <div className="head">
              <div className="head-line">
                {isSeveral ? (
                  <span className="progress">{isReview ? words.REVIEW : words.progress(step + 1, questions.length)}</span>
                ) : (
                  <span className="chip">{questions[0].title}</span>
                )}
                <Timer asked={asked} />
                <button type="button" className="collapse" aria-label={words.MINIMIZE} title={words.MINIMIZE} onClick={fold}>⌄</button>
              </div>
              {isSeveral && <Stepper questions={questions} drafts={drafts} />}
            </div>
            {isSeveral ? <Tabs.Content className="body" value={String(step)} tabIndex={-1}>{body}</Tabs.Content> : <div className="body">{body}</div>}
          </Tabs.Root>
          <div className="foot">
            <p className="alert" role="alert">{alert}</p>
            <div className="buttons">
              <button type="button" className="dismiss" title={words.DISMISS_TITLE} onClick={() => dismiss(asked)}>{words.DISMISS}</button>
              {step > 0 && <button type="button" className="back" onClick={act.back}>{words.BACK}</button>}
              <button type="button" className="send" onClick={on}>{primary}</button>
            </div>
            <Hints {...hints} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const Stepper = memo(function Stepper({ questions, drafts }) {
  return (
    <Tabs.List className="stepper" aria-label={words.QUESTIONS}>
      {questions.map(({ title }, index) => (
        <Tabs.Trigger key={index} className="step" value={String(index)} data-answered={isAnswered(drafts[index]) ? "" : undefined}>{title}</Tabs.Trigger>
      ))}
      <Tabs.Trigger className="step last" value={String(questions.length)}>{words.REVIEW}</Tabs.Trigger>
    </Tabs.List>
  );
});

const Hints = memo(function Hints(where) {
  return (
    <p className="keys" aria-hidden="true">
      {words.hints(where).map(([caps, does, between = " "]) => (
        <span key={does}>{caps.map((cap, index) => <Fragment key={cap}>{index > 0 && between}<kbd>{cap}</kbd></Fragment>)} {does}</span>
      ))}
    </p>
  );
});

function Timer({ asked }) {
  const [left, setLeft] = useState(() => asked.deadline && secondsLeft(asked.deadline));
  useEffect(() => {
    if (!asked.deadline) return;
    const timer = setInterval(() => {
      const now = secondsLeft(asked.deadline);
      setLeft(now);
      if (now === 0) timeOut(asked);
    }, 1000);
    return () => clearInterval(timer);
  }, [asked]);
  if (!asked.deadline) return null;
  return <span className="timer" role="timer" aria-label={words.TIME_LEFT} data-short={left <= 10 ? "" : undefined}>{clock(left)}</span>;
}

function Review({ questions, drafts, title, go }) {
  return (
    <>
      <Dialog.Title ref={title} tabIndex={-1}>{words.REVIEW_TITLE}</Dialog.Title>
      <ul className="review">
        {questions.map((question, index) => (
          <li key={index}>
            <bdi>{question.title}</bdi>
            <span>{answersOf(question, drafts[index]).join(", ") || words.NOT_ANSWERED}</span>
            <button type="button" aria-label={words.changeNamed(question.title)} onClick={() => go(index)}>{words.CHANGE}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bar({ asked, chip, title, unfold }) {
  const bar = useRef(null);
  useEffect(() => bar.current.querySelector("button").focus(), []);
  const onKeyDown = (event) => event.key === "Escape" && dismiss(asked);
  return (
    <div className="ask-bar" ref={bar} role="group" aria-label={title} onKeyDown={onKeyDown}>
      {chip && <span className="chip">{chip}</span>}
      <span className="bar-text">{title}</span>
      <Timer asked={asked} />
      <button type="button" className="answer" onClick={unfold}>{words.ANSWER}</button>
      <button type="button" onClick={() => dismiss(asked)}>{words.DISMISS}</button>
    </div>
  );
}

const style = document.createElement("style");
style.textContent = css;
document.head.append(style);
createRoot(document.getElementById("ask")).render(<App />);
