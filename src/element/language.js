// Chooses the words of the page's language. Fetched when the page gives any.

/** The table for this language among several: its own, or one of the same family. */
function choose(tables, wanted) {
  const family = (name) => name.split("-")[0].toLowerCase();
  const exact = tables.find(({ lang }) => lang.toLowerCase() === wanted.toLowerCase());
  return exact ?? tables.find(({ lang }) => family(lang) === family(wanted));
}

/** The language around an element, also around the shadow roots that it is in. */
function languageAround(element) {
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) if (node.lang) return node.lang;
  return navigator.language;
}

/** A name as the browser writes it; empty if it is none. */
function canonical(name) {
  try {
    return Intl.getCanonicalLocales(name ?? "")[0] ?? "";
  } catch {
    return "";
  }
}

/** The language of one element. */
export class Language {
  #host;
  #observer = null;
  /** Whether the widget was ever given a language. */
  #isGiven = false;

  constructor(host) {
    this.#host = host;
  }

  /** The words of the page's language, if it gave any. */
  get table() {
    const { element } = this.#host;
    const { strings } = element;
    return Array.isArray(strings) ? choose(strings, languageAround(element)) : strings;
  }

  /** Gives the widget its words now, and where there are several languages, whenever the page changes to another. */
  follow(widget) {
    this.stop();
    this.#give(widget);
    if (!Array.isArray(this.#host.element.strings)) return;
    this.#observer = new MutationObserver(() => this.#give(widget));
    this.#observer.observe(document, { subtree: true, attributeFilter: ["lang"] });
  }

  stop() {
    this.#observer?.disconnect();
    this.#observer = null;
  }

  #give(widget) {
    if (!this.#host.element.strings && !this.#isGiven) return;
    this.#isGiven = true;
    const { table } = this;
    widget.setLanguage(canonical(table?.lang), table ?? {});
  }
}
