// Attributes that choose among words. Fetched with the WebAssembly.

/** What they may say, besides nothing. */
const VALUES = {
  receipts: ["none"],
  presentation: ["modal", "inline", "dock"],
  shortcuts: ["off"],
  drafts: ["off"],
  "preview-format": ["markdown", "html", "auto"],
  images: ["click"],
  theme: ["light", "dark", "system"],
};

/** The unknown values that the page was told of, by element and attribute. */
const told = new WeakMap();

/** A sentence for each attribute of `element` whose value nobody knows, once for each value. */
export function unknownValues(element) {
  const before = told.get(element) ?? {};
  const now = {};
  for (const [name, known] of Object.entries(VALUES)) {
    const value = element.getAttribute(name);
    if (value && !known.includes(value)) now[name] = value;
  }
  told.set(element, now);
  const isNew = ([name, value]) => before[name] !== value;
  const sentence = ([name, value]) => `${name}="${value}" is not known, and means nothing; known: ${VALUES[name].join(", ")}`;
  return Object.entries(now).filter(isNew).map(sentence);
}
