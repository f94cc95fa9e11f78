// Reports attributes to the developer whose value is none of the known words. Fetched after the widget has started.

const SWITCH = ["on", "off"];

/** The known words of each attribute. An empty value is known too. `options.rs` reads the same words. */
export const VALUES = {
  presentation: ["modal", "inline", "dock"],
  "preview-format": ["markdown", "html", "auto"],
  receipts: SWITCH,
  drafts: SWITCH,
  shortcuts: SWITCH,
  images: SWITCH,
  notify: SWITCH,
  sound: SWITCH,
  verbose: SWITCH,
  theme: ["page", "light", "dark", "system"],
};

/** The unknown values that were reported, by element and attribute. */
const reported = new WeakMap();

/** A sentence for each attribute of `element` whose value is not known, once for each value. */
export function unknownValues(element) {
  const before = reported.get(element) ?? {};
  const now = {};
  for (const [name, known] of Object.entries(VALUES)) {
    const value = element.getAttribute(name);
    if (value && !known.includes(value)) now[name] = value;
  }
  reported.set(element, now);
  const isNew = ([name, value]) => before[name] !== value;
  const sentence = ([name, value]) => `${name}="${value}" is not known, and means nothing; known: ${VALUES[name].join(", ")}`;
  return Object.entries(now).filter(isNew).map(sentence);
}
