// `cargo xtask bench`: serves the pages, measures them, prints the table and writes the report.
//
// node bench/driver/run.mjs [--quick] [--only PART]... with CHROME, PACKAGE, OUT, and SESSION_BENCH if it was built.

import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildPages, PAGES } from "../build.mjs";
import { Browser } from "./browser.mjs";
import { bytes } from "./measures/bytes.mjs";
import { cycles } from "./measures/cycles.mjs";
import { growth } from "./measures/growth.mjs";
import { keyCounts, keys, letters } from "./measures/keys.mjs";
import { navigation } from "./measures/navigation.mjs";
import { opening, openingCounts } from "./measures/opening.mjs";
import { rest } from "./measures/rest.mjs";
import { Report } from "./report.mjs";
import { Server } from "./server.mjs";
import { session, sessionTable } from "./session.mjs";

const PARTS = { bytes, navigation, opening, "opening-counts": openingCounts, keys, "key-counts": keyCounts, letters, growth, rest, cycles };

const { values: flags } = parseArgs({ options: { quick: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } } });
const { CHROME, PACKAGE, OUT, SESSION_BENCH } = process.env;
if (!CHROME || !PACKAGE || !OUT) throw new Error("CHROME, PACKAGE and OUT must be set; `cargo xtask bench` does.");
const unknown = flags.only.filter((part) => part !== "session" && !(part in PARTS));
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}, session`);
const isWanted = (part) => flags.only.length === 0 || flags.only.includes(part);

const amounts = flags.quick ? { samples: 3, asks: 160, settled: 60, seconds: 5, rounds: 1 } : { samples: 30, asks: 1100, settled: 100, seconds: 20, rounds: 6 };
const report = new Report();
let version = null;

const wanted = Object.keys(PARTS).filter(isWanted);
if (wanted.length > 0) {
  const pages = join(OUT, "pages");
  await buildPages(PACKAGE, pages);
  const server = await Server.start(pages);
  const browser = await Browser.open(CHROME, server);
  version = browser.version;
  try {
    for (const part of wanted) {
      const start = performance.now();
      await PARTS[part]({ browser, server, names: PAGES, report, ...amounts });
      console.error(`${part}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
const instructions = isWanted("session") && SESSION_BENCH ? await session(SESSION_BENCH, OUT, flags.quick) : [];

const measures = report.measures(PAGES);
await mkdir(OUT, { recursive: true });
const about = { isQuick: flags.quick, chromium: version, node: process.version, processor: cpus()[0]?.model, cores: cpus().length };
await writeFile(join(OUT, "report.json"), `${JSON.stringify({ about, measures, session: instructions }, null, 2)}\n`);
if (measures.length > 0) console.log(`\n${report.table(PAGES, measures)}`);
if (instructions.length > 0) console.log(`\n${sessionTable(instructions)}`);
if (flags.quick) console.log("\nQuick: bytes and counts are firm; times are for development only.");
