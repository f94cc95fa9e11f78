// The demo page with the scripted agent: what a newcomer sees first.

import assert from "node:assert/strict";

import { Card } from "./support/approval.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

const demo = { flags: ["--agent", "demo"] };

/** The agent's last message begins like this. */
async function lastMessage(chat, start) {
  return eventually(
    () => chat.messages("agent"),
    (messages) => {
      assert.ok(messages.at(-1).startsWith(start), messages.at(-1));
      return messages.at(-1);
    },
  );
}

topic("demo", () => {
  scene("a message starts a scenario, the input waits, the agent quotes what it received", demo, async (stage) => {
    const { page, widget, chat } = stage;
    await chat.isFree();
    await chat.input.fill("Set up a database, please");
    await chat.input.press("Enter");
    assert.deepEqual(await chat.messages("person"), ["Set up a database, please"]);
    await widget.asks("Which database should we use for this project?");
    await chat.isHeld();
    assert.equal(await chat.input.getAttribute("placeholder"), "The agent is waiting for your answer");
    assert.equal(await page.locator("#starters button:enabled").count(), 0);
    assert.match((await chat.messages("agent")).at(-1), /^I have read through the project\. .* one question:$/);

    // Who has just typed has to press Enter twice; the button says what it does.
    await widget.press("1");
    await widget.button("Send").click();
    await chat.isFree();
    assert.equal(
      await lastMessage(chat, "Thank you."),
      "Thank you. This is what I received: Which database should we use for this project? " +
        "“PostgreSQL (Recommended)” I will write the schema and the first migration for it.",
    );
    assert.deepEqual(await chat.receipts.allTextContents(), ["Database: PostgreSQL"]);
    await becomes(() => chat.input.getAttribute("placeholder"), "Write a message");
  });

  scene("a command is approved, and the agent says what it was allowed", demo, async ({ page, widget, chat }) => {
    await chat.isFree();
    await page.getByRole("button", { name: "Approve a command" }).click();
    await new Card(widget).decides({ kind: "allow_once" }, {});
    await chat.isFree();
    assert.match(await lastMessage(chat, "Thank you."), /^Thank you\. I was allowed this: .*npm test.* The command has run\.$/);
    assert.deepEqual((await chat.receipts.allTextContents()).map((text) => text.split(": ")[1]), ["Allowed"]);
  });

  scene("a starter button asks two questions, and another message may follow", demo, async ({ page, widget, chat }) => {
    await chat.isFree();
    await page.getByRole("button", { name: "Plan the auth" }).click();
    await widget.asks("Which authentication method should we use?");
    await widget.press("2", "Enter");
    await widget.asks("Which OAuth providers should we support?");
    await widget.field.fill("Our own");
    await widget.field.press("Enter");
    await widget.reviews();
    await widget.press("Enter");
    const words = await lastMessage(chat, "Thank you.");
    assert.ok(words.includes("method should we use? “JWT”"), words);
    assert.ok(words.includes("providers should we support? “Our own”"), words);

    await chat.isFree();
    await page.getByRole("button", { name: "Choose features" }).click();
    await widget.asks("Which features should we enable?");
    await widget.press("1", "3", "Enter");
    await becomes(
      () => lastMessage(chat, "Thank you."),
      "Thank you. This is what I received: Which features should we enable? “TypeScript, Testing (Vitest)” " +
        "I will add exactly these and leave the rest out.",
    );
  });

  scene("a cancel is understood", demo, async ({ page, widget, chat }) => {
    await chat.isFree();
    await page.getByRole("button", { name: "Design the layout" }).click();
    await widget.asks("How should the dashboard be laid out?");
    await widget.button("Dismiss").click();
    await lastMessage(chat, "All right, I will leave it as it is; nothing was changed.");
    await chat.isFree();
  });

  scene("a time-out is understood", { flags: [...demo.flags, "--timeout", "1"] }, async ({ page, widget, chat }) => {
    await chat.isFree();
    await page.getByRole("button", { name: "Set up a database" }).click();
    await lastMessage(chat, "I did not hear back in time, so I stopped before changing anything.");
    await widget.isGone();
    await chat.isFree();
  });
});
