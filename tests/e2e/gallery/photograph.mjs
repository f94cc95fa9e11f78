// Photographs every scene of the gallery at three widths, light and dark, into the folder that is named: a picture each,
// and a sheet of all six a scene. Ends with 1 if something went wrong on a page.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Bridge } from "../support/bridge.mjs";
import { Tab, Window } from "../support/browser.mjs";

const SIZES = [
  { width: 1280, height: 860 },
  { width: 768, height: 900 },
  { width: 360, height: 720 },
];
const SCHEMES = ["light", "dark"];

const [folder, ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const bridge = await Bridge.start();
const window = await Window.open();
let faults = 0;
try {
  const wanted = names.length > 0 ? names : await sceneNames();
  for (const name of wanted) {
    for (const size of SIZES) for (const colorScheme of SCHEMES) await photograph(name, size, colorScheme);
    await sheet(name);
    console.log(name);
  }
  console.log(`${wanted.length} scenes, ${wanted.length * SIZES.length * SCHEMES.length} pictures in ${folder}`);
} finally {
  await window.close();
  await bridge.stop();
}
process.exitCode = faults > 0 ? 1 : 0;

async function sceneNames() {
  const tab = await Tab.open(window, `${bridge.url}/?scene`, {});
  const links = tab.page.locator("#transcript li a");
  await links.first().waitFor();
  const names = await links.allTextContents();
  await tab.close();
  return names;
}

async function photograph(name, viewport, colorScheme) {
  const tab = await Tab.open(window, `${bridge.url}/?scene=${name}`, {
    viewport,
    media: { colorScheme },
    // Some scenes are about what a developer should know.
    tolerates: [/^console: ask-user:/],
  });
  await tab.page.locator("html[data-scene=played]").waitFor();
  // Everything that moves has come to rest.
  await tab.page.evaluate(() => {
    const roots = [document, document.getElementById("ask").shadowRoot];
    const moving = roots.flatMap((root) => root.getAnimations()).filter((animation) => animation.playState === "running");
    return Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
  });
  await tab.page.screenshot({ path: picture(name, viewport, colorScheme) });
  for (const fault of tab.faults) console.error(`${name}, ${viewport.width} px, ${colorScheme}: ${fault}`);
  faults += tab.faults.length;
  await tab.close();
}

function picture(name, { width }, colorScheme) {
  return join(folder, `${name}-${width}-${colorScheme}.png`);
}

/** All pictures of a scene on one page, so that a person can compare them at a glance. */
async function sheet(name) {
  const images = [];
  for (const colorScheme of SCHEMES) {
    for (const size of SIZES) {
      const bytes = await readFile(picture(name, size, colorScheme));
      images.push(`<img height="620" src="data:image/png;base64,${bytes.toString("base64")}">`);
    }
    images.push("<br>");
  }
  const path = join(folder, `${name}.html`);
  await writeFile(path, `<!doctype html><title>${name}</title><style>body{margin:0;background:#888}img{margin:4px}</style>${images.join("")}`);
  const tab = await Tab.open(window, `file://${path}`, { viewport: { width: 1830, height: 1270 } });
  await tab.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await tab.close();
}
