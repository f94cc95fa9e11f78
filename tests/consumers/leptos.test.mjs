// A Leptos app with the crate's own component, as Trunk builds it.

import assert from "node:assert/strict";

import { Card } from "../e2e/support/approval.mjs";
import { allowedOnce, command, denied } from "../e2e/support/approvals.mjs";
import { fixture } from "../e2e/support/asks.mjs";
import { FormPage, elicitation } from "../e2e/support/form.mjs";
import { scene, topic } from "../e2e/support/scene.mjs";
import { becomes } from "../e2e/support/until.mjs";

const DIST = process.env.LEPTOS;
if (!DIST) throw new Error("LEPTOS must name the built app's folder; `cargo xtask consumers` sets it.");

const DATABASE = "Which database should we use for this project?";

topic("the Leptos component", () => {
  scene("asks, tells the app by callbacks, follows its signals, and goes with it", { tab: null }, async (stage) => {
    await stage.bridge.stop();
    await stage.restart("--dist", DIST);
    const { page, tab, widget } = await stage.open({ waits: false });
    const agent = stage.agentOf(stage.session);
    const field = page.getByRole("textbox", { name: "Message" });

    const modal = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await widget.dialog.evaluate((dialog) => dialog.matches(":modal")), true);
    assert.equal(await field.isDisabled(), true);
    await widget.press("2", "Enter");
    assert.equal((await modal.result()).updatedInput.answers[DATABASE], "MongoDB");
    await page.locator("p").getByText(/MongoDB/).waitFor();
    await becomes(() => field.isDisabled(), false);

    // Through the component's connection, since a session has but one.
    await field.fill("Hello");
    await field.press("Enter");
    await becomes(() => tab.sockets[0].sent.at(-1), { type: "user_message", text: "Hello" });
    assert.equal(tab.sockets.length, 1);

    await page.getByRole("button", { name: "In the page" }).click();
    const inline = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    assert.equal(await widget.dialog.evaluate((dialog) => dialog.matches(":modal")), false);

    // Taken off the page in the middle of a question, it closes its connection; put back, it asks again.
    const again = page.getByRole("button", { name: "Away and back" });
    await again.click();
    await becomes(() => page.locator("ask-user").count(), 0);
    await again.click();
    await widget.asks(DATABASE);
    assert.equal(tab.sockets.length, 2);
    await widget.label("SQLite").click();
    await widget.button("Send").click();
    assert.equal((await inline.result()).updatedInput.answers[DATABASE], "SQLite");
  });

  scene("shows approvals and forms, and tells the app of them", { tab: null }, async (stage) => {
    await stage.bridge.stop();
    await stage.restart("--dist", DIST);
    const { page, widget } = await stage.open({ waits: false });
    const agent = stage.agentOf(stage.session);
    const card = new Card(widget);
    const field = page.getByRole("textbox", { name: "Message" });

    const edited = agent.wants(command());
    await card.decides({ kind: "allow_once", edited: { command: "npm test -- --run" } }, {});
    assert.deepEqual(await edited.result(), allowedOnce(command(), { command: "npm test -- --run", cwd: "/app" }));
    await page.locator("p").getByText(/allowed/).first().waitFor();
    await becomes(() => field.isDisabled(), false);

    // What is typed on a card is there again when the component is.
    const kept = agent.wants(command());
    await card.isOpen();
    assert.equal(await field.isDisabled(), true);
    await card.says("not now");
    await page.reload();
    await card.isOpen();
    await becomes(() => widget.dialog.getByRole("textbox", { name: "Message" }).inputValue(), "not now");
    await widget.clicks("Deny");
    assert.deepEqual(await kept.result(), denied("not now"));

    const asked = agent.elicit(elicitation("form"));
    await widget.asks("Where should I deploy the site?");
    const form = new FormPage(widget);
    await widget.clicks("Send");
    await becomes(() => form.wrong(), [0, 8]);
    await form.text(0).fill("my-site");
    await form.field(8).getByRole("radio", { name: "Europe" }).check();
    await widget.clicks("Send");
    const { action, content } = await asked.result();
    assert.deepEqual([action, content.name, content.region], ["accept", "my-site", "eu"]);
    await page.locator("p").getByText(/my-site/).first().waitFor();
    await becomes(() => field.isDisabled(), false);
  });
});
