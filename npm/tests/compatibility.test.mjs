// The oldest browsers that the README promises: what is newer has something plainer below it, or is listed here with what is
// missing without it. By MDN's data; tests/e2e/old-browsers.test.mjs shows the same in a browser that lacks it all.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import bcd from "@mdn/browser-compat-data" with { type: "json" };
import * as csstree from "css-tree";

import { FRAMEWORKS } from "../files.mjs";
import { packaged, source, sources } from "./support.mjs";

const OLDEST = { chrome: 109, safari: 16.4, firefox: 115 };

/** What is used though it is newer, and what is different without it. */
const MISSED = {
  ":dir": "the line on Undo runs from left to right everywhere",
  ":has": "a chosen option has no frame besides its mark, a dialog with previews is narrow, an empty foot is seen",
  "@starting-style": "the dialog appears at once",
  "forced-color-adjust": "Safari has no forced colours",
  "overflow-clip-margin": "marks that pile up are cut closer to their line",
  "scrollbar-gutter": "in Safari, whose scroll bars mostly lie over the text, a scroll bar that comes takes its room from it",
  "scrollbar-width": "a scroll bar is seen below the chips",
  "text-size-adjust": "Firefox does not enlarge text by itself; Safari knows it with its prefix",
  "text-wrap": "lines break where they are full",
  "transition-behavior": "the dialog is gone at once",
};

/** Names in programs, of methods and properties of anything, that only newer things of browsers have. */
const ASKED_FOR = ["getName", "states", "requestIdleCallback", "setAppBadge", "clearAppBadge"];
const OWN = ["configure", "connection", "dispatch", "element", "expand", "forget", "messages", "opened", "presentation", "properties", "removed", "requestId", "requestPermission", "role", "seconds", "subject", "token", "watch"];
/** Those of wasm-bindgen's glue: the module's memory, what is asked for, and streams that nobody makes here. */
const GLUE = ["memory", "detached", "dispose", "byobRequest", "respond"];

/** Units that came later than others, by what MDN calls them. */
const UNITS = { dvh: "viewport_percentage_units_dynamic", dvw: "viewport_percentage_units_dynamic", cqi: "container_query_length_units" };

const number = (version) => parseFloat(String(version).replace("≤", ""));

/** Whether all of the oldest browsers have it, by one of MDN's entries for it. */
function isOldEnough(entries) {
  return Object.entries(OLDEST).every(([browser, oldest]) =>
    entries.some(({ support }) =>
      [support[browser] ?? support[`${browser}_android`] ?? []].flat().some(
        ({ version_added, version_removed, flags, prefix, alternative_name }) =>
          version_added && !flags && !prefix && !alternative_name &&
          number(version_added) <= oldest && !(number(version_removed) <= oldest),
      ),
    ),
  );
}

/** All entries below a part of MDN's data, by their name. */
function entriesBelow(part, found = new Map()) {
  for (const [name, value] of Object.entries(part)) {
    if (name === "__compat" || typeof value !== "object") continue;
    if (value.__compat) found.set(name, [...(found.get(name) ?? []), value.__compat]);
    entriesBelow(value, found);
  }
  return found;
}

const types = entriesBelow({ ...bcd.css.types, var: bcd.css.properties["custom-property"].var });

/** What of a style sheet is newer than the oldest browsers: each with its place, and the conditions around it. */
function newer(css) {
  const found = [];
  const conditions = [];
  let block = null;
  const check = (feature, entries, place) => {
    if (entries?.length && !isOldEnough(entries)) found.push({ feature, place, conditions: conditions.join(" "), block });
  };
  csstree.walk(csstree.parse(css, { parseCustomProperty: true }), {
    enter(node) {
      if (node.type === "Block") block = node;
      if (node.type === "Atrule") {
        if (node.name === "supports") conditions.push(csstree.generate(node.prelude));
        const entry = bcd.css["at-rules"][node.name];
        assert.ok(entry, `MDN does not know @${node.name}`);
        check(`@${node.name}`, [entry.__compat], `@${node.name}`);
      }
      if (node.type === "Feature") {
        const entry = bcd.css["at-rules"].media[node.name] ?? bcd.css["at-rules"].container[node.name];
        if (entry) check(node.name, [entry.__compat], node.name);
      }
      if (/^Pseudo(Class|Element)Selector$/.test(node.type) && !node.name.startsWith("-")) {
        const entry = bcd.css.selectors[node.name];
        assert.ok(entry, `MDN does not know :${node.name}`);
        check(`:${node.name}`, [entry.__compat], `:${node.name}`);
      }
      if (node.type === "Declaration") {
        const text = `${node.property}: ${csstree.generate(node.value)}`;
        const own = node.property.startsWith("-") ? null : bcd.css.properties[node.property];
        if (!node.property.startsWith("-")) assert.ok(own, `MDN does not know ${node.property}`);
        if (own) check(node.property, [own.__compat].filter(Boolean), text);
        csstree.walk(node.value, (part) => {
          if (part.type === "Function") check(`${part.name}()`, types.get(part.name), text);
          if (part.type === "Identifier") check(`${node.property}: ${part.name}`, [own?.[part.name]?.__compat].filter(Boolean), text);
          if (part.type === "Dimension") check(part.unit, types.get(UNITS[part.unit]), text);
        });
      }
    },
    leave(node) {
      if (node.type === "Atrule" && node.name === "supports") conditions.pop();
    },
  });
  return found;
}

/** Whether a browser that does not know it takes something else. */
function hasFallback({ feature, place, conditions, block }) {
  const name = feature.split(": ")[0].replace("()", "(");
  if (conditions.includes(name) && !conditions.includes("not")) return true;
  if (feature.split(": ")[0] in MISSED) return true;
  // What holds a var() is only found out when it is too late for the declaration before it.
  if (place.includes("var(")) return place.startsWith("mask-image:") && csstree.generate(block).includes("-webkit-mask-image:");
  if (!block) return false;
  const property = place.split(":")[0];
  const declarations = block.children.toArray().filter((part) => part.type === "Declaration");
  return declarations.findIndex((one) => one.property.replace(/^-webkit-/, "") === property) <
    declarations.findIndex((one) => place === `${one.property}: ${csstree.generate(one.value)}`);
}

describe("a style that the oldest browsers do not know", () => {
  test("has a plainer one below it", () => {
    const bare = newer(sources("style", ".css")).filter((use) => !hasFallback(use));
    assert.deepEqual(bare.map(({ feature, place }) => `${feature} in ${place}`), []);
  });

  // That the data and this test find what they are to find.
  for (const [css, features] of [
    ["a { color: light-dark(red, blue) }", ["light-dark()"]],
    ["a { color: red; color: light-dark(red, blue) }", []],
    ["a { color: red; color: light-dark(var(--x), blue) }", ["light-dark()"]],
    ["a { --x: light-dark(red, blue) }", ["light-dark()"]],
    ["@supports (color: light-dark(red, red)) { a { --x: light-dark(red, blue) } }", []],
    ["a { --x: color-mix(in srgb, red, blue) }", ["color-mix()"]],
    ["a { field-sizing: content }", ["field-sizing", "field-sizing: content"]],
    ["a { mask-image: none }", ["mask-image"]],
    ["a { inline-size: 1dvh; inset: 0; translate: 1px; rotate: 1deg }", []],
    ["a:popover-open { color: red }", [":popover-open"]],
  ]) {
    test(`is found: ${css}`, () => {
      const bare = newer(css).filter((use) => !hasFallback(use));
      assert.deepEqual([...new Set(bare.map(({ feature }) => feature))], features);
    });
  }
});

describe("a program", () => {
  const members = entriesBelow(bcd.api);
  entriesBelow(bcd.javascript.builtins, members);

  /** The names that only newer browsers have anywhere. */
  function newNames(program) {
    const names = [...program.matchAll(/(?:\.|\bnew )([A-Za-z]\w+)/g)].map(([, name]) => name);
    return [...new Set(names)].filter((name) => members.has(name) && !isOldEnough(members.get(name)) && ![...ASKED_FOR, ...OWN, ...GLUE].includes(name));
  }

  test("calls nothing that the oldest browsers do not have", () => {
    for (const name of [...FRAMEWORKS.map((name) => `${name}.js`), "adapters.js", "ask-user.js", "ask-user-widget.js", "background.js", "composer.js", "controller.js", "language.js", "page-ask.js", "react.js", "define.js"]) {
      assert.deepEqual(newNames(packaged(name)), [], name);
    }
  });

  test("of newer calls is found", () => {
    const program = "x.showModal(); Object.groupBy(y); Promise.withResolvers(); AbortSignal.any([]); z.checkVisibility()";
    assert.deepEqual(newNames(program), ["groupBy", "withResolvers", "checkVisibility"]);
  });
});

test("the README names the oldest browsers", () => {
  const { chrome, safari, firefox } = OLDEST;
  assert.ok(source("README.md").replace(/\s+/g, " ").includes(`Chrome and Edge from ${chrome} on, in Safari from ${safari} and in Firefox from ${firefox}`));
});
