// The words on the screen: the same as the element's.

export const SEND = "Send";
export const NEXT = "Next";
export const BACK = "Back";
export const DISMISS = "Dismiss";
export const DISMISS_TITLE = "No answer is sent, and the agent stops";
export const ANSWER = "Answer";
export const MINIMIZE = "Minimize to read the chat";
export const RECOMMENDED = "Recommended";
export const OTHER = "Other";
export const OTHER_FIELD = "Your own answer";
export const OTHER_PLACEHOLDER = "Type something else…";
export const CHOOSE_ONE = "Select one, or write your own";
export const CHOOSE_SEVERAL = "Select all that apply, or write your own";
export const TIME_LEFT = "Time left";
export const REVIEW = "Review";
export const REVIEW_TITLE = "Review your answers";
export const QUESTIONS = "Questions";
export const CHANGE = "Change";
export const NOT_ANSWERED = "Not answered";
export const PREVIEW = "Preview";
export const NO_PREVIEW = "No preview for this option";
export const NOTE = "Note";
export const ADD_NOTE = "Add a note";
export const NOTE_PLACEHOLDER = "Anything else the agent should know?";
export const GAP = "Choose an option or write your own answer first.";
export const COPY = "Copy";
export const COPIED = "Copied";
export const SENT = "Sent";
export const DISMISSED = "Dismissed";
export const TIMED_OUT = "Timed out";

export const progress = (number, count) => `Question ${number} of ${count}`;
export const changeNamed = (name) => `Change the answer to ${name}`;
export const sendWithout = (count) => `Send with ${count} unanswered`;

/** The keys that do something: each a list of caps, what they do, and what stands between. `place` is where the focus is. */
export function hints({ place, options, isFirst, isLast, isReview, isAnswered }) {
  const go = [["↵"], isLast ? SEND : NEXT];
  if (isReview) return [go, [["Esc"], "Minimize"], [["B"], BACK]];
  if (place === "field") return [go, [["Shift", "↵"], "New line"], [["Esc"], "Done typing"]];
  const all = [
    [["↑", "↓"], "Navigate"],
    [["1", `${options}`], "Select", "–"],
    [["0"], OTHER],
    isAnswered && go,
    [["Esc"], "Minimize"],
    [["N"], NOTE],
    !isFirst && [["B"], BACK],
  ];
  return all.filter(Boolean);
}
