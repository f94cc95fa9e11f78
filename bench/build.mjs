// Builds the three pages into one folder, as they would be shipped: minified, split where they load lazily, and with
// hashed names. `node bench/build.mjs <package> <folder>`; the package is what `cargo xtask package` makes.

import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { transformAsync } from "@babel/core";
import { build } from "esbuild";
import solid from "babel-preset-solid";

const HERE = fileURLToPath(new URL("pages/", import.meta.url));

/** In which order pages are told; the first is the one that others are compared with. */
export const PAGES = ["react", "solid", "ours"];

/** What a plain question needs besides the page's first file: the modules of these names, with all that they import, and files. */
const NEEDED = {
  react: { modules: ["dialog.jsx"], files: [] },
  solid: { modules: ["dialog.jsx"], files: [] },
  ours: { modules: ["ask-user-widget.js", "controller.js", "page-ask.js"], files: ["ask-user-widget_bg.wasm"] },
};

const TITLES = { react: "React and Radix", solid: "Solid", ours: "ask-user" };

/** Solid's JSX is compiled by Babel. */
const solidJsx = {
  name: "solid-jsx",
  setup({ onLoad }) {
    onLoad({ filter: /\.jsx$/ }, async ({ path }) => {
      const { code } = await transformAsync(await readFile(path, "utf8"), {
        filename: path,
        configFile: false,
        babelrc: false,
        presets: [[solid, { generate: "dom" }]],
      });
      return { contents: code, loader: "js" };
    });
  },
};

/** Style sheets are minified texts. */
const styleText = {
  name: "style-text",
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    });
  },
};

async function bundle(name, packed, folder) {
  const { metafile } = await build({
    entryPoints: [join(HERE, name, "page.js")],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    metafile: true,
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    // Solid's own entry for the browser, not the one for servers.
    conditions: ["browser", "production"],
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    alias: { "ask-user-widget": resolve(packed) },
    plugins: [styleText, ...(name === "solid" ? [solidJsx] : [])],
  });
  // What is imported later is an entry too.
  const { outputs } = metafile;
  const made = (module) => Object.keys(outputs).find((file) => outputs[file].entryPoint?.endsWith(`/${module}`));
  const page = made(`pages/${name}/page.js`);
  const later = NEEDED[name].modules.flatMap((module) => withImports(outputs, made(module)));
  const fileName = (file) => file.split("/").at(-1);
  const isFirst = new Set(withImports(outputs, page));
  return { script: fileName(page), modules: [...new Set(later)].filter((file) => !isFirst.has(file)).map(fileName) };
}

/** A file that was made, with all that it imports at once. */
function withImports(outputs, file) {
  const imports = outputs[file].imports.filter(({ kind }) => kind === "import-statement");
  return [file, ...imports.flatMap(({ path }) => withImports(outputs, path))];
}

/** The lines by which a page has fetched from its beginning what a plain question needs. */
function preloads(name, modules) {
  const module = (file) => `<link rel="modulepreload" href="./${file}">\n`;
  const other = (file) => `<link rel="preload" as="fetch" crossorigin href="./${file}">\n`;
  return [...modules.map(module), ...NEEDED[name].files.map(other)].join("");
}

/** What the bundler does not know: the README says to copy it. */
async function copyWasm(packed, folder) {
  for (const file of await readdir(packed)) {
    if (file.endsWith(".wasm")) await cp(join(packed, file), join(folder, file));
  }
}

function html(name, script, preloads = "") {
  const place = name === "ours" ? "<ask-user></ask-user>" : `<div id="ask"></div>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${TITLES[name]}</title>
<link rel="icon" href="data:,">
${preloads}<script type="module" src="./${script}"></script>
<p>Hello! What shall we build?</p>
${place}
<textarea id="composer" aria-label="Message"></textarea>
</html>
`;
}

export async function buildPages(packed, folder) {
  await rm(folder, { recursive: true, force: true });
  for (const name of PAGES) {
    const into = join(folder, name);
    await mkdir(into, { recursive: true });
    const { script, modules } = await bundle(name, packed, into);
    if (name === "ours") await copyWasm(packed, into);
    await writeFile(join(into, "index.html"), html(name, script));
    await mkdir(join(into, "preload"));
    await writeFile(join(into, "preload", "index.html"), html(name, script, preloads(name, modules)).replaceAll("./", "../"));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [packed, folder] = process.argv.slice(2);
  await buildPages(packed, folder);
  console.log(`built in ${folder}`);
}
