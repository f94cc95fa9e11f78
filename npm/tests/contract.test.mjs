// The class's doc comment is the contract: whatever it names is in the code, and the reverse; the README and docs/reference.md say
// the same.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import Ajv from "ajv";

import * as exported from "../../src/element/ask-user.js";
import { VALUES } from "../../src/element/attributes.js";
import { DEFAULTS } from "../../src/element/properties.js";
import { element, found, manifest, module, names, ROOT, sorted, source, sources } from "./support.mjs";

const schema = createRequire(import.meta.url)("custom-elements-manifest/schema.json");

/** What the browser calls. */
const CALLBACKS = ["constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback"];

const loader = sources("src/element", ".js");
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

  // The words of an attribute stand in its description, in what tells developers of unknown ones, in what gives the property its
  // default, and where the widget and the component read them.
  test("names the words of every attribute as all who read them do", () => {
    const options = source("src/embed/options.rs");
    const component = source("src/component/mod.rs");
    const read = {
      presentation: [found(options, /Some\("(\w+)"\) => Presentation::/g), found(component, /Presentation::\w+ => Some\("(\w+)"\)/g)],
      "preview-format": [found(source("src/text/preview.rs"), /"(\w+)" => PreviewFormat::/g)],
      theme: [found(style, /:host\(\[theme="(\w+)"\]/g), found(component, /Theme::\w+ => Some\("(\w+)"\)/g)],
    };
    for (const { name, type, default: without } of element.attributes) {
      if (!(name in VALUES)) {
        assert.equal(type.text, "string", `${name} has words: attributes.js does not know them`);
        continue;
      }
      assert.deepEqual(found(type.text, /"(\w+)"/g), sorted(VALUES[name]), `${name}: ask-user.js and attributes.js`);
      const property = DEFAULTS[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())];
      assert.equal(typeof property === "boolean" ? (property ? "on" : "off") : property, without, `${name}: properties.js`);
      // The word of the default is read as every word that is not known.
      for (const words of read[name] ?? []) assert.deepEqual(sorted([...words, without]), sorted(VALUES[name]), `${name}: Rust or CSS`);
    }
    const switches = (pattern) => found(options, pattern).map((name) => DEFAULTS[name]);
    assert.ok(switches(/\bis_off\("([\w-]+)"\)/g).every((value) => value === true), "is_off is for what is on without an attribute");
    assert.ok(switches(/\bis_on\("([\w-]+)"\)/g).every((value) => value === false), "is_on is for what is off without an attribute");
  });

  test("names every attribute that the Leptos component has, and the reverse", () => {
    const parameters = source("src/component/mod.rs").split("pub fn AskUser(")[1].split(") -> impl IntoView")[0];
    const props = found(parameters, /^    (\w+): (?:MaybeProp|Signal)</gm).filter((name) => name !== "token");
    assert.deepEqual(props, sorted(names(element.attributes).map((name) => name.replace("-", "_"))));
  });

  test("the token can be asked for wherever it can be set", () => {
    const text = ({ members }) => members.find(({ name }) => name === "token").type.text;
    assert.equal(text(element), "string|TokenSource|null");
    assert.match(source("src/element/react.js"), /isAsked \? \(\) => latest\.current\(\) : token/);
    assert.match(source("src/component/mod.rs"), /^    token: MaybeProp<String>,$[^]*?^    get_token: Option</m);
  });

  test("names every event for which the Leptos component has a callback, and the reverse", () => {
    const parameters = source("src/component/mod.rs").split("pub fn AskUser(")[1].split(") -> impl IntoView")[0];
    const callbacks = found(parameters, /^    on_(\w+): /gm);
    assert.deepEqual(callbacks, sorted(names(element.events).map((name) => name.replace("ask-user-", "").replace("-", "_"))));
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
    const buttons = found(view, /\b(?:button\(|clickable\(|deciding_button\(ask, )"([^"]+)"/g);
    const parts = [...found(view, /\.part\("([^"]+)"\)/g), ...buttons];
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

/** The translations, by the names of their files. */
const LANGUAGES = sorted(readdirSync(join(ROOT, "languages")).map((name) => name.replace(".js", "")));

/** The names in code ticks of the first column of a document's table. */
function column(document, head) {
  const lines = document.split(`\n| ${head} |`)[1].split("\n").slice(2);
  const rows = lines.slice(0, lines.findIndex((line) => !line.startsWith("|")));
  return sorted(rows.flatMap((row) => found(row.split("|")[1], /`([\w.-]+)/g)));
}

describe("the README", () => {
  const readme = source("README.md");

  test("has the default of every colour as the style sheet has it", () => {
    for (const [, name, light] of style.matchAll(/--_([\w-]+)-l: (.+?);/g)) {
      const row = readme.split("\n").find((line) => line.startsWith(`| \`--ask-user-${name}\``));
      const dark = style.match(new RegExp(`--_${name}-d: (.+?);`))[1];
      const expected = light === dark ? `\`${light}\`` : `\`${light}\`, \`${dark}\``;
      // The first definition: those for more contrast come later.
      if (style.indexOf(`--_${name}-l:`) === style.indexOf(`--_${name}-l: ${light};`)) assert.ok(row.includes(expected), row);
    }
  });

  test("has every custom property", () => {
    assert.deepEqual(column(readme, "custom property"), sorted(names(element.cssProperties)));
  });

  test("counts and names the languages of the folder", () => {
    const count = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][LANGUAGES.length];
    assert.ok(readme.includes(`${count ?? LANGUAGES.length} languages besides English`), `${LANGUAGES.length} languages`);
    const named = readme.match(/^- The translations \(([^)]+)\)/m)[1].split(", ");
    const english = new Intl.DisplayNames("en", { type: "language" });
    assert.deepEqual(sorted(named), sorted(LANGUAGES.map((name) => english.of(name))));
  });

  /** The block of code under a heading. */
  const block = (heading) => readme.split(`\n### ${heading}\n`)[1].match(/^```\w+\n([^]*?)^```/m)[1];
  const trimmed = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

  // Other tests build and run these files. They may have more lines than the README, not other ones.
  for (const [heading, file] of [
    ["React", "examples/react-vite/src/Chat.jsx"],
    ["Vue", "tests/consumers/vue/src/App.vue"],
    ["Svelte", "tests/consumers/svelte/src/App.svelte"],
    ["Next.js", "tests/consumers/next/app/page.jsx"],
    ["Vercel AI SDK", "tests/consumers/agents/src/use-answered-chat.js"],
    ["AG-UI", "tests/consumers/agents/src/run-agent.js"],
    ["LangGraph and LangChain", "tests/consumers/agents/src/run-graph.js"],
  ]) {
    test(`shows ${heading} as ${file} has it`, () => {
      const lines = trimmed(source(file));
      let from = 0;
      for (const line of trimmed(block(heading))) {
        const at = lines.indexOf(line, from);
        assert.notEqual(at, -1, `this line is not there, or not in this order: ${line}`);
        from = at + 1;
      }
    });
  }

  test("shows Leptos as the example has it", () => {
    const example = source("examples/leptos/src/chat.rs").replace(/session=session\(\)/, 'session="demo"');
    for (const line of trimmed(block("Leptos"))) {
      // The example names more things in one `use`.
      const words = line.startsWith("use ") ? line.match(/\w+/g) : [line];
      for (const word of words) assert.ok(example.includes(word), line);
    }
  });
});

describe("the reference", () => {
  const reference = source("docs/reference.md");
  const types = source("npm/ask-user.d.ts");
  /** The texts that a type of the package lists. */
  const listed = (type) => found(types.split(`export type ${type} =`)[1].split(";\n\n")[0], /\| "([\w-]+)"/g);

  test("has every attribute", () => assert.deepEqual(column(reference, "attribute"), sorted(names(element.attributes))));
  test("has every event", () => assert.deepEqual(column(reference, "event"), sorted(names(element.events))));
  test("has every property and method", () => {
    // One sentence says that every attribute has a property.
    const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
    const reflected = names(element.attributes).map(camel);
    const expected = names(element.members).filter((name) => !reflected.includes(name));
    assert.deepEqual(column(reference, "property, method"), sorted(expected));
  });
  test("has every code of an error", () => assert.deepEqual(column(reference, "code"), listed("ErrorCode")));
  test("has every outcome", () => {
    const outcomes = types.match(/^export type Outcome = (.+);$/m)[1];
    assert.deepEqual(column(reference, "`outcome`"), found(outcomes, /"([\w-]+)"/g));
  });
  test("has every part", () => {
    const paragraph = reference.split("by `::part()`:")[1].split("\n\n")[0];
    assert.deepEqual(found(paragraph, /`(\S+?)`/g), sorted(names(element.cssParts)));
  });
  test("has every entry of the package", () => {
    const entries = Object.keys(JSON.parse(source("npm/package.json")).exports).filter((entry) => entry !== "./package.json");
    for (const entry of entries) {
      const name = `ask-user-widget${entry.slice(1)}`.replace("*", "de");
      assert.ok(reference.includes(`\`${name}\``), name);
    }
  });
  test("has every string with its English text", () => {
    const words = [...source("src/words.rs").matchAll(/^ +[A-Z_0-9]+: "([^"]+)" = "(.*)";$/gm)];
    assert.ok(words.length > 100, `${words.length} strings`);
    for (const [, key, english] of words) assert.ok(reference.includes(`\n| \`${key}\` | ${english} |\n`), `${key}: ${english}`);
    assert.equal(column(reference, "string key").length, words.length);
    for (const key of listed("StringKey")) assert.ok(column(reference, "string key").includes(key), key);
  });
  test("has every language of the folder", () => {
    const row = reference.split("\n").find((line) => line.startsWith("| `ask-user-widget/languages/de` |"));
    assert.deepEqual(sorted(["de", ...found(row.split("|")[2], /`([a-z-]{2,})`/g)].filter((name) => name !== "strings")), LANGUAGES);
  });
});
