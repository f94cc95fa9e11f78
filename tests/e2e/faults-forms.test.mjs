// Every fault at every moment of a form's life, as faults.test.mjs has it for questions. The table of what came of it goes to
// target/faults-forms.md.

import { playAll } from "./faults/play.mjs";

playAll("forms", "faults-forms");
