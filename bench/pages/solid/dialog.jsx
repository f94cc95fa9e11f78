// The dialog in Solid with the browser's own dialog, radio buttons and check boxes: loaded when the first question comes.

import { batch, createEffect, createMemo, createSelector, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { render } from "solid-js/web";

import { command, placeOf } from "../common/keys.js";
import { answersOf, clock, EMPTY_DRAFT, endedAs, isAnswered, MOST_RECEIPTS, pick, pickOther, readAsk, resultOf, secondsLeft } from "../common/model.js";
import css from "../common/style.css";
import * as words from "../common/words.js";
import { Question } from "./question.jsx";
import { Receipts, Toast } from "./receipts.jsx";

const [asks, setAsks] = createSignal([]);
const [receipts, setReceipts] = createSignal([]);

export function ask(text) {
  const asked = readAsk(text);
  return new Promise((resolve) => {
    setAsks((asks) => [...asks, { asked, resolve }]);
  });
}

/** The ask is over: its receipt stays, and the next one comes. */
function end(entry, result) {
  if (!asks().includes(entry)) return;
  batch(() => {
    setAsks((asks) => asks.filter((other) => other !== entry));
    setReceipts((receipts) => [...receipts, { asked: entry.asked, result }].slice(-MOST_RECEIPTS));
  });
  entry.resolve(result);
}

function App() {
  const front = createMemo(() => asks()[0]);
  return (
    <>
      <Receipts receipts={receipts()} />
      <Show when={front()} keyed fallback={<Show when={receipts().at(-1)} keyed>{(last) => <Toast last={last} />}</Show>}>
        {(entry) => <AskDialog asked={entry.asked} end={(result) => end(entry, result)} />}
      </Show>
    </>
  );
}

function AskDialog(props) {
  const { questions, deadline } = props.asked;
  const isSeveral = questions.length > 1;
  const [step, setStep] = createSignal(0);
  const [drafts, setDrafts] = createStore(questions.map(() => EMPTY_DRAFT));
  const [place, setPlace] = createSignal("option");
  const [alert, setAlert] = createSignal("");
  const [isFolded, setIsFolded] = createSignal(false);
  const isReview = createMemo(() => step() === questions.length);
  const isLast = () => isReview() || !isSeveral;
  const missing = createMemo(() => drafts.filter((draft) => !isAnswered(draft)).length);
  const isHereAnswered = createMemo(() => !isReview() && isAnswered(drafts[step()]));
  const isAt = createSelector(step);
  let dialog;

  const dismiss = () => props.end(endedAs(props.asked, "cancelled"));
  const send = () => props.end(resultOf(props.asked, drafts));
  const change = (make) => {
    setAlert("");
    setDrafts(step(), make);
  };
  const go = (to) => batch(() => {
    setAlert("");
    setStep(to);
  });
  const focusTitle = () => dialog?.querySelector("h2").focus();
  createEffect(on(step, focusTitle, { defer: true }));

  const goOn = () => {
    if (isReview()) send();
    else if (!isAnswered(drafts[step()])) setAlert(words.GAP);
    else if (isSeveral) go(step() + 1);
    else send();
  };
  const marks = () => [...dialog.querySelectorAll(".mark")];
  const question = () => questions[step()];
  const act = {
    on: goOn,
    fold: () => setIsFolded(true),
    send: () => (missing() === 0 ? send() : setAlert(words.GAP)),
    leave: focusTitle,
    back: () => step() > 0 && go(step() - 1),
    note() {
      const notes = dialog.querySelector(".notes");
      notes.open = true;
      notes.querySelector("textarea").focus();
    },
    other() {
      change((draft) => pickOther(question(), draft));
      dialog.querySelector(".other textarea").focus();
    },
    pick(index) {
      if (index >= question().options.length) return false;
      change((draft) => pick(question(), draft, index));
      marks()[index].focus();
    },
    move(by) {
      const all = marks();
      const at = all.indexOf(document.activeElement);
      // The browser goes through radio buttons by itself.
      if (at >= 0 && !question().isMultiple) return false;
      const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
      all[next].focus();
      if (question().isMultiple) return;
      change((draft) => (next < question().options.length ? pick(question(), draft, next) : pickOther(question(), draft)));
    },
  };
  const onKeyDown = (event) => {
    const found = command(event, placeOf(event.target), isReview());
    if (!found) return;
    const [name, value] = found;
    if (act[name](value) !== false) event.preventDefault();
  };
  const open = (element) => {
    dialog = element;
    onMount(() => {
      element.showModal();
      focusTitle();
    });
    onCleanup(() => element.close());
  };
  /** Through the chips of the stepper with the arrow keys. */
  const onStepKey = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const steps = [...event.currentTarget.children];
    if (by) steps[(steps.indexOf(event.target) + by + steps.length) % steps.length].focus();
  };

  return (
    <Show when={!isFolded()} fallback={<Bar chip={question()?.title} title={question()?.text ?? words.REVIEW_TITLE} deadline={deadline} unfold={() => setIsFolded(false)} dismiss={dismiss} />}>
      <dialog
        class="ask-dialog"
        ref={open}
        aria-labelledby="ask-title"
        data-wide={question()?.hasPreview ? "" : undefined}
        onKeyDown={onKeyDown}
        onFocusIn={({ target }) => setPlace(placeOf(target))}
        onCancel={(event) => event.preventDefault()}
      >
        <div class="head">
          <div class="head-line">
            <Show when={isSeveral} fallback={<span class="chip">{questions[0].title}</span>}>
              <span class="progress">{isReview() ? words.REVIEW : words.progress(step() + 1, questions.length)}</span>
            </Show>
            <Timer deadline={deadline} onEnd={() => props.end(endedAs(props.asked, "timed-out"))} />
            <button type="button" class="collapse" aria-label={words.MINIMIZE} title={words.MINIMIZE} onClick={act.fold}>⌄</button>
          </div>
          <Show when={isSeveral}>
            <div class="stepper" role="tablist" aria-label={words.QUESTIONS} onKeyDown={onStepKey}>
              <For each={questions}>
                {({ title }, index) => (
                  <button type="button" class="step" role="tab" aria-selected={isAt(index()) ? "true" : "false"} tabIndex={isAt(index()) ? 0 : -1} data-answered={isAnswered(drafts[index()]) ? "" : undefined} onClick={() => go(index())}>{title}</button>
                )}
              </For>
              <button type="button" class="step last" role="tab" aria-selected={isReview() ? "true" : "false"} tabIndex={isReview() ? 0 : -1} onClick={() => go(questions.length)}>{words.REVIEW}</button>
            </div>
          </Show>
        </div>
        <div class="body">
          <Show when={question()} keyed fallback={<Review questions={questions} drafts={drafts} go={go} />}>
            {(question) => <Question question={question} draft={drafts[step()]} change={change} />}
          </Show>
        </div>
        <div class="foot">
          <p class="alert" role="alert">{alert()}</p>
          <div class="buttons">
            <button type="button" class="dismiss" title={words.DISMISS_TITLE} onClick={dismiss}>{words.DISMISS}</button>
            <Show when={step() > 0}>
              <button type="button" class="back" onClick={act.back}>{words.BACK}</button>
            </Show>
            <button type="button" class="send" onClick={goOn}>{isReview() && missing() > 0 ? words.sendWithout(missing()) : isLast() ? words.SEND : words.NEXT}</button>
          </div>
          <p class="keys" aria-hidden="true">
            <For each={words.hints({ place: place(), isReview: isReview(), isLast: isLast(), isFirst: step() === 0, options: question()?.options.length, isAnswered: isHereAnswered() })}>
              {([caps, does, between = " "]) => <span><For each={caps}>{(cap, index) => <>{index() > 0 && between}<kbd>{cap}</kbd></>}</For> {does}</span>}
            </For>
          </p>
        </div>
      </dialog>
    </Show>
  );
}

function Timer(props) {
  if (!props.deadline) return null;
  const [left, setLeft] = createSignal(secondsLeft(props.deadline));
  const timer = setInterval(() => {
    setLeft(secondsLeft(props.deadline));
    if (left() === 0) props.onEnd?.();
  }, 1000);
  onCleanup(() => clearInterval(timer));
  return <span class="timer" role="timer" aria-label={words.TIME_LEFT} data-short={left() <= 10 ? "" : undefined}>{clock(left())}</span>;
}

function Review(props) {
  return (
    <>
      <h2 id="ask-title" tabIndex={-1}>{words.REVIEW_TITLE}</h2>
      <ul class="review">
        <For each={props.questions}>
          {(question, index) => (
            <li>
              <bdi>{question.title}</bdi>
              <span>{answersOf(question, props.drafts[index()]).join(", ") || words.NOT_ANSWERED}</span>
              <button type="button" aria-label={words.changeNamed(question.title)} onClick={() => props.go(index())}>{words.CHANGE}</button>
            </li>
          )}
        </For>
      </ul>
    </>
  );
}

function Bar(props) {
  let answer;
  onMount(() => answer.focus());
  return (
    <div class="ask-bar" role="group" aria-label={props.title} onKeyDown={(event) => event.key === "Escape" && props.dismiss()}>
      <Show when={props.chip}><span class="chip">{props.chip}</span></Show>
      <span class="bar-text">{props.title}</span>
      <Timer deadline={props.deadline} />
      <button type="button" class="answer" ref={answer} onClick={props.unfold}>{words.ANSWER}</button>
      <button type="button" onClick={props.dismiss}>{words.DISMISS}</button>
    </div>
  );
}

const style = document.createElement("style");
style.textContent = css;
document.head.append(style);
render(() => <App />, document.getElementById("ask"));
