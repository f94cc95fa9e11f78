// What calls and properties must be given.

const isObject = (value) => value && typeof value === "object" && !Array.isArray(value);

/** Throws a sentence, unless `isRight`. */
export function check(isRight, sentence) {
  if (!isRight) throw new TypeError(`<ask-user> ${sentence}`);
}

/**
 * The JSON of a frame that the page gave to a method. `parse` throws for what is no JSON: a bridge may end the connection for it,
 * while the widget reports one that it has received.
 */
export function frameText(method, frame, parse) {
  const sentence = `${method}() needs a frame, as an object or its JSON`;
  const isText = typeof frame === "string";
  check(isText || isObject(frame), sentence);
  try {
    const json = isText ? frame : JSON.stringify(frame);
    parse?.(json);
    return json;
  } catch (reason) {
    throw new TypeError(`<ask-user> ${sentence}: ${reason.message}`);
  }
}

/** Checks what the page gave for `strings`. One table among several is chosen by its name. */
export function checkStrings(strings) {
  const isTable = (table) => isObject(table) && ["string", "undefined"].includes(typeof table.lang);
  const isRight = Array.isArray(strings) ? strings.every((table) => isTable(table) && table.lang) : isTable(strings ?? {});
  check(isRight, "needs strings that are a language's table, or a list of them, each with its lang");
}
