// Faults at the moments of an answer's life, as faults.test.mjs has them, over three bridges, a redis-server and a balancer: bridges and
// Redis are killed, paused and asked to stop. The agent repeats its call with its key and gets exactly one result; what was confirmed
// is not lost unless the store has lost it. The tables of what came of it go to target/faults-fleet-….md.
//
// Usually only the faults that a fleet alone has are tried, for questions, at the moments at which most is at stake. With the
// environment variable `FAULTS=all` it is every fault at every moment for every kind of request.

import { test } from "node:test";

import { FLEET_FAULTS, NEW_FAULTS } from "./faults/fleet-faults.mjs";
import { CONFIRMED, FLEET_MOMENTS } from "./faults/fleet-moments.mjs";
import { playOverFleet } from "./faults/fleet.mjs";
import { KINDS } from "./faults/kinds.mjs";
import { ACK_LOST } from "./faults/moments.mjs";
import { Redis } from "./support/redis.mjs";

const QUICK = ["typed, not sent", "sent while down", ACK_LOST, CONFIRMED];

if (!Redis.isInstalled()) test("faults over three bridges", { skip: "redis-server is missing" }, () => {});
else if (process.env.FAULTS !== "all") playOverFleet("questions", NEW_FAULTS, QUICK, { quick: true });
else for (const kind of Object.keys(KINDS)) playOverFleet(kind, Object.keys(FLEET_FAULTS), Object.keys(FLEET_MOMENTS));
