// The table of all cells, as they came out.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";

export class Matrix {
  #outcomes = new Map();
  #about;
  #file;

  /** `about`: the requests that it is about. It is written to target/`file`.md. */
  constructor(about, file, faults, moments) {
    this.#about = about;
    this.#file = new URL(`../../../target/${file}.md`, import.meta.url);
    this.faults = faults;
    this.moments = moments;
  }

  fill(fault, moment, outcome) {
    this.#outcomes.set(`${fault}/${moment}`, outcome);
  }

  /** As markdown: a row a fault, a column a moment. */
  toString() {
    const row = (cells) => `| ${cells.join(" | ")} |`;
    const rows = this.faults.map((fault) => row([fault, ...this.moments.map((moment) => this.#outcome(fault, moment))]));
    return [row(["fault", ...this.moments]), row(["---", ...this.moments.map(() => "---")]), ...rows].join("\n");
  }

  /** Writes it down, and wants an outcome in each cell. */
  close() {
    mkdirSync(new URL(".", this.#file), { recursive: true });
    writeFileSync(this.#file, `# What came of ${this.#about}, by fault and moment\n\n${this}\n`);
    console.log(`${this}`);
    const lost = this.faults.flatMap((fault) => this.moments.filter((moment) => !this.#outcomes.has(`${fault}/${moment}`)));
    assert.equal(lost.length, 0, `${lost.length} cells have no outcome`);
  }

  #outcome(fault, moment) {
    return this.#outcomes.get(`${fault}/${moment}`) ?? "**lost**";
  }
}
