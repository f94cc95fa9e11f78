// Markdown of previews, loaded when the first preview is shown: `marked` reads it, DOMPurify cleans what comes of it.

import DOMPurify from "dompurify";
import { Marked } from "marked";

import { COPIED, COPY } from "./words.js";

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const marked = new Marked({
  gfm: true,
  renderer: {
    code({ text, lang = "" }) {
      const head = `<div class="code-head"><span>${escape(lang)}</span><button type="button" class="copy">${COPY}</button></div>`;
      return `<div class="code-box">${head}<pre tabindex="0">${escape(text)}</pre></div>`;
    },
    image: ({ text }) => escape(text),
  },
});

const PARTS = { ALLOWED_URI_REGEXP: /^https?:/i, FORBID_TAGS: ["style", "form", "input", "img", "svg", "math"] };
const kept = new Map();

/** The HTML of a preview, made once. */
export function render(text) {
  if (!kept.has(text)) {
    if (kept.size > 100) kept.clear();
    kept.set(text, DOMPurify.sanitize(marked.parse(text), PARTS));
  }
  return kept.get(text);
}

/** Copies the block of code whose button was clicked. */
export async function copy({ target }) {
  if (!target.matches?.(".copy")) return;
  await navigator.clipboard.writeText(target.closest(".code-box").querySelector("pre").textContent);
  target.textContent = COPIED;
  setTimeout(() => (target.textContent = COPY), 2000);
}
