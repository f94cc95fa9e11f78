// What is on the page before any question: the dialog is fetched when the browser is idle, or when the first question
// comes. The element does the same.

export function start(load) {
  let loaded;
  const dialog = () => (loaded ??= load());
  window.bench = {
    /** Asks what the text of a frame says. Resolves with the result. */
    ask: async (text) => (await dialog()).ask(text),
    /** Resolves when keys count. There is no guard here: they do as soon as the focus is in the dialog. */
    isReady: async () => {},
  };
  if (window.firstFrame) window.firstResult = window.bench.ask(window.firstFrame);
  else requestIdleCallback(dialog);
}
