// The README's own lines.

import { readFileSync } from "node:fs";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

const section = (heading) => readme.split(/^##+ /m).find((section) => section.startsWith(`${heading}\n`));

/** The table under a heading. */
export const table = (heading) => section(heading).match(/^\|[^]*?\n(?!\|)/m)[0];

/** The blocks of code of one language under a heading. */
export function blocks(heading, language) {
  const blocks = [...section(heading).matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return blocks.filter(([, kind]) => kind === language).map(([, , text]) => text);
}
