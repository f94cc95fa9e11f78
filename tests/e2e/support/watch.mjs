// Watches a page that shows hostile texts: what they ran, and what they put into the widget.

import assert from "node:assert/strict";

export class Watch {
  #page;
  #ran = [];

  /** Watches this element, which is there already. */
  static async begin(page, element = "ask-user") {
    const watch = new Watch();
    watch.#page = page;
    const ran = watch.#ran;
    await page.exposeBinding("ran", ({ frame }, number) => void ran.push(`${number} in ${frame.url()}`));
    page.on("dialog", (dialog) => {
      ran.push(`dialog ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on("popup", (popup) => ran.push(`window ${popup.url()}`));
    page.on("download", (download) => ran.push(`download ${download.url()}`));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame() || !/^about:(srcdoc|blank)$/.test(frame.url())) ran.push(`navigation to ${frame.url()}`);
    });
    await page.evaluate(watchWidget, element);
    return watch;
  }

  /** Nothing ran until now, and the widget holds only what it made. */
  async assertNothingHappened() {
    assert.deepEqual(await this.#page.evaluate("strange"), [], "the widget holds only what it made");
    assert.deepEqual(this.#ran, [], "nothing ran");
  }
}

/** Runs in the page: looks at everything that is put into the widget, and keeps what does not belong there. */
function watchWidget(name) {
  const root = document.querySelector(name).shadowRoot;
  window.strange = [];
  const frames = new Set();
  const own = "DIALOG DIV SPAN P H2 H3 H4 H5 H6 B BDI BUTTON LABEL INPUT TEXTAREA NAV KBD FORM DETAILS SUMMARY UL OL LI DL DT DD SECTION MARK";
  const text = "CODE PRE EM STRONG DEL A TABLE THEAD TBODY TR TH TD HR BR BLOCKQUOTE IFRAME FIGURE FIGCAPTION";
  const known = new Set(`${own} ${text}`.split(" "));
  const look = (element) => {
    const strange = (what) => window.strange.push(`${what}: ${element.outerHTML.slice(0, 200)}`);
    if (!known.has(element.tagName)) strange("element");
    for (const { name, value } of element.attributes) {
      // The widget itself sets a size, where it must not shrink.
      const isOwn = name === "style" && /^((--_[a-z-]+|min-block-size): [\d.]+(px)?;\s*)+$/.test(value);
      if (/^on|^style$|^src$|^formaction$|^action$|^ping$|^background$/.test(name) && !isOwn) strange("attribute");
    }
    if (element.tagName === "A" && element.hasAttribute("href")) {
      const isSafe = /^(https?|mailto):/.test(element.getAttribute("href")) && element.target === "_blank";
      if (!isSafe || !/noopener/.test(element.rel) || !/noreferrer/.test(element.rel)) strange("link");
    }
    if (element.tagName === "IFRAME") {
      if (element.getAttribute("sandbox") !== "") strange("frame");
      frames.add(element);
      element.addEventListener("load", () => frames.delete(element));
    }
  };
  const whole = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    look(node);
    node.querySelectorAll("*").forEach(look);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) type === "attributes" ? look(target) : addedNodes.forEach(whole);
  }).observe(root, { childList: true, subtree: true, attributes: true });
  /** What is shown has its place and its style, and its frames have loaded. */
  window.drawn = async () => {
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    root.querySelector("dialog").getBoundingClientRect();
    while ([...frames].some((element) => element.isConnected)) await turn();
    frames.clear();
  };
}
