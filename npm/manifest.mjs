// The custom elements manifest, made of the doc comment of the element's class.

import { create, ts } from "@custom-elements-manifest/analyzer/index.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The class, and what else its module exports. */
const SOURCES = ["src/element/ask-user.js", "src/element/load.js"];

/** What the analyzer reads in the sources, as the package shows it: one module. */
export async function manifest(root) {
  const parsed = SOURCES.map(async (name) => {
    const source = await readFile(join(root, name), "utf8");
    return ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  });
  return published(create({ modules: await Promise.all(parsed) }));
}

function published({ modules: [module, ...others], ...rest }) {
  const path = "ask-user.js";
  const exportedNames = module.exports.map(({ name }) => name);
  const included = others.flatMap((other) => other.declarations.filter(({ name }) => exportedNames.includes(name)));
  const declarations = [...module.declarations, ...included].map((declaration) =>
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
