// The example that needs a bundler, with a question of the bridge's demo agent.

import { after, before } from "node:test";

import { scene, topic } from "../e2e/support/scene.mjs";
import { becomes } from "../e2e/support/until.mjs";
import { pack, Project } from "./support/scratch.mjs";

let packed;
let project;
before(async () => {
  packed = await pack();
  project = await Project.make("../../examples/react-vite", packed.tarball);
  await project.run("npm", "run", "build");
});
after(async () => {
  await packed?.remove();
  await project?.remove();
});

topic("the React example", () => {
  scene("talks through the widget's socket, and is answered", { tab: null }, async (stage) => {
    await stage.bridge.stop();
    await stage.restart("--dist", project.path("dist"), "--agent", "demo");
    const { page, widget, tab } = await stage.open({ waits: false });
    const field = page.getByRole("textbox", { name: "Message" });
    await becomes(() => tab.sockets[0]?.received.length > 0, true);
    await field.fill("database");
    await field.press("Enter");
    await widget.asks("Which database should we use for this project?");
    await becomes(() => field.isDisabled(), true);
    // Who has just typed has to press Enter twice; the button sends at once.
    await widget.press("3");
    await widget.button("Send").click();
    await page.getByText("You: SQLite").waitFor();
    await page.getByText(/^Agent: [^]*SQLite/).waitFor();
    await becomes(() => field.isDisabled(), false);
  });
});
