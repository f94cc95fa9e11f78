// Makes the npm package: `node npm/build.mjs DIST OUT VERSION`, from the page as `cargo xtask` built it, which calls it.

import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

import { CHUNKS, FRAMEWORKS, GLUE, WASM, chunkFile, modern } from "./files.mjs";
import { manifest } from "./manifest.mjs";

const [dist, out, version] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const npm = join(root, "npm");
const element = join(root, "src/element");

/** What the element fetches only when it is needed. */
const LATER = ["adapters.js", "attributes.js", "background.js", "composer.js", "controller.js", "language.js", "page-ask.js"];

const read = (file) => readFile(file, "utf8");
const write = (name, text) => writeFile(join(out, name), text);

/** A script without what its end does not need. */
const trimmed = (code) => code.replace(/;?\n$/, "");

/** A module of ours, for itself: imports stay as they are. */
async function minify(file) {
  const { code } = await transform(await read(file), { ...modern, minify: true });
  return trimmed(code);
}

/** A module of the element with all that it imports, but for what is fetched when it is needed. */
async function bundled(name) {
  const bundle = await build({
    ...modern,
    entryPoints: [join(element, name)],
    bundle: true,
    external: [`./${GLUE}`, ...LATER.map((name) => `./${name}`)],
    minify: true,
    write: false,
  });
  return trimmed(bundle.outputFiles[0].text);
}

/** WebAssembly with nothing in it: a page that was not cut has all in its main file, and never asks for a chunk. */
const EMPTY = Buffer.from("\0asm\x01\0\0\0", "latin1");

/** Everything in one file: the element, the glue, and the WebAssembly with its chunks in base64. */
async function inline() {
  const bundle = await build({
    ...modern,
    stdin: { contents: `export * from "./src/element/ask-user.js";`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    loader: { ".wasm": "binary" },
    plugins: [{ name: "inline", setup: inlined }],
  });
  return bundle.outputFiles[0].text;
}

/** Puts the glue, and bytes in the place of addresses, where the element imports them. */
function inlined(esbuild) {
  esbuild.onResolve({ filter: new RegExp(`^\\./${GLUE}$`) }, () => ({ path: resolve(dist, GLUE) }));
  esbuild.onLoad({ filter: /main-file\.js$/ }, () => ({
    contents: `
      import bytes from "./${WASM}";
      export const mainFile = () => bytes;
    `,
    resolveDir: dist,
  }));
  esbuild.onLoad({ filter: /chunk-files\.js$/ }, () => ({
    contents: `
      ${CHUNKS.map((name) => `import ${name} from ${JSON.stringify(resolve(out, chunkFile(name)))};`).join("\n")}
      const bytes = { ${CHUNKS} };
      export const sourceOf = (name) => bytes[name];
    `,
    resolveDir: dist,
  }));
}

/** Documents and pictures that ship, by their place in the repository; the README is one of them. */
const DOCUMENTS = ["README.md", "SECURITY.md", "CHANGELOG.md", "docs/reference.md", "docs/protocol.md"];
const PICTURES = ["dialog", "approval", "form"].map((name) => `demo/${name}.png`);
const SHIPPED = [...DOCUMENTS, ...PICTURES];

/** A document as it ships: a link to what only the repository has becomes plain text. */
async function shipped(name) {
  const text = await read(join(root, name));
  return (name === "README.md" ? withoutClone(text) : text).replace(/(?<!!)\[([^\]]+)\]\(([^)#\s]+)(#[^)]*)?\)/g, (link, words, target) => {
    const isThere = /^https?:/.test(target) || SHIPPED.includes(normalize(join(dirname(name), target)));
    return isThere ? link : `${words} (in the repository)`;
  });
}

/** The README without what is for people with a clone. */
function withoutClone(readme) {
  const sections = readme.split(/^(?=## )/m).filter((section) => !section.startsWith("## From a clone"));
  return sections.join("").replace(/^The package is not published yet.*\n\n/m, "");
}

/** The package's own description, without what only its making needs. */
async function description() {
  const { devDependencies, ...description } = JSON.parse(await read(join(npm, "package.json")));
  return `${JSON.stringify({ ...description, version }, null, 2)}\n`;
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const name of CHUNKS.map(chunkFile)) {
  const isCut = existsSync(join(dist, name));
  await writeFile(join(out, name), isCut ? await readFile(join(dist, name)) : EMPTY);
}
for (const name of ["ask-user.js", ...LATER]) await write(name, await bundled(name));
await write("define.js", await minify(join(element, "define.js")));
await write("react.js", await minify(join(element, "react.js")));
for (const name of FRAMEWORKS) await write(`${name}.js`, await bundled(`${name}.js`));
await write("inline.js", await inline());
await write("package.json", await description());
await write("custom-elements.json", `${JSON.stringify(await manifest(root), null, 2)}\n`);
for (const name of [GLUE, WASM]) await cp(join(dist, name), join(out, name));
for (const name of ["ask-user", "define", "inline", "react", ...FRAMEWORKS, "vue", "svelte"]) {
  await cp(join(npm, `${name}.d.ts`), join(out, `${name}.d.ts`));
}
await cp(join(root, "languages"), join(out, "languages"), { recursive: true });
for (const name of await readdir(join(root, "languages"))) {
  await cp(join(npm, "language.d.ts"), join(out, "languages", name.replace(".js", ".d.ts")));
}
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) await cp(join(root, name), join(out, name));
for (const folder of ["docs", "demo"]) await mkdir(join(out, folder));
for (const name of DOCUMENTS) await write(name, await shipped(name));
for (const name of PICTURES) await cp(join(root, name), join(out, name));
