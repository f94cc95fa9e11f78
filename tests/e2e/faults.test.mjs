// Every fault at every moment of an answer's life: the agent gets exactly one result, or the person is told that it did
// not; no typed character is lost; the chat is free when nothing is asked; there is one dialog at most. The table of what
// came of it goes to target/faults.md.

import { after } from "node:test";

import { Cell } from "./faults/cell.mjs";
import { FAULTS } from "./faults/faults.mjs";
import { Matrix } from "./faults/matrix.mjs";
import { MOMENTS } from "./faults/moments.mjs";
import { scene, topic } from "./support/scene.mjs";

const matrix = new Matrix(Object.keys(FAULTS), Object.keys(MOMENTS));

// Nearly all of it is waiting.
topic("faults", cells, { concurrency: 6 });

function cells() {
  after(() => matrix.close());
  for (const [name, fault] of Object.entries(FAULTS)) {
    for (const [moment, live] of Object.entries(MOMENTS)) {
      scene(`${name}: ${moment}`, { linked: true, tab: null }, async (stage) => {
        const cell = new Cell(stage);
        try {
          await cell.start(fault);
          const outcome = await live(cell, fault);
          await cell.assertRules();
          matrix.fill(name, moment, outcome);
        } finally {
          await cell.end();
        }
      });
    }
  }
}
