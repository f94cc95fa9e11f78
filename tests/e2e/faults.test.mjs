// Every fault at every moment of an answer's life: the agent gets exactly one result, or the person is told that it did
// not; no typed character is lost; the chat is free when nothing is asked; there is one dialog at most. The table of what
// came of it goes to target/faults.md.

import { playAll } from "./faults/play.mjs";

playAll("questions", "faults");
