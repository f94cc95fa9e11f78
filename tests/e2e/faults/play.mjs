// Plays the cells of one kind of request, and writes down what came of them.

import { after } from "node:test";

import { scene, topic } from "../support/scene.mjs";
import { Cell } from "./cell.mjs";
import { FAULTS } from "./faults.mjs";
import { KINDS } from "./kinds.mjs";
import { Matrix } from "./matrix.mjs";
import { DISMISSED, MOMENTS, TIMED_OUT } from "./moments.mjs";

/** Every fault at every moment that this kind has. The table goes to target/`file`.md. */
export function playAll(name, file) {
  const kind = KINDS[name];
  const moments = Object.entries(MOMENTS).filter(([moment]) => moment !== DISMISSED || kind.dismissed);
  const matrix = new Matrix(name, file, Object.keys(FAULTS), moments.map(([moment]) => moment));

  function cells() {
    after(() => matrix.close());
    for (const [fault, strikes] of Object.entries(FAULTS)) {
      for (const [moment, live] of moments) {
        if (strikes.isSlow && moment === TIMED_OUT && kind.isEditedInSteps) {
          // The cell needs somebody who types within the last second: earlier, the slow link still brings more time.
          matrix.fill(fault, moment, "not tried: the first step already asks for more time");
          continue;
        }
        scene(`${fault}: ${moment}`, { linked: true, tab: null }, async (stage) => {
          const cell = new Cell(stage, kind);
          try {
            await cell.start(strikes);
            const outcome = await live(cell, strikes);
            await cell.assertRules();
            matrix.fill(fault, moment, outcome);
          } finally {
            await cell.end();
          }
        });
      }
    }
  }

  // Nearly all of it is waiting.
  topic(`faults of ${name}`, cells, { concurrency: 6 });
}
