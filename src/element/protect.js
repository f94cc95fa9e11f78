// The rule that only a person answers: events that a script has made count for nothing. For the element's class and for the
// Leptos component, which imports this file too.

/** The events of what only a person can do. */
const GUARDED_EVENTS = ["click", "pointerdown", "keydown", "input", "change"];

/** Whether a person has caused the event, and not a script. */
export const isFromPerson = (event) => event.isTrusted;

/** Keeps all guarded events that are not accepted from everything in a shadow root. */
export function protect(shadowRoot, accepts = isFromPerson) {
  for (const name of GUARDED_EVENTS) {
    const guard = (event) => {
      if (accepts(event)) return;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    shadowRoot.addEventListener(name, guard, true);
  }
}
