// Projects as people have them, each made from the packed package in a folder of its own and without any configuration
// for it: a question is asked and answered in the browser.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { Tab, Window } from "../e2e/support/browser.mjs";
import { Widget } from "../e2e/support/page.mjs";
import { becomes } from "../e2e/support/until.mjs";
import { freePort } from "./support/free-port.mjs";
import { pack, Project } from "./support/scratch.mjs";
import { serve } from "./support/serve.mjs";

/** The project's own files, as they are. */
const asItIs = (project) => serve(project.folder);

/** What `npm run build` leaves in `dist`. */
async function built(project) {
  await project.run("npm", "run", "build");
  return serve(project.path("dist"));
}

/** A server of the project's own, on a port that it is told. */
const served = (...words) => async (project) => {
  const url = await project.start(...words, "--port", String(await freePort()));
  // A server for developers builds the page when it is first asked for.
  await fetch(url);
  return { url };
};

async function nextBuilt(project) {
  await project.run("npm", "run", "build");
  return served("next", "start", "--hostname", "127.0.0.1")(project);
}

/** React's component hands on what is no attribute, and leaves out what is switched off. */
async function handsOn(page, widget) {
  await widget.button("Send it").waitFor();
  await switchesOff(page);
}

/** What a template binds to `false` is off. */
async function switchesOff(page) {
  assert.equal(await page.locator("ask-user").evaluate((element) => element.notify), false);
}

/** A chunk of the WebAssembly comes too: the preview is no text with stars. */
async function previews(page, widget) {
  await widget.dialog.locator(".preview-place strong").waitFor();
}

const CONSUMERS = [
  { name: "script-tag", quick: true, start: asItIs },
  { name: "import-map", quick: true, start: asItIs },
  { name: "esbuild", quick: true, start: built, check: previews },
  { name: "vite", quick: true, start: built, check: previews },
  { name: "vite-dev", of: "vite", start: served("vite", "--host", "127.0.0.1", "--strictPort"), check: previews },
  { name: "esbuild-copied", start: built, check: previews },
  { name: "rollup", start: built },
  { name: "webpack", start: built, check: previews },
  { name: "react-18", start: built, check: handsOn },
  { name: "react-19", start: built },
  { name: "vue", start: built, check: switchesOff },
  { name: "svelte", start: built, check: switchesOff },
  { name: "next", start: nextBuilt },
];

/** Those that CONSUMERS names: some, `quick`, or all. */
function chosen(names) {
  if (names === "quick") return CONSUMERS.filter(({ quick }) => quick);
  const wanted = names.split(",").filter(Boolean);
  const known = [...CONSUMERS.map(({ name }) => name), "copilotkit"];
  assert.deepEqual(wanted.filter((name) => !known.includes(name)), [], `there are only ${known.join(", ")}`);
  return wanted.length === 0 ? CONSUMERS : CONSUMERS.filter(({ name }) => wanted.includes(name));
}

/** Whether the example of this name is to be tried: it is named, or all are. */
const wanted = (name) => ["", name].some((one) => (process.env.CONSUMERS ?? "").split(",").includes(one));

let window;
let packed;
before(async () => {
  packed = await pack();
  window = await Window.open();
});
after(async () => {
  await window?.close();
  await packed?.remove();
});

for (const { name, of = name, start, check } of chosen(process.env.CONSUMERS ?? "")) {
  test(name, async () => {
    const project = await Project.make(of, packed.tarball);
    let server;
    let tab;
    try {
      server = await start(project);
      tab = await Tab.open(window, `${server.url}/`);
      await answers(tab, check);
    } finally {
      await tab?.close();
      await server?.close?.();
      await project.remove();
    }
  });
}

// It needs a runtime with a model, so it is checked and built, and not played. It has no lock, because that would have 14,000 lines.
if (wanted("copilotkit")) {
  test("copilotkit", async () => {
    const project = await Project.make("../../examples/copilotkit", packed.tarball);
    try {
      await project.run("npm", "run", "check");
      await project.run("npm", "run", "build");
    } finally {
      await project.remove();
    }
  });
}

// Only a build for development warns.
if (chosen(process.env.CONSUMERS ?? "").some(({ name }) => name === "vue")) {
  test("vue in development warns of an unknown component, unless the README's option is set", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const option = readme.match(/Add `(isCustomElement: [^`]+)` to the compiler options/)[1];
    const project = await Project.make("vue", packed.tarball);
    try {
      const warnings = async (config) => {
        await writeFile(project.path("vite.config.js"), config);
        await project.run("sh", "-c", "NODE_ENV=development npx --no-install vite build --mode development");
        const server = await serve(project.path("dist"));
        const said = [];
        const prepare = (page) => page.on("console", (message) => said.push(message.text()));
        const tab = await Tab.open(window, `${server.url}/`, { prepare });
        try {
          await answers(tab);
        } finally {
          await tab.close();
          await server.close();
        }
        return said.filter((text) => /Failed to resolve component: ask-user/.test(text)).length;
      };
      const config = await readFile(project.path("vite.config.js"), "utf8");
      assert.ok((await warnings(config)) > 0, "without the option Vue warns, and the element works all the same");
      const withOption = config.replace("vue()", `vue({ template: { compilerOptions: { ${option} } } })`);
      assert.notEqual(withOption, config);
      assert.equal(await warnings(withOption), 0);
    } finally {
      await project.remove();
    }
  });
}

/** Every project's page has a button that asks, and shows the answer. */
async function answers(tab, check) {
  const { page, faults } = tab;
  const widget = new Widget(page);
  try {
    // A page that a server rendered does not hear the first click before its own scripts are there.
    await page.waitForFunction(() => document.querySelector("ask-user")?.shadowRoot, undefined, { timeout: 60_000 });
    await page.getByRole("button", { name: "Ask" }).click();
    await widget.asks("Which database?");
    await check?.(page, widget);
    await widget.press("2", "Enter");
    await becomes(() => page.locator("output").textContent(), "MongoDB");
    await widget.isGone();
  } catch (error) {
    if (faults.length > 0) error.message += `\nOn the page: ${faults.join("\n")}`;
    throw error;
  }
  assert.deepEqual(faults, [], "nothing went wrong on the page");
}
