// The frames and capabilities that the JavaScript names are those of src/protocol, where both have their one definition.

import assert from "node:assert/strict";
import { test } from "node:test";

import { found, source, sorted, sources } from "./support.mjs";

const element = sources("src/element", ".js");
const feed = source("src/element/feed/feed.js");
const serverTypes = source("src/protocol/frame/server/frame_type.rs");

/** The types of a `frame_types!` declaration: its variants, each with the name on the wire. */
function typesIn(rust) {
  const block = rust.match(/^frame_types! \{\n[^]*?^    \}$/m)[0];
  return new Map([...block.matchAll(/^ {8}(\w+) = "(\w+)",$/gm)].map(([, variant, name]) => [variant, name]));
}

const server = typesIn(serverTypes);
const client = typesIn(source("src/protocol/frame/client/mod.rs"));

/** The name of each type for which a function of `ServerFrameType` says `false`. */
function notBy(method) {
  const body = serverTypes.split(`pub fn ${method}(self) -> bool {`)[1].split("\n    }\n")[0];
  const arm = body.split(/=> true,/).find((text) => text.includes("=> false")).split("=> false")[0];
  return found(arm, /ServerFrameType::(\w+)/g).flatMap((variant) => server.get(variant) ?? []);
}

test("both declarations are read", () => {
  assert.ok(server.size > 10 && client.size > 5, `${server.size} and ${client.size} types`);
  assert.ok(notBy("is_for_page").includes("ask_user_question"));
});

test("every frame that the element names is one of the protocol", () => {
  const named = found(element, /"(ask_user_\w+|\w+_(?:request|response))"/g);
  assert.ok(named.length > 5, named.join());
  const known = [...server.values(), ...client.values()];
  assert.deepEqual(named.filter((name) => !known.includes(name)), []);
});

test("the element keeps for a widget that is not there yet what that widget will act on", () => {
  const [, isNeeded] = feed.match(/const isNeeded = \(type\) => \/(.+)\/\.test\(type\);/);
  const needed = (name) => new RegExp(isNeeded).test(name);
  // A beat that came before the widget proves nothing any more.
  const acted = notBy("is_for_page").filter((name) => name !== "ask_user_beat");
  assert.deepEqual(acted.filter((name) => !needed(name)), []);
  for (const name of ["connected", "session_id", "session_status", "session_taken"]) assert.ok(needed(name), name);
  for (const name of ["ask_user_beat", "text", "complete"]) assert.ok(!needed(name), name);
});

test("the element knows every frame by which an agent begins to wait for a person", () => {
  const [, list] = feed.match(/const isRequest = \(type\) => \[(.+)\]\.includes\(type\);/);
  const begin = [...server.values()].filter((name) => /_(question|request)$/.test(name));
  assert.deepEqual(found(list, /"(\w+)"/g), sorted(begin));
});

test("every capability that the element lists is one of the protocol", () => {
  const known = found(source("src/protocol/capability.rs"), /^const \w+: &str = "(\w+)";$/gm);
  const lists = [...element.matchAll(/capabilities: \[([^\]]+)\]/g)].map(([, list]) => found(list, /"(\w+)"/g));
  assert.ok(lists.length > 0);
  assert.deepEqual(lists.flat().filter((name) => !known.includes(name)), []);
});
