// The custom elements manifest, made of the doc comment of the element's class.

import { create, ts } from "@custom-elements-manifest/analyzer/index.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const SOURCE = "src/embed/ask-user.js";

/** What the analyzer reads in the source, as the package shows it. */
export async function manifest(root) {
  const source = await readFile(join(root, SOURCE), "utf8");
  const module = ts.createSourceFile(SOURCE, source, ts.ScriptTarget.Latest, true);
  return published(create({ modules: [module] }));
}

function published({ modules: [module], ...rest }) {
  const path = "ask-user.js";
  const declarations = module.declarations.map((declaration) =>
    declaration.kind === "class" ? element(declaration) : declaration,
  );
  const exported = module.exports
    .filter(({ kind }) => kind === "js")
    .map((one) => ({ ...one, declaration: { ...one.declaration, module: path } }));
  const definition = {
    kind: "custom-element-definition",
    name: "ask-user",
    declaration: { name: "AskUser", module: path },
  };
  return { ...rest, modules: [{ ...module, path, declarations, exports: [...exported, definition] }] };
}

/** Without what is private, and without what the analyzer guesses from code: the comment is what counts. */
function element(declaration) {
  const { name, superclass, members, events, attributes, ...rest } = declaration;
  return {
    ...rest,
    name,
    superclass: { name: "HTMLElement" },
    members: members.filter(({ privacy }) => privacy !== "private"),
    events: events.filter(({ description }) => description),
    attributes: attributes.filter(({ description }) => description),
  };
}
