// Every fault at every moment of an approval's life, as faults.test.mjs has it for questions: what the agent may do is what the person
// allowed, once, as they changed it; and nothing is allowed that they did not allow. An approval cannot be dismissed, so that moment is
// none of its life. The table of what came of it goes to target/faults-approvals.md.

import { playAll } from "./faults/play.mjs";

playAll("approvals", "faults-approvals");
