// What is asked, as texts of frames, and the keys that answer it.

import { readFileSync } from "node:fs";

function fixture(name) {
  return JSON.parse(readFileSync(new URL(`../../tests/fixtures/ask-${name}.json`, import.meta.url), "utf8"));
}

let count = 0;

/**
 * The text of a frame, with an id and previews of its own: no agent asks the same twice, and nobody should gain by keeping what
 * was rendered for an earlier ask.
 */
export function frameOf({ questions }, seconds) {
  count++;
  const unique = (option) => (option.preview ? { ...option, preview: `${option.preview}\n\nAsk ${count}.` } : option);
  const asked = questions.map((question) => ({ ...question, options: question.options.map(unique) }));
  const frame = { type: "ask_user_question", question_id: `q_${count}`, questions: asked };
  return JSON.stringify(seconds ? { ...frame, timeout_seconds: seconds } : frame);
}

function withoutPreviews({ questions }) {
  const plain = ({ preview, ...option }) => option;
  return { questions: questions.map((question) => ({ ...question, options: question.options.map(plain) })) };
}

/** Markdown of about this many characters: paragraphs, a table, and code. */
function markdown(length) {
  const piece = (number) =>
    `## Part ${number}\n\nA **paragraph** with \`code\`, and a [link](https://example.org/${number}).\n\n| a | b |\n| --- | --- |\n| ${number} | two |\n\n` +
    "```js\n" + `const part = ${number};\nfor (const item of list(part)) console.log(item);\n` + "```\n\n";
  let text = "";
  for (let number = 1; text.length < length; number++) text += piece(number);
  return text.slice(0, Math.max(length, 0));
}

/** Four questions with all that is allowed: four options each, long texts, and a preview of 4 KB for each. */
function worst() {
  const option = (label, index) => ({
    label: `${label} ${index + 1}${index === 0 ? " (Recommended)" : ""}`,
    description: `Number ${index + 1}: \`code\`, **strong** words, and more of them. `.repeat(4).trim(),
    preview: markdown(4000),
  });
  const headers = ["One", "Two", "Three", "Four"];
  return {
    questions: headers.map((header, index) => ({
      question: `Which of these should be taken for ${header}? `.repeat(4).trim(),
      header,
      multiSelect: index % 2 === 1,
      options: [0, 1, 2, 3].map((place) => option(header, place)),
    })),
  };
}

/** One question whose frame has this many bytes: most of it is in the previews. */
export function sized(bytes) {
  const make = (length) => ({
    questions: [
      {
        question: "Which one?",
        header: "Size",
        multiSelect: false,
        options: ["First", "Second"].map((label) => ({ label, description: "What it does", ...(length > 0 && { preview: markdown(length) }) })),
      },
    ],
  });
  const base = frameOf(make(0)).length;
  if (bytes < 2 * base) return make(0);
  // Line ends and quotes take two bytes in a frame.
  const share = JSON.stringify(markdown(10_000)).length / 10_000;
  return make(Math.floor((bytes - base) / 2 / share));
}

const plain = withoutPreviews(fixture("database"));

export const ASKS = {
  plain: { title: "plain", input: plain, keys: ["1", "Enter"] },
  previews: { title: "four with previews", input: fixture("project"), keys: ["1", "Enter", "1", "Enter", "1", "Enter", "1", "Enter", "Enter"] },
  worst: { title: "worst", input: worst(), keys: ["1", "Enter", "1", "Enter", "1", "Enter", "1", "Enter", "Enter"] },
};

/** What is asked in turn in the long run. There are four, so that after each hundred the same have been asked. */
export const TURNS = [
  { input: fixture("database"), keys: ["1", "Enter"] },
  { input: fixture("features"), keys: ["1", "3", "Enter"] },
  { input: plain, keys: ["0", "M", "o", "r", "e", "Enter"] },
  { input: fixture("features"), keys: ["2", "Enter"] },
];
