// What calls and properties must be given.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws a sentence, unless `isRight`. */
export function check(isRight, sentence) {
  if (!isRight) throw new TypeError(`<ask-user> ${sentence}`);
}

/** The JSON of a frame that the page gave to a method. */
export function frameText(method, frame) {
  const sentence = `${method}() needs a frame, as an object or its JSON`;
  check(isObject(frame) || typeof frame === "string", sentence);
  if (typeof frame === "string") return frame;
  try {
    return JSON.stringify(frame);
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
