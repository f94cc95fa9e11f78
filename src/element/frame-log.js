// What a developer sees of frames in the console, as the bridge's `--verbose` prints it: the direction of a frame, its type, the id of
// its question or request and its length. What it says is never logged: answers are the person's. The Leptos component imports this too.

/** Characters of a frame's type and id that are logged. */
const LONGEST = 64;

/** The text of a frame, parsed; nothing if it is no JSON. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The id of a question, or of an approval or a form. */
const id = (members) => members?.question_id ?? members?.request_id;

const word = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : "");

/** Logs a frame: its text, or what the text was parsed to. */
export function logFrame(direction, frame) {
  const text = typeof frame === "string" ? frame : JSON.stringify(frame) ?? "";
  const { type, data, ...members } = parse(text) ?? {};
  // A response has its id further inside.
  console.debug("<ask-user>", direction, word(type), word(id(members) ?? id(data)), text.length);
}
