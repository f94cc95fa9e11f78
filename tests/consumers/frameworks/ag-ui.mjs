// AG-UI: its client in the page, before a scripted agent on a server.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { becomes } from "../../e2e/support/until.mjs";
import { agent, COMMAND, CONCURRENT, play } from "./stage.mjs";

describe("AG-UI", CONCURRENT, () => {
  const ARGUMENTS = JSON.stringify(COMMAND);
  const APPROVED = { type: "boolean" };
  const schema = (properties, more) => ({ type: "object", properties, required: ["approved"], ...more });
  const toolCall = (id, name = "Bash", delta = ARGUMENTS) => [
    { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name },
    { type: "TOOL_CALL_ARGS", toolCallId: id, delta },
    { type: "TOOL_CALL_END", toolCallId: id },
  ];
  const interrupted = (...interrupts) => ({ type: "interrupt", interrupts });
  const says = (text) => ({
    events: [
      { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: text },
      { type: "TEXT_MESSAGE_END", messageId: "m" },
    ],
    outcome: { type: "success" },
  });
  const runTo = async (page, ...script) => {
    Object.assign(agent, { runs: script, inputs: [] });
    await page.evaluate(() => window.run());
  };
  /** Answers interrupts, of which the tool call `t` may be meant. */
  const answer = (page, interrupts, options = {}) => {
    const messages = [{ id: "m", role: "assistant", toolCalls: [{ id: "t", type: "function", function: { name: "Bash", arguments: ARGUMENTS } }] }];
    return page.evaluate(([interrupts, options]) => window.answer(interrupts, options), [interrupts, { messages, ...options }]);
  };

  play("approves a tool call, changed by the person, and answers every interrupt of a run at once", "ag-ui", async ({ page, card, widget, value }) => {
    const choices = { type: "string", title: "Quarter", enum: ["Q1", "Q2"] };
    await runTo(
      page,
      () => ({
        events: toolCall("t1"),
        outcome: interrupted(
          { id: "i1", reason: "tool_call", toolCallId: "t1", message: "Remove the build?", responseSchema: schema({ approved: APPROVED, editedArgs: { type: "object" } }) },
          { id: "i2", reason: "input_required", message: "Which filing?", responseSchema: { type: "object", properties: { quarter: choices }, required: ["quarter"] } },
        ),
      }),
      () => says("Done."),
    );
    await becomes(() => widget.title.textContent(), "Remove the build?");
    await card.decides({ kind: "allow_once", edited: { command: "rm -rf build/cache" } }, {});
    await widget.dialog.getByText("Which filing?").waitFor();
    await widget.isUnguarded();
    await widget.label("Q2").click();
    await widget.clicks("Send");
    await becomes(() => value("ended"), "Done.");
    assert.deepEqual(agent.inputs[1].resume, [
      { interruptId: "i1", status: "resolved", payload: { approved: true, editedArgs: { command: "rm -rf build/cache" } } },
      { interruptId: "i2", status: "resolved", payload: { quarter: "Q2" } },
    ]);
    assert.equal(agent.inputs[1].threadId, agent.inputs[0].threadId);
  });

  play("denies inside the payload, and cancels what the person stops or dismisses", "ag-ui", async ({ page, card, widget, value }) => {
    const one = { id: "i1", reason: "tool_call", toolCallId: "t", responseSchema: schema({ approved: APPROVED }) };
    await answer(page, [one]);
    await card.isOpen();
    assert.equal(await widget.button("Edit").count(), 0, "the agent takes no changed arguments");
    await card.decides({ kind: "deny", words: "Not now." }, {});
    const reason = "The user denied the use of the tool Bash. It was not used. The user said: Not now.";
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "resolved", payload: { approved: false, reason } }]);
    await widget.isGone();

    const strict = { ...one, responseSchema: schema({ approved: APPROVED }, { additionalProperties: false }) };
    await answer(page, [strict]);
    await card.decides({ kind: "deny" }, {});
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "resolved", payload: { approved: false } }]);
    await widget.isGone();

    await answer(page, [one]);
    await card.decides({ kind: "deny_and_stop" }, {});
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "cancelled" }]);
    await widget.isGone();

    await answer(page, [{ id: "i2", reason: "mine:colour", message: "Which colour?" }]);
    await widget.asks("Which colour?");
    await widget.clicks("Dismiss");
    await becomes(() => value("resume"), [{ interruptId: "i2", status: "cancelled" }]);
  });

  play("takes a text, a yes or no, and a form that is declined", "ag-ui", async ({ page, widget, value }) => {
    await answer(page, [{ id: "i1", reason: "mine:colour", message: "Which colour?" }]);
    await widget.asks("Which colour?");
    await widget.field.fill("Green");
    await widget.clicks("Send");
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "resolved", payload: "Green" }]);
    await widget.isGone();

    await answer(page, [{ id: "i2", reason: "confirmation", message: "Go on?" }]);
    await widget.dialog.getByText("Go on?").waitFor();
    await widget.isUnguarded();
    await widget.label("No").click();
    await widget.clicks("Send");
    await becomes(() => value("resume"), [{ interruptId: "i2", status: "resolved", payload: false }]);
    await widget.isGone();

    await answer(page, [{ id: "i3", reason: "tool_call", toolCallId: "unknown", message: "May I?" }]);
    await widget.dialog.getByText("May I?").waitFor();
    await widget.clicks("Decline");
    await becomes(() => value("resume"), [{ interruptId: "i3", status: "cancelled" }]);
  });

  play("resumes nothing that was given up, has expired, or is asked already", "ag-ui", async ({ page, card, widget, value }) => {
    const one = { id: "i1", reason: "tool_call", toolCallId: "t" };
    await answer(page, [one]);
    await card.isOpen();
    await page.evaluate(() => window.abort.abort());
    await becomes(() => value("resume"), null);
    await widget.isGone();

    await answer(page, [{ ...one, expiresAt: new Date().toISOString() }]);
    await becomes(() => value("resume"), null);
    await answer(page, [{ ...one, expiresAt: new Date(Date.now() + 3_000).toISOString() }]);
    await card.isOpen();
    await becomes(() => value("resume"), null);
    await widget.isGone();

    await answer(page, [one], { timeoutSeconds: 1 });
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "cancelled" }]);
    await widget.isGone();

    await answer(page, [one]);
    await card.isOpen();
    const second = { ...one };
    await answer(page, [second]);
    await becomes(() => value("resume"), null, "the first call has the answer");
    assert.equal(await page.evaluate(() => document.querySelector("ask-user").waiting), true);
  });

  play("asks again when the tool call of an interrupt has other arguments", "ag-ui", async ({ page, card, widget, value }) => {
    const one = { id: "i1", reason: "tool_call", toolCallId: "t", responseSchema: schema({ approved: APPROVED }) };
    const quarter = { type: "string", title: "Quarter", enum: ["Q1", "Q2"] };
    const form = { id: "i2", reason: "input_required", message: "Which filing?", responseSchema: { type: "object", properties: { quarter }, required: ["quarter"] } };
    const calling = (command) => ({
      messages: [{ id: "m", role: "assistant", toolCalls: [{ id: "t", type: "function", function: { name: "Bash", arguments: JSON.stringify({ command }) } }] }],
    });
    // The person allows it, and the run cannot be resumed, because the other interrupt is given up.
    await answer(page, [one, form], calling("ls"));
    await card.decides({ kind: "allow_once" }, {});
    await widget.dialog.getByText("Which filing?").waitFor();
    await page.evaluate(() => window.abort.abort());
    await becomes(() => value("resume"), null);
    await widget.isGone();

    await answer(page, [one], calling("rm -rf build"));
    await card.isOpen();
    await widget.dialog.getByText("rm -rf build").first().waitFor();
    await card.decides({ kind: "deny" }, {});
    await becomes(async () => (await value("resume"))?.[0].payload.approved, false);
    await widget.isGone();

    await answer(page, [one], calling("ls"));
    await becomes(() => value("resume"), [{ interruptId: "i1", status: "resolved", payload: { approved: true } }], "this was allowed");
  });

  play("withdraws the others when one cannot be asked, and does not ask again what was given", "ag-ui", async ({ page, widget, value }) => {
    const colour = { id: "i1", reason: "mine:colour", message: "Which colour?" };
    const size = { id: "i2", reason: "mine:size", message: "Which size?" };
    // No tool has such a name.
    const wrong = { id: "i3", reason: "tool_call", toolCallId: "w", responseSchema: schema({ approved: APPROVED }) };
    const messages = [{ id: "m", role: "assistant", toolCalls: [{ id: "w", type: "function", function: { name: "", arguments: "{}" } }] }];
    await answer(page, [colour, wrong], { messages });
    await becomes(async () => /Error/.test(await value("resume")), true);
    await widget.isGone();
    assert.equal(await page.evaluate(() => document.querySelector("ask-user").waiting), false, "nothing is left to be answered");

    await answer(page, [colour]);
    await widget.asks("Which colour?");
    await answer(page, [colour, size]);
    await widget.field.fill("Green");
    await widget.clicks("Send");
    await widget.asks("Which size?");
    await page.evaluate(() => (window.resume = "waiting"));
    await widget.field.fill("Large");
    await widget.clicks("Send");
    await becomes(() => value("resume"), null, "the first call has the other answer");
    await widget.isGone();
    await answer(page, [size]);
    await becomes(() => value("resume"), [{ interruptId: "i2", status: "resolved", payload: "Large" }]);
  });
});
