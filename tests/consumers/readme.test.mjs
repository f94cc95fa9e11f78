// The README's pages, word for word: only the package comes from this clone instead of npm.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { Card } from "../e2e/support/approval.mjs";
import { question } from "../e2e/support/asks.mjs";
import { FormPage } from "../e2e/support/form.mjs";
import { blocks } from "../e2e/support/readme.mjs";
import { scene, topic } from "../e2e/support/scene.mjs";
import { becomes } from "../e2e/support/until.mjs";
import { pack, run } from "./support/scratch.mjs";

const [install] = blocks("60-second start", "sh");
const [element] = blocks("60-second start", "html");
const [ask] = blocks("60-second start", "js");
const [embed] = blocks("Plain HTML with a bridge", "html");
const HEAD = '<!doctype html><title>Embed</title><link rel="icon" href="data:,">';

let packed;
let folder;
before(async () => {
  packed = await pack();
  folder = await mkdtemp(join(tmpdir(), "ask-user-readme-"));
  await run(folder, "sh", "-c", install.replace("ask-user-widget", `--silent ${packed.tarball}`));
});
after(async () => {
  await packed?.remove();
  await rm(folder, { recursive: true });
});

/**
 * A page in the folder, and what it says on the console. The bridge serves it, and its policy allows no script within the
 * page, as the README has it: that is for the reader's own server to say.
 */
async function open(stage, name, html) {
  await writeFile(join(folder, name), HEAD + html);
  await stage.bridge.stop();
  await stage.restart("--dist", folder);
  const said = [];
  const listen = (page) => page.on("console", (message) => said.push(message.text()));
  return { ...(await stage.open({ path: `/${name}`, waits: false, prepare: listen, isLawless: true })), said };
}

async function fillsIn(widget) {
  await widget.asks("Where should I deploy the site?");
  await new FormPage(widget).text(0).fill("my-site");
  await widget.clicks("Send");
}

topic("the README", () => {
  scene("the lines for plain HTML are all that a page needs", { tab: null }, async (stage) => {
    const { page, widget, said } = await open(stage, "embed.html", embed);
    const asked = stage.agentOf("demo").ask(question("Which?", ["A", "B"]));
    await widget.asks("Which?");
    assert.equal(await page.locator("#message").isDisabled(), true, "the input waits with the agent");
    await widget.press("2", "Enter");
    assert.deepEqual((await asked.result()).updatedInput.answers, { "Which?": "B" });
    await becomes(() => said.some((text) => text.includes("Which?")), true);
    await becomes(() => page.locator("#message").isDisabled(), false);
  });

  scene("the lines of the 60-second start are all that a page needs", { tab: null }, async (stage) => {
    const map = { imports: { "ask-user-widget/define": "./node_modules/ask-user-widget/define.js" } };
    const html = `<script type="importmap">${JSON.stringify(map)}</script>${element}`;
    const { widget, said } = await open(stage, "ask.html", `${html}<script type="module">${ask}</script>`);
    await widget.asks("Which database?");
    await widget.press("1", "Enter");
    await becomes(() => said, ["answered PostgreSQL"]);
  });

  for (const [heading, person, expected] of [
    ["Approvals", (widget) => new Card(widget).decides({ kind: "allow_once" }, {}), "allow npm test -- --run && git push origin main"],
    ["Forms", (widget) => fillsIn(widget), "accept my-site"],
  ]) {
    scene(`the first lines about ${heading} are all that a page needs`, { tab: null }, async (stage) => {
      const script = `import "./node_modules/ask-user-widget/define.js";\n${blocks(heading, "js")[0]}`;
      const { widget, said } = await open(stage, `${heading}.html`, `${element}<script type="module">${script}</script>`);
      await person(widget);
      await becomes(() => said, [expected]);
    });
  }
});
