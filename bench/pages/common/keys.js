// What a key does, for both pages: a name of a command, and perhaps a number.

/** The command of a key. `place` is where the focus is: `field`, `button`, or anything else in the dialog. */
export function command(event, place, isReview) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === "Enter" && (ctrlKey || metaKey)) return ["send"];
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Escape") return [place === "field" ? "leave" : "fold"];
  if (place === "field") return key === "Enter" && !shiftKey && !event.isComposing ? ["on"] : null;
  if (key === "Enter") return place === "button" ? null : ["on"];
  if (key === "b" || key === "B") return ["back"];
  if (isReview) return null;
  if (key === "n" || key === "N") return ["note"];
  if (key === "0") return ["other"];
  if (/^[1-9]$/.test(key)) return ["pick", Number(key) - 1];
  if (key === "ArrowDown") return ["move", 1];
  if (key === "ArrowUp") return ["move", -1];
  return null;
}

/** Where the focus is, by the element that has it. */
export function placeOf(element) {
  if (element?.matches("textarea")) return "field";
  return element?.matches("button:not([role=radio], [role=checkbox], [role=tab]), summary, a") ? "button" : "option";
}
