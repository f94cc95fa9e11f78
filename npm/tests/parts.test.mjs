// The attribution of bytes to crates and functions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { functions, generic, isLibrary, origin, readable, sums } from "../parts.mjs";

/** A section: its number, its length, its bytes. */
const section = (id, ...bytes) => [id, bytes.length, ...bytes];
const text = (words) => [words.length, ...Buffer.from(words)];

test("functions are found by their names, behind those that are imported", () => {
  const names = [...text("name"), 1, 3 + text("a::b").length, 1, 1, ...text("a::b")];
  const module = Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 0, 0),
    ...section(2, 1, ...text("m"), ...text("f"), 0, 0),
    ...section(3, 1, 0),
    // One function of three bytes: no variables, `nop`, `end`.
    ...section(10, 1, 3, 0, 0x01, 0x0b),
    ...section(0, ...names),
  ]);
  assert.deepEqual(functions(module), [{ name: "a::b", size: 3 }]);
});

test("a name tells the crate, and of ours the room", () => {
  assert.equal(origin("core::fmt::write::h0123456789abcdef"), "core");
  assert.equal(origin("<alloc[6ccceecd3902b573]::sync::Arc<u8>>::drop"), "alloc");
  assert.equal(origin("<&mut dyn std::io::Write as core::fmt::Write>::write_str"), "std");
  assert.equal(origin("<ask_user_widget[d47a4db3ce8b7f71]::session::Session>::handle"), "ask_user_widget::session");
  assert.equal(origin("__wbindgen_malloc"), "glue for closures and exports");
});

test("copies of one generic function are summed", () => {
  assert.equal(readable("core::fmt::write::h0123456789abcdef"), "core::fmt::write");
  const all = [{ name: "a::b#1", size: 2 }, { name: "c::d", size: 4 }, { name: "a::b", size: 3 }];
  assert.deepEqual(sums(all, readable), [["a::b", 5], ["c::d", 4]]);
});

test("copies of one function for several types have one name", () => {
  assert.equal(generic("<alloc::vec::Vec<a::B, c::D>>::push"), "<alloc::vec::Vec>::push");
  assert.equal(generic("<&mut a::B<C> as core::ops::FnMut<(&D,)>>::call_mut"), "<&mut a::B as core::ops::FnMut>::call_mut");
  assert.equal(generic("core::ptr::drop_in_place::<alloc::vec::Vec<fn() -> a::B>>"), "core::ptr::drop_in_place::");
  assert.ok(isLibrary("<alloc::vec::Vec<a::B>>::push") && !isLibrary("<a::B as core::fmt::Write>::write_str"));
});
