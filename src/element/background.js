// Calls a person back to a page in the background, by title, badge, and what the page has switched on. Fetched when needed;
// the Leptos component imports it too.

/** Before the title of a page in the background. */
const MARK = "● ";

/** How long the sound may take to begin, in milliseconds: a note much later would call for nothing. */
const PATIENCE = 500;

/** The elements of this page that wait for the person. */
const waiting = new Set();

/** The title as it was marked for them. */
let marked = null;

/** `element` has a question, or an approval, for somebody who is not looking. Says whether it notifies and whether it sounds. */
export function call(element, detail, notifies, sounds) {
  if (!document.hidden) return;
  waiting.add(element);
  if (marked === null) {
    marked = `${MARK}${document.title}`;
    document.title = marked;
    document.addEventListener("visibilitychange", seen);
    navigator.setAppBadge?.().catch(() => {});
  }
  if (notifies && globalThis.Notification?.permission === "granted") notify(detail);
  if (sounds) tone().catch(() => {});
}

/** `element` no longer waits. */
export function clear(element) {
  waiting.delete(element);
  if (waiting.size > 0 || marked === null) return;
  // Unless the page has another title by now.
  if (document.title === marked) document.title = marked.slice(MARK.length);
  marked = null;
  document.removeEventListener("visibilitychange", seen);
  navigator.clearAppBadge?.().catch(() => {});
}

function seen() {
  if (!document.hidden) for (const element of [...waiting]) clear(element);
}

function notify({ questionId, questions, requestId = questionId, title, message, displayName, toolName }) {
  const { header, question } = questions ? (questions[0] ?? {}) : { header: displayName ?? toolName, question: title ?? message };
  try {
    const notice = new Notification(header ?? document.title, { body: question ?? "", tag: requestId });
    notice.onclick = () => focus();
  } catch {
    // Browsers on phones want a service worker for it, which is the page's to have.
  }
}

/** Two short notes; a browser that wants a click first stays silent. */
async function tone() {
  const context = new AudioContext();
  // Some need a moment to begin; where a click is wanted first, this does not end.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (context.state !== "running") return context.close();
  const volume = new GainNode(context, { gain: 0.08 });
  volume.connect(context.destination);
  for (const [index, frequency] of [660, 880].entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(volume);
    note.start(context.currentTime + index * 0.14);
    note.stop(context.currentTime + index * 0.14 + 0.12);
    if (index === 1) note.onended = () => context.close();
  }
}
