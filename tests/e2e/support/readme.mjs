// The README's own lines.

import { readFileSync } from "node:fs";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

/** The blocks of code of one language under a heading. */
export function blocks(heading, language) {
  const section = readme.split(/^##+ /m).find((section) => section.startsWith(`${heading}\n`));
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return blocks.filter(([, kind]) => kind === language).map(([, , text]) => text);
}
