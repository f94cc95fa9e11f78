// Puts the functions of WebAssembly into the order in which brotli makes the least of them.
//
// Functions that look alike stand side by side: first those with the same signature, and among those each time the one that has
// most in common with the last. The names of functions are gone by then; nobody calls a function by its place.

import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { WASM_DIS, WASM_OPT } from "./files.mjs";
import { Reader, sections } from "./sections.mjs";

/** Two functions are compared by as many samples of what stands in them. */
const SAMPLES = 256;

/** How many bytes are one piece of a function. */
const PIECE = 4;

/** By how much two functions count as less alike if one is twice as long as the other. */
const LENGTHS = 16;

/** Samples of a function's bytes: of all its pieces the smallest by each of many ways to mix their bits. */
function samples(body) {
  const least = new Uint32Array(SAMPLES).fill(0xffffffff);
  for (let at = 0; at + PIECE <= body.length; at++) {
    const piece = body.readUInt32LE(at);
    for (let way = 0; way < SAMPLES; way++) {
      let mixed = Math.imul(piece ^ Math.imul(way, 0x9e3779b1), 0x85ebca6b) >>> 0;
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
      if (mixed < least[way]) least[way] = mixed;
    }
  }
  return least;
}

/** How alike two functions are. */
function likeness(one, other) {
  let same = 0;
  for (let way = 0; way < SAMPLES; way++) same += one.samples[way] === other.samples[way];
  return same - LENGTHS * Math.abs(Math.log2(one.body.length / other.body.length));
}

/** A chain of functions, from the shortest on. Each is followed by the one that is most like it. */
function chain(functions) {
  const left = new Set(functions.toSorted((one, other) => one.body.length - other.body.length));
  const chained = [];
  for (let [next] = left; next; ) {
    const last = next;
    left.delete(last);
    chained.push(last);
    next = undefined;
    let most = -Infinity;
    for (const one of left) {
      const alike = likeness(last, one);
      if (alike > most) [next, most] = [one, alike];
    }
  }
  return chained;
}

/** The numbers of the functions of a module in their new order. The first that is not imported has the number 0. */
export function order(bytes) {
  const content = (number) => sections(bytes).find(({ id }) => id === number)?.content ?? Buffer.from([0]);
  const [signatures, code] = [new Reader(content(3)), new Reader(content(10))];
  code.number();
  const functions = Array.from({ length: signatures.number() }, (_, number) => {
    const [signature, body] = [signatures.number(), code.slice()];
    return { number, signature, body, samples: samples(body) };
  });
  const bySignature = new Map();
  for (const one of functions) bySignature.set(one.signature, [...(bySignature.get(one.signature) ?? []), one]);
  const groups = [...bySignature].sort(([one], [other]) => one - other).map(([, group]) => group);
  return groups.flatMap(chain).map(({ number }) => number);
}

/** The text of a module with its functions named by their places in the new order. */
export function renamed(wat, order) {
  const names = [...wat.matchAll(/^ \(func (\$[^\s()]+)/gm)].map(([, name]) => name);
  const places = new Map(order.map((number, place) => [names[number], `$f${String(place).padStart(6, "0")}`]));
  const rename = (name) => places.get(name) ?? name;
  const line = (line) => {
    // Data is text too, and may look like anything.
    if (line.startsWith(" (data ")) return line;
    if (!line.startsWith(" (elem ")) return line.replace(/(\bcall |\(func |ref\.func |\(start )(\$[^\s()]+)/g, (_, before, name) => before + rename(name));
    return line.replace(/(?: \$[^\s()]+)+\)$/, (functions) => functions.replace(/\$[^\s()]+/g, rename));
  };
  return wat.split("\n").map(line).join("\n");
}

/** The tool wasm-opt writes stack code shorter if it may, but only where it is told the levels too. */
const STACK = ["--optimize-level=2", "--shrink-level=2", "--generate-stack-ir", "--optimize-stack-ir"];

/** Puts the functions of a file without names into their new order. `features` are what wasm-opt has to know to read it. */
export async function reorder(file, features) {
  const run = (program, words) => promisify(execFile)(process.execPath, [program, ...words]);
  const text = `${file}.wat`;
  await run(WASM_DIS, [file, "-o", text]);
  await writeFile(text, renamed(await readFile(text, "utf8"), order(await readFile(file))));
  await run(WASM_OPT, [text, ...features, ...STACK, "--reorder-functions-by-name", "--strip-debug", "-o", file]);
  await rm(text);
}
