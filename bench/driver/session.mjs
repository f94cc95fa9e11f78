// Instructions of the session, natively under callgrind: exact, and the same on every run of one build.

import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { format } from "./report.mjs";

/** What is counted. Each is one call of the session, and the screen after it. */
const OPERATIONS = [
  { operation: "ask", title: "decode and handle an ask" },
  { operation: "pick", title: "a key that chooses" },
  { operation: "letter", title: "a letter" },
  { operation: "keep", title: "keep the draft, after a key" },
  { operation: "answer", title: "answer" },
];

const SIZES = [300, 3_000, 30_000, 300_000, 960_000];
const HISTORIES = [0, 10, 100, 1_000];
/** Valgrind makes everything slow, and the counts do not vary: a few times are enough. */
const TIMES = 4;

/** A run: an operation, the bytes of the ask, and how many asks were answered before. */
function* runs(isQuick) {
  const sizes = isQuick ? SIZES.slice(0, 3) : SIZES;
  const histories = isQuick ? HISTORIES.slice(0, 3) : HISTORIES;
  for (const { operation, title } of OPERATIONS) {
    for (const bytes of sizes) yield { operation, title, bytes, history: 0 };
    for (const history of histories.slice(1)) yield { operation, title, bytes: 300, history };
  }
}

export async function session(program, folder, isQuick) {
  await mkdir(folder, { recursive: true });
  const counted = [];
  for (const run of runs(isQuick)) counted.push({ ...run, instructions: await instructions(program, folder, run) });
  return counted;
}

async function instructions(program, folder, { operation, bytes, history }) {
  const flags = ["--tool=callgrind", "--toggle-collect=*measured*", `--callgrind-out-file=${join(folder, "callgrind.out")}`];
  const { stderr } = await promisify(execFile)("valgrind", [...flags, program, operation, bytes, history, TIMES].map(String));
  const collected = stderr.match(/Collected : (\d+)/);
  if (!collected || collected[1] === "0") throw new Error(`callgrind has counted nothing: ${stderr}`);
  return Math.round(Number(collected[1]) / TIMES);
}

export function sessionTable(counted) {
  const told = (number) => number.toLocaleString("en");
  const rows = [["instructions of the session", "bytes of the ask", "earlier asks", "instructions"]];
  for (const { title, bytes, history, instructions } of counted) rows.push([title, told(bytes), told(history), told(instructions)]);
  return format(rows);
}
