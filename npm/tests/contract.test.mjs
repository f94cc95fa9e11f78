// The class's doc comment is the contract: whatever it names is in the code, and the reverse; the README says the same.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import Ajv from "ajv";

import * as exported from "../../src/embed/ask-user.js";
import { element, found, manifest, module, names, sorted, source, sources } from "./support.mjs";

const schema = createRequire(import.meta.url)("custom-elements-manifest/schema.json");

/** What the browser calls. */
const CALLBACKS = ["constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback"];

const loader = sources("src/embed", ".js");
const embed = sources("src/embed", ".rs");
const view = sources("src/view", ".rs");
const style = sources("style", ".css");

describe("the manifest", () => {
  test("is one by its schema", () => {
    const ajv = new Ajv({ strict: false });
    assert.ok(ajv.validate(schema, manifest), ajv.errorsText());
  });

  test("names the element", () => {
    assert.equal(element.tagName, "ask-user");
    assert.ok(element.customElement);
  });

  test("names what the module exports", () => {
    const js = module.exports.filter(({ kind }) => kind === "js");
    assert.deepEqual(sorted(names(js)), sorted(Object.keys(exported)));
  });

  test("names every attribute that is read", () => {
    const observed = exported.AskUser.observedAttributes;
    const options = source("src/embed/options.rs");
    const read = [
      ...found(options, /\b(?:attribute|is_on|is_off)\("([\w-]+)"\)/g),
      ...found(loader, /\.[gh][ea][ts]Attribute\("([\w-]+)"\)/g),
    ];
    // `hidden` is every element's.
    const styled = found(style, /:host\(\[([\w-]+)/g).filter((name) => name !== "hidden");
    assert.deepEqual(sorted(names(element.attributes)), sorted([...observed, ...read, ...styled]));
  });

  test("has a property for every attribute", () => {
    const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    for (const { name } of element.attributes) assert.ok(names(element.members).includes(camel(name)), name);
  });

  test("no view reads an attribute of the page's element", () => {
    assert.deepEqual(found(view, /(host\(\)\.(?:get|has)_attribute)/g), []);
  });

  test("names every property and method", () => {
    const members = Object.getOwnPropertyNames(exported.AskUser.prototype);
    const own = members.filter((name) => !CALLBACKS.includes(name));
    assert.deepEqual(sorted(names(element.members)), sorted(own));
  });

  test("names every event that is told", () => {
    const dispatched = [...found(embed, /"(ask-user-[\w-]+)"/g), ...found(loader, /dispatch\("(ask-user-[\w-]+)"/g)];
    assert.deepEqual(sorted(names(element.events)), sorted(dispatched));
  });

  test("names every part", () => {
    const parts = [...found(view, /\.part\("([^"]+)"\)/g), ...found(view, /\bbutton\("([^"]+)"/g)];
    assert.deepEqual(sorted(names(element.cssParts)), sorted(parts.flatMap((part) => part.split(" "))));
  });

  test("names every custom property", () => {
    assert.deepEqual(sorted(names(element.cssProperties)), found(style, /var\((--ask-user-[\w-]+)/g));
  });

  test("describes everything", () => {
    const { attributes, members, events, cssParts, cssProperties } = element;
    for (const { name, description } of [attributes, members, events, cssParts, cssProperties].flat()) {
      assert.ok(description, name);
    }
  });
});

test("the style sheets have nothing in quotes or url() that build.rs would squeeze", () => {
  for (const [text] of style.replace(/\/\*[^]*?\*\//g, "").matchAll(/"[^"\n]*"|'[^'\n]*'|url\([^)]*\)/g)) {
    assert.doesNotMatch(text, /; | \{|\{ |;\}|\} |\/\*/, text);
  }
});

describe("the README", () => {
  const readme = source("README.md");

  /** The names in code ticks of a table's first column. */
  function column(head) {
    const lines = readme.split(`\n| ${head} |`)[1].split("\n").slice(2);
    const rows = lines.slice(0, lines.findIndex((line) => !line.startsWith("|")));
    return sorted(rows.flatMap((row) => found(row.split("|")[1], /`([\w-]+)/g)));
  }

  test("has the default of every colour as the style sheet has it", () => {
    for (const [, name, light] of style.matchAll(/--_([\w-]+)-l: (.+?);/g)) {
      const row = readme.split("\n").find((line) => line.startsWith(`| \`--ask-user-${name}\``));
      const dark = style.match(new RegExp(`--_${name}-d: (.+?);`))[1];
      const expected = light === dark ? `\`${light}\`` : `\`${light}\`, \`${dark}\``;
      // The first definition: those for more contrast come later.
      if (style.indexOf(`--_${name}-l:`) === style.indexOf(`--_${name}-l: ${light};`)) assert.ok(row.includes(expected), row);
    }
  });

  /** The names in code ticks of a paragraph. */
  const paragraph = (start) => found(readme.split(start)[1].split("\n\n")[0], /`(\S+?)`/g);

  test("has every attribute", () => assert.deepEqual(column("attribute"), sorted(names(element.attributes))));
  test("has every event", () => assert.deepEqual(column("event"), sorted(names(element.events))));
  test("has every property and method", () => {
    // One row says that every attribute has a property.
    const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const reflected = names(element.attributes).map(camel);
    const expected = names(element.members).filter((name) => !reflected.includes(name));
    assert.deepEqual(column("property, method"), sorted(expected));
  });
  test("has every code of an error", () => {
    const types = source("npm/ask-user.d.ts").split("export type ErrorCode")[1].split(";\n\n")[0];
    assert.deepEqual(column("code"), found(types, /\| "([\w-]+)"/g));
  });
  test("shows Leptos as the example has it", () => {
    const [, block] = readme.match(/```rust\n([^]*?)```/);
    const example = source("examples/leptos/src/chat.rs").replace(/session=session\(\)/, 'session="demo"');
    for (const line of block.split("\n").map((line) => line.trim()).filter(Boolean)) {
      // The example names more things in one `use`.
      const words = line.startsWith("use ") ? line.match(/\w+/g) : [line];
      for (const word of words) assert.ok(example.includes(word), line);
    }
  });
  test("has every part", () => {
    assert.deepEqual(paragraph("by `::part()`:"), sorted(names(element.cssParts)));
  });
  test("has every custom property", () => {
    assert.deepEqual(column("custom property"), sorted(names(element.cssProperties)));
  });
});
