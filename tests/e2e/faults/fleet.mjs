// Plays the cells of one kind of request over three bridges and a redis-server, and writes down what came of them.

import assert from "node:assert/strict";
import { after } from "node:test";

import { PatientAgent } from "../support/bridge-caller.mjs";
import { Fleet } from "../support/bridge-fleet.mjs";
import { PERSISTENCE } from "../support/redis.mjs";
import { scene, topic } from "../support/scene.mjs";
import { eventually } from "../support/until.mjs";
import { Cell } from "./cell.mjs";
import { FLEET_FAULTS, FORGETFUL } from "./fleet-faults.mjs";
import { FLEET_MOMENTS } from "./fleet-moments.mjs";
import { KINDS } from "./kinds.mjs";
import { Matrix } from "./matrix.mjs";
import { ACK_LOST, DISMISSED, TIMED_OUT } from "./moments.mjs";

/** The only cell in which a page waits for a minute: that is how long bridges keep an answer that nobody asks for. */
const isSlowest = (fault, moment) => fault === FORGETFUL && moment === ACK_LOST;

/** These faults at these moments, as far as this kind has them, without the slowest if it is to be `quick`. The table goes to target/faults-fleet-`name`.md. */
export function playOverFleet(name, faults, moments, { quick = false } = {}) {
  const kind = KINDS[name];
  const tried = moments.filter((moment) => moment !== DISMISSED || kind.dismissed);
  const matrix = new Matrix(`${name} over three bridges`, `faults-fleet-${name}`, faults, tried);

  function cells() {
    after(() => matrix.close());
    for (const fault of faults) {
      for (const moment of tried) {
        const strikes = FLEET_FAULTS[fault];
        if (strikes.isSlow && moment === TIMED_OUT && kind.isEditedInSteps) {
          matrix.fill(fault, moment, "not tried: the first step already asks for more time");
          continue;
        }
        if (quick && isSlowest(fault, moment)) {
          matrix.fill(fault, moment, "tried with `FAULTS=all`");
          continue;
        }
        const persistence = strikes.loses ? PERSISTENCE.NONE : PERSISTENCE.APPEND_ONLY_FILE;
        const serve = (...flags) => Fleet.start(persistence, ...flags);
        scene(`${fault}: ${moment}`, { serve, linked: true, tab: null }, async (stage) => {
          const agent = new PatientAgent(stage.bridge, stage.session);
          const cell = new Cell(stage, kind, agent);
          try {
            await cell.start(strikes);
            const outcome = await FLEET_MOMENTS[moment](cell, strikes);
            await cell.assertRules({ forgets: strikes.loses });
            await assertRecorded(stage, strikes);
            matrix.fill(fault, moment, outcome);
          } finally {
            agent.leave();
            await cell.end();
          }
        });
      }
    }
  }

  topic(`faults of ${name} over three bridges`, cells, { concurrency: 6 });
}

/** The bridges have one record of the ask, which is over; none at most if the store has lost everything. */
async function assertRecorded(stage, { loses }) {
  await eventually(
    () => stage.bridge.asks(stage.session),
    (asks) => {
      const said = JSON.stringify(asks);
      assert.ok(asks.length === 1 || (loses && asks.length === 0), `one ask: ${said}`);
      assert.ok(asks.every(({ status }) => status !== "pending"), `it is over: ${said}`);
    },
  );
}
