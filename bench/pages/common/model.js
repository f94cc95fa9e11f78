// What the React page and the Solid page have in common: an ask, the drafts of its answers, and the result. Pure.

const RECOMMENDED = / \(Recommended\)$/;

/** An ask as it comes in: the text of a frame `ask_user_question`. */
export function readAsk(text) {
  const { question_id: id, questions, timeout_seconds: seconds } = JSON.parse(text);
  if (!Array.isArray(questions) || questions.length === 0) throw new TypeError("questions: at least one is needed");
  return {
    id: id ?? crypto.randomUUID(),
    deadline: seconds ? performance.now() + seconds * 1000 : null,
    questions: questions.map(({ question, header, options, multiSelect }, index) => ({
      text: question,
      title: header ?? `Question ${index + 1}`,
      isMultiple: multiSelect === true,
      hasPreview: options.some(({ preview }) => preview),
      options: options.map(({ label, description, preview }) => ({
        label,
        shown: label.replace(RECOMMENDED, ""),
        isRecommended: RECOMMENDED.test(label),
        description,
        preview,
      })),
    })),
  };
}

export const EMPTY_DRAFT = Object.freeze({ picks: Object.freeze([]), isOther: false, other: "", note: "" });

/** The draft after an option is chosen, or taken back where several may be chosen. */
export function pick(question, draft, index) {
  if (!question.isMultiple) return { ...draft, picks: [index], isOther: false };
  const has = draft.picks.includes(index);
  const picks = has ? draft.picks.filter((other) => other !== index) : [...draft.picks, index].sort((a, b) => a - b);
  return { ...draft, picks };
}

/** The draft after "Other" is chosen, or taken back where several may be chosen. */
export function pickOther(question, draft, isOther = true) {
  return { ...draft, isOther, picks: question.isMultiple ? draft.picks : [] };
}

/** The draft after something was typed as an answer of one's own. */
export function write(question, draft, other) {
  return { ...pickOther(question, draft, other !== "" || draft.isOther), other };
}

export function isAnswered(draft) {
  return draft.picks.length > 0 || (draft.isOther && draft.other.trim() !== "");
}

/** What was answered, as people read it. */
export function answersOf(question, draft) {
  const own = draft.isOther && draft.other.trim() !== "" ? [draft.other.trim()] : [];
  return [...draft.picks.map((index) => question.options[index].shown), ...own];
}

/** What the promise of an ask resolves with. */
export function resultOf(ask, drafts) {
  const answers = {};
  const annotations = {};
  const lines = ask.questions.map((question, index) => {
    const draft = drafts[index];
    const labels = draft.picks.map((place) => question.options[place].label);
    const all = draft.isOther && draft.other.trim() !== "" ? [...labels, draft.other.trim()] : labels;
    if (all.length > 0) answers[question.text] = all.join(", ");
    const preview = question.isMultiple ? undefined : question.options[draft.picks[0]]?.preview;
    if (preview || draft.note) annotations[question.text] = { ...(preview && { preview }), ...(draft.note && { notes: draft.note }) };
    return { title: question.title, text: question.text, options: question.options, picks: draft.picks, answers: answersOf(question, draft), note: draft.note };
  });
  const isWhole = lines.every((line) => line.answers.length > 0);
  return { questionId: ask.id, outcome: isWhole ? "answered" : "partly-answered", answers, annotations, lines };
}

/** The result of an ask that nobody answered. */
export function endedAs(ask, outcome) {
  return { questionId: ask.id, outcome, answers: {}, annotations: {}, lines: [] };
}

/** Seconds that are left, as a clock shows them. */
export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function secondsLeft(deadline) {
  return Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;

/** The pieces of a text with inline code, emphasis and links. */
export function inline(text) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) pieces.push({ kind: "text", text: text.slice(end, found.index) });
    const [whole, code, strong, emphasis, link, address] = found;
    if (code) pieces.push({ kind: "code", text: code });
    else if (strong) pieces.push({ kind: "strong", text: strong });
    else if (emphasis) pieces.push({ kind: "em", text: emphasis });
    else pieces.push({ kind: "a", text: link, address });
    end = found.index + whole.length;
  }
  if (end < text.length) pieces.push({ kind: "text", text: text.slice(end) });
  return pieces;
}

/** What the preview pane shows beside "Other". */
export const OTHER_OPTION = { shown: "Other" };

/** Receipts that stay on the page. The element keeps as many. */
export const MOST_RECEIPTS = 50;
