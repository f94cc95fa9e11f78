// Never invent a decision: what a person did not decide is not sent.

import assert from "node:assert/strict";

import { fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes, eventually } from "./support/until.mjs";

const DATABASE = "Which database should we use for this project?";

/** Everything that the page did before this frame reached it is on the wire by now. */
async function settled({ agent, tab }) {
  await agent.send({ type: "text", chunk: "still here" });
  await eventually(
    () => tab.frames(),
    (frames) => assert.ok(frames.some((frame) => frame.chunk === "still here")),
  );
}

topic("no accidents", () => {
  scene("nobody is interrupted while they type, and no character is lost", async ({ agent, page, widget, chat }) => {
    await chat.isFree();
    await chat.input.focus();
    await page.keyboard.type("12");
    const asked = agent.ask(fixture("database"));
    for (const character of "3 and 4 ") await page.keyboard.type(character, { delay: 60 });
    assert.equal(await chat.input.inputValue(), "123 and 4 ");
    await widget.asks("Which database should we use for this project?");
    await widget.assertChecked();
    assert.equal(await chat.input.inputValue(), "123 and 4 ");
    await widget.label("MongoDB").click();
    await widget.button("Send").click();
    assert.equal((await asked.result()).behavior, "allow");
  });

  scene("Enter pressed eight times on a fresh dialog sends nothing", async (stage) => {
    const { agent, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press(...Array(8).fill("Enter"));
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    await settled(stage);
    widget.assertNothingSent(tab, asked);
    await widget.assertChecked();
  });

  scene("Send and Ctrl+Enter on a fresh dialog send nothing", async (stage) => {
    const { agent, tab, widget } = stage;
    const asked = agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    await widget.button("Send").click();
    await widget.press("Control+Enter", "Meta+Enter");
    await becomes(() => widget.alert.textContent(), "Choose an option or write your own answer first.");
    await settled(stage);
    widget.assertNothingSent(tab, asked);
  });

  scene("a chosen option is a draft until it is sent", async (stage) => {
    const { agent, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.label("MongoDB").click();
    await widget.press("1", "Space", "ArrowDown");
    await settled(stage);
    widget.assertNothingSent(tab, asked);
  });

  scene("a digit without an option, letters and page keys do nothing", async (stage) => {
    const { agent, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("4", "9", "x", "b", "PageDown", "Home", "Alt+1", "Control+1");
    await widget.assertChecked();
    await settled(stage);
    widget.assertNothingSent(tab, asked);
  });

  scene("two clicks on Send send one answer", async ({ agent, tab, widget }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("1");
    await widget.button("Send").dblclick();
    assert.equal((await asked.result()).behavior, "allow");
    const next = agent.ask(fixture("features"));
    await widget.asks("Which features should we enable?");
    assert.equal(tab.responses().length, 1);
    assert.equal(next.isSettled, false);
  });
});

// By itself: a tab that another scene opens would take the focus, and that ends a composition.
topic("an input method", () => {
  scene("the Enter that ends an input-method composition does not send", async (stage) => {
    const { agent, page, tab, widget } = stage;
    const asked = agent.ask(fixture("database"));
    await widget.asks(DATABASE);
    await widget.press("0");
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
    // While composing, and after it as Safari does: the key code is all that tells.
    const enter = { type: "rawKeyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
    await keyboard.send("Input.dispatchKeyEvent", enter);
    await keyboard.send("Input.insertText", { text: "日本" });
    await keyboard.send("Input.dispatchKeyEvent", enter);
    assert.equal(await widget.field.inputValue(), "日本");
    await settled(stage);
    widget.assertNothingSent(tab, asked);
    await widget.press("Enter");
    assert.equal((await asked.result()).updatedInput.answers[DATABASE], "日本");
  });
});
