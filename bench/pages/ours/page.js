// The page with the element, as it is packaged. The only file of the bench that knows the element's names.

import "ask-user-widget/define";

const element = document.querySelector("ask-user");

/** The half second after the opening, in which keys do not count, is over. */
function isReady() {
  return new Promise((resolve) => {
    const look = () => {
      if (!element.shadowRoot?.querySelector("dialog[open] .ask:not([data-guarded])")) return;
      watcher.disconnect();
      resolve();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(element.shadowRoot ?? element, { subtree: true, childList: true, attributeFilter: ["open", "data-guarded"] });
    look();
  });
}

window.bench = {
  async ask(text) {
    const { questions, timeout_seconds: timeoutSeconds } = JSON.parse(text);
    return element.ask({ questions }, { timeoutSeconds });
  },
  isReady,
};
if (window.firstFrame) window.firstResult = window.bench.ask(window.firstFrame);
