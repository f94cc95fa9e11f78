// The properties that reflect an attribute.

/** Properties whose value is a text, and what they are without their attribute. */
const TEXTS = { url: "", session: "", composer: "", presentation: "modal", theme: "page", previewFormat: "markdown" };

/** Properties whose value is true or false, as `on` or `off` in the attribute, and what they are without it. */
const SWITCHES = { receipts: true, drafts: true, shortcuts: true, notify: false, sound: false, images: false, verbose: false };

/** What every such property is without its attribute. */
export const DEFAULTS = { ...TEXTS, ...SWITCHES };

/** All properties that reflect an attribute. */
export const REFLECTED = Object.keys(DEFAULTS);

const attributeOf = (property) => (property === "previewFormat" ? "preview-format" : property);

/** The attributes that they reflect. */
export const ATTRIBUTES = REFLECTED.map(attributeOf);

/** Gives them to a class of elements. */
export function reflect(prototype) {
  for (const property of REFLECTED) {
    const attribute = attributeOf(property);
    const isSwitch = property in SWITCHES;
    Object.defineProperty(prototype, property, {
      enumerable: true,
      get() {
        const value = this.getAttribute(attribute);
        return (isSwitch ? { on: true, "": true, off: false }[value] : value) ?? DEFAULTS[property];
      },
      set(value) {
        if (value == null) this.removeAttribute(attribute);
        // Frameworks set a property to the text of the attribute.
        else this.setAttribute(attribute, isSwitch ? (value === "" || (value && value !== "off") ? "on" : "off") : value);
      },
    });
  }
}
