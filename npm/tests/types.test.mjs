// The types: what a page writes against them is accepted, and they say what the manifest says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { element, found, module, names, PACKAGE, ROOT, source, sources } from "./support.mjs";

const NPM = join(ROOT, "npm");

/** The packages of agents' protocols, and what their types are made of. They are installed with the end-to-end tests. */
const PROTOCOLS = ["@anthropic-ai", "@agentclientprotocol", "mcp/@modelcontextprotocol", "mcp/zod"];

/** Type-checks files of a project that has installed the package. Resolves with the complaints. */
async function complaints(files, ...flags) {
  const folder = await mkdtemp(join(tmpdir(), "ask-user-types-"));
  try {
    const modules = join(folder, "node_modules");
    await cp(PACKAGE, join(modules, "ask-user-widget"), { recursive: true });
    await cp(join(ROOT, "clients/typescript"), join(modules, "ask-user-client"), { recursive: true });
    await mkdir(join(modules, "@types"));
    await symlink(join(NPM, "node_modules/@types/react"), join(modules, "@types/react"));
    for (const path of PROTOCOLS) {
      const name = path.split("/").at(-1);
      await symlink(join(ROOT, "tests/e2e", path.replace(name, `node_modules/${name}`)), join(modules, name));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const tsc = join(NPM, "node_modules/typescript/bin/tsc");
    const options = "--strict --noEmit --noUncheckedIndexedAccess --exactOptionalPropertyTypes --jsx react-jsx";
    const targets = "--target es2022 --module nodenext --lib es2024,dom,dom.iterable";
    const words = [tsc, ...options.split(" "), ...targets.split(" "), ...flags, ...Object.keys(files)];
    await promisify(execFile)(process.execPath, words, { cwd: folder });
    return "";
  } catch (error) {
    if (typeof error.stdout !== "string") throw error;
    return error.stdout || error.stderr;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sample = (name) => source(`npm/tests/types/${name}`);

test("a page that uses all of the API is accepted, and mistakes are not", async () => {
  assert.equal(await complaints({ "element.ts": sample("element.ts") }), "");
});

test("React takes the component and the element", async () => {
  assert.equal(await complaints({ "react.tsx": sample("react.tsx") }), "");
});

// Their own types need packages that are not installed: only what they say of themselves counts.
const protocols = (text) => complaints({ "protocols.ts": text }, "--skipLibCheck", "--preserveSymlinks");

test("the adapters are what the Claude Agent SDK and ACP take", async () => {
  assert.equal(await protocols(sample("protocols.ts")), "");
});

test("the TypeScript client is what the Claude Agent SDK takes", async () => {
  assert.equal(await complaints({ "client.ts": sample("client.ts") }, "--skipLibCheck"), "");
});

test("an adapter of another type is found", async () => {
  for (const name of ["canUseTool", "elicit"]) {
    const wrong = sample("protocols.ts").replace(`= made.${name}`, "= made.requestPermission");
    assert.match(await protocols(wrong), /error TS2322/, name);
  }
});

test("every result of the fixtures is one by the published types", async () => {
  const results = (name) => {
    const cases = JSON.parse(source(`tests/fixtures/approvals/${name}.json`));
    return cases.flatMap(({ results }) => results.flatMap(({ result }) => result ?? []));
  };
  const lines = [
    'import type { PermissionResult } from "@anthropic-ai/claude-agent-sdk";',
    'import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";',
    'import type { PermissionResult as Ours, RequestPermissionResult } from "ask-user-widget";',
    ...results("sdk").map((result, index) => `export const sdk${index}: PermissionResult & Ours = ${JSON.stringify(result)};`),
    ...results("acp").map((result, index) => `export const acp${index}: RequestPermissionResponse & RequestPermissionResult = ${JSON.stringify(result)};`),
  ];
  assert.ok(lines.length > 25, `${lines.length} lines`);
  assert.equal(await protocols(lines.join("\n")), "");
  assert.match(await protocols(lines.join("\n").replace('"user_temporary"', '"user_forever"')), /error TS2322/);
});

test("the sample uses every method and every event", () => {
  const text = sample("element.ts");
  for (const name of names(element.members)) assert.match(text, new RegExp(`made\\.${name}\\b`), name);
  for (const name of names(element.events)) assert.ok(text.includes(`made.addEventListener("${name}"`), name);
});

test("the types are those of the manifest", async () => {
  assert.equal(await complaints({ "manifest.ts": asTypes() }), "");
});

test("a type that differs from the manifest is found", async () => {
  const wrong = asTypes().replace('"ask-user-end"', '"ask-user-ende"').replace("Promise<EndDetail>", "Promise<Frame>");
  const found = await complaints({ "manifest.ts": wrong });
  assert.equal(found.match(/error TS2322/g)?.length, 2, found);
});

/** What the manifest says, as statements that compile only if the types say it too. */
function asTypes() {
  const words = (list) => list.map((name) => JSON.stringify(name)).join(" | ");
  const lines = [];
  const equal = (one, other) => lines.push(`export const same${lines.length}: Same<${one}, ${other}> = true;`);

  equal("keyof AskUserAttributes", words(names(element.attributes)));
  for (const { name, type } of element.attributes) {
    // A framework that sets properties may give true and false too.
    equal(`Exclude<AskUserAttributes["${name}"], boolean | undefined>`, type.text);
  }

  equal("keyof AskUserEventMap", words(names(element.events)));
  for (const { name, type } of element.events) equal(`AskUserEventMap["${name}"]`, type.text);

  equal('Exclude<keyof AskUser, Exclude<keyof HTMLElement, "focus">>', words(names(element.members)));
  for (const member of element.members) {
    if (member.kind === "method") functionTypes(`AskUser["${member.name}"]`, member);
    else equal(`AskUser["${member.name}"]`, member.type.text);
  }

  for (const declaration of module.declarations.filter(({ kind }) => kind === "function")) {
    functionTypes(`typeof exported.${declaration.name}`, declaration);
  }
  function functionTypes(type, { parameters = [], return: returned }) {
    equal(`ReturnType<${type}>`, returned.type.text);
    parameters.forEach((parameter, index) => {
      equal(`Parameters<${type}>[${index}]`, `${parameter.type.text}${parameter.optional ? " | undefined" : ""}`);
    });
    equal(`Required<Parameters<${type}>>["length"]`, String(parameters.length));
  }

  // The widget's own words.
  const spoken = (file) => found(source(file).split("pub fn word")[1].split("\n    }\n")[0], /=> "([\w-]+)"/g);
  equal("Outcome", words(spoken("src/session/outcome.rs")));
  equal("Connection", words(spoken("src/session/link/connection.rs")));
  const reported = found(sources("src/element", ".js"), /\bcode: "([\w-]+)"/g);
  equal("ErrorCode", words([...reported, ...spoken("src/session/error_code.rs")]));
  const keys = found(source("src/words.rs"), /^ {4}[A-Z_]+: "([\w.]+)" = /gm);
  equal("StringKey", words(keys.filter((key) => !key.includes("."))));
  const counted = keys.filter((key) => key.includes(".")).map((key) => key.split(".")[0]);
  equal("CountedStringKey", `\`\${${words(counted)}}.\${Intl.LDMLPluralRule}\``);

  // The component hears every event.
  const renamed = { "ask-user-cancel": "onDismiss", "ask-user-error": "onFault" };
  const pascal = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const listeners = names(element.events).map((name) => renamed[name] ?? `on${pascal(name.slice(8))}`);
  equal(`Extract<keyof AskUserProps, ${words(listeners)}>`, words(listeners));
  for (const name of names(element.events)) assert.ok(source("src/element/react.js").includes(`"${name}"`), name);

  return `
    import * as exported from "ask-user-widget";
    import type {
      AskInput, AskOptions, AskUser, AskUserAttributes, AskUserEventMap, Connection, CountedStringKey, EndDetail, ErrorCode,
      ErrorDetail, ApprovalDetail, CanUseTool, Elicit, ElicitResult, FormDetail, Frame, QuestionDetail, RequestPermission, StringKey, Outcome, PermissionResult, Question, RequestPermissionResult, SessionDetail, StatusDetail, Strings, TokenSource, WebAssemblySource,
    } from "ask-user-widget";
    import type { AskUserProps } from "ask-user-widget/react";
    type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
    ${lines.join("\n    ")}
    export type Used = [ApprovalDetail, FormDetail, CanUseTool, Elicit, ElicitResult, PermissionResult, RequestPermission, RequestPermissionResult, AskInput, AskOptions, ErrorDetail, Frame, Question, QuestionDetail, SessionDetail, StatusDetail, TokenSource, WebAssemblySource];
  `;
}
