// The entries for agents' frameworks, each with the framework's own package and a scripted model.

import { test } from "node:test";

import "./frameworks/ai-sdk.mjs";
import "./frameworks/ag-ui.mjs";
import "./frameworks/langgraph.mjs";
import { runInProject } from "./frameworks/stage.mjs";

test("the entries have the types of the packages", async () => {
  await runInProject("npm", "run", "check");
});
