// LangGraph and LangChain: a graph and an agent with a scripted model here, where a server would be, and a page that answers their interrupts.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

import { becomes } from "../../e2e/support/until.mjs";
import { COMMAND, CONCURRENT, DATABASE, play, projectPath } from "./stage.mjs";

describe("LangGraph", CONCURRENT, () => {
  /** The packages as the project has them installed. */
  const load = async (name) => import(pathToFileURL(createRequire(projectPath("package.json")).resolve(name)).href);
  const thread = { configurable: { thread_id: "1" } };

  /** The page's way to a graph on this side, which is what a server is. */
  async function serveGraph(page, graph) {
    const { Command } = await load("@langchain/langgraph");
    await page.exposeFunction("invokeGraph", async (text) => {
      const [input, config] = JSON.parse(text);
      return JSON.stringify(await graph.invoke(input?.lg_name === "Command" ? new Command(input) : input, config));
    });
  }
  /** How many asks the person has answered. */
  const answered = (page) => page.evaluate(() => window.heardEvents.filter(({ name }) => name === "ask-user-answer").length);
  const run = (page, input) => page.evaluate(([input, config]) => window.run(input, config), [input, thread]);
  const answer = (page, interrupts, options) => page.evaluate(([interrupts, options]) => window.answer(interrupts, options), [interrupts, options]);

  /** A graph of one node. */
  async function graphOf(node) {
    const { Annotation, MemorySaver, StateGraph } = await load("@langchain/langgraph");
    const State = Annotation.Root({ result: Annotation() });
    return new StateGraph(State).addNode("node", node).addEdge("__start__", "node").compile({ checkpointer: new MemorySaver() });
  }

  play("answers the interrupts of a node that runs again, each once", "langgraph", async ({ page, widget, value }) => {
    const { interrupt } = await load("@langchain/langgraph");
    const runs = [];
    await serveGraph(
      page,
      await graphOf(() => {
        runs.push("node");
        const database = interrupt(DATABASE);
        const name = interrupt("What is it called?");
        const again = interrupt("What is it called?");
        const form = interrupt({ message: "Where?", requestedSchema: { type: "object", properties: { region: { type: "string", enum: ["eu", "us"] } }, required: ["region"] } });
        return { result: [database, name, again, form] };
      }),
    );
    await run(page, { result: null });
    await widget.asks("Which database?");
    await widget.press("2", "Enter");
    for (const [index, text] of ["one", "two"].entries()) {
      await becomes(() => answered(page), index + 1);
      await widget.asks("What is it called?");
      await widget.field.fill(text);
      await widget.clicks("Send");
    }
    await widget.dialog.getByText("Where?").waitFor();
    await widget.isUnguarded();
    await widget.label("eu").click();
    await widget.clicks("Send");
    const database = { outcome: "answered", answers: { "Which database?": "MongoDB" }, annotations: {} };
    await becomes(async () => (await value("ended"))?.result, [database, "one", "two", { action: "accept", content: { region: "eu" } }]);
    assert.equal(runs.length, 5);
  });

  play("decides the actions of an agent of LangChain in their order", "langgraph", async ({ page, card, value }) => {
    const { createAgent, humanInTheLoopMiddleware, tool } = await load("langchain");
    const { MemorySaver } = await load("@langchain/langgraph");
    const { fakeModel } = await load("@langchain/core/testing");
    const { AIMessage } = await load("@langchain/core/messages");
    const used = [];
    const calls = ["ls", "rm -rf build", "git push"].map((command, index) => ({ id: `c${index}`, name: "Bash", args: { command } }));
    const bash = tool(({ command }) => (used.push(command), "done"), { name: "Bash", description: "Runs", schema: { type: "object", properties: { command: { type: "string" } } } });
    const agentOf = (calls) =>
      createAgent({
        model: fakeModel().respondWithTools(calls).respond(new AIMessage("Finished.")),
        tools: [bash],
        middleware: [humanInTheLoopMiddleware({ interruptOn: { Bash: true } })],
        checkpointer: new MemorySaver(),
      });
    let agent = agentOf(calls.slice(0, 2));
    await serveGraph(page, { invoke: (...given) => agent.invoke(...given) });
    const messages = [{ role: "user", content: "Go" }];
    const last = async () => (await value("ended"))?.messages?.at(-1)?.kwargs?.content;

    await run(page, { messages });
    await card.isOpen();
    assert.equal(await card.dialog.getByText("Args:").count(), 0, "what LangChain repeats of the arguments is left out");
    await card.decides({ kind: "allow_once" }, {});
    await card.decides({ kind: "allow_once", edited: { command: "rm -rf build/cache" } }, {});
    await becomes(last, "Finished.");
    assert.deepEqual(used, ["ls", "rm -rf build/cache"]);

    agent = agentOf(calls.slice(2));
    await run(page, { messages });
    await card.decides({ kind: "deny", words: "Wait." }, {});
    await becomes(last, "Finished.");
    assert.deepEqual(used, ["ls", "rm -rf build/cache"]);
    const refused = (await value("ended")).messages.at(-2).kwargs.content;
    assert.equal(refused, "The user denied the use of the tool Bash. It was not used. The user said: Wait.");
  });

  const review = (allowed, args = COMMAND) => ({
    actionRequests: [{ name: "Bash", args }],
    reviewConfigs: [{ actionName: "Bash", allowedDecisions: allowed }],
  });

  play("offers what may be decided, and nothing else", "langgraph", async ({ page, card, widget, value }) => {
    await answer(page, [{ id: "a", value: review(["approve", "reject"]) }]);
    await card.isOpen();
    assert.equal(await widget.button("Edit").count(), 0);
    assert.equal(await widget.button("Deny and stop").count(), 0);
    await card.decides({ kind: "allow_once" }, {});
    await becomes(() => value("resume"), { a: { decisions: [{ type: "approve" }] } });
    await widget.isGone();

    // An edit that changes nothing says what an approval would.
    await answer(page, [{ id: "a", value: review(["edit", "reject"]) }]);
    await card.decides({ kind: "allow_once" }, {});
    await becomes(() => value("resume"), { a: { decisions: [{ type: "edit", editedAction: { name: "Bash", args: COMMAND } }] } });
    await widget.isGone();

    // What may not be rejected stays as it is when the person stops.
    await answer(page, [{ id: "a", value: review(["approve"]) }]);
    await card.isOpen();
    assert.equal(await widget.button("Deny").count(), 0);
    await card.presses("Stop the agent");
    await becomes(() => value("resume"), null);
  });

  play("speaks as the request does: of an agent in Python too", "langgraph", async ({ page, card, value }) => {
    const python = {
      action_requests: [{ name: "Bash", args: COMMAND }],
      review_configs: [{ action_name: "Bash", allowed_decisions: ["approve", "edit", "reject"] }],
    };
    await answer(page, [{ id: "a", value: python }]);
    await card.decides({ kind: "allow_once", edited: { command: "ls" } }, {});
    await becomes(() => value("resume"), { a: { decisions: [{ type: "edit", edited_action: { name: "Bash", args: { command: "ls" } } }] } });
  });

  play("answers in the place of a tool where nothing else may be decided", "langgraph", async ({ page, widget, value }) => {
    const request = (...allowed) => ({
      action_requests: [{ name: "ask_user", args: { text: "Which colour?" }, description: "The agent asks" }],
      review_configs: [{ action_name: "ask_user", allowed_decisions: allowed }],
    });
    await answer(page, [{ id: "a", value: request("respond") }]);
    await widget.dialog.getByText("Which colour?").waitFor();
    await widget.field.fill("Green");
    await widget.clicks("Send");
    await becomes(() => value("resume"), { a: { decisions: [{ type: "respond", message: "Green" }] } });
    await widget.isGone();

    await answer(page, [{ id: "a", value: request("respond", "reject") }]);
    await widget.dialog.getByText("Which colour?").waitFor();
    await widget.clicks("Dismiss");
    const message = "The user did not answer in the place of the tool ask_user.";
    await becomes(() => value("resume"), { a: { decisions: [{ type: "reject", message }] } });
  });

  play("answers with a value of the schema that the graph wants", "langgraph", async ({ page, widget, value }) => {
    await answer(page, [{ id: "a", value: "How many?", response_schema: { type: "integer", minimum: 1 } }]);
    await widget.dialog.getByText("How many?").waitFor();
    await widget.isUnguarded();
    await widget.dialog.getByRole("textbox").fill("3");
    await widget.clicks("Send");
    await becomes(() => value("resume"), { a: 3 });
    await widget.isGone();
    await answer(page, [{ id: "a", value: { message: "How many?" }, response_schema: { type: "integer" } }]);
    await widget.clicks("Decline");
    await becomes(() => value("resume"), null);
  });

  play("rejects what nobody approved, resumes nothing that was given up, and says what it cannot ask", "langgraph", async ({ page, card, widget, value }) => {
    await answer(page, [{ id: "a", value: review(["approve", "reject"]) }], { timeoutSeconds: 1 });
    const message = "The user did not answer in time: Bash was not approved";
    await becomes(() => value("resume"), { a: { decisions: [{ type: "reject", message }] } });
    await widget.isGone();

    await answer(page, [{ id: "a", value: review(["approve", "reject"]) }]);
    await card.isOpen();
    await page.evaluate(() => window.abort.abort());
    await becomes(() => value("resume"), null);
    await widget.isGone();

    await answer(page, [{ id: "a", value: DATABASE }]);
    await widget.asks("Which database?");
    await widget.clicks("Dismiss");
    await becomes(() => value("resume"), { a: { outcome: "cancelled", answers: {}, annotations: {} } });

    await answer(page, [{ id: "a", value: { draft: "…" } }]);
    await becomes(async () => /^TypeError: answerInterrupts cannot ask this interrupt: its value must be/.test(await value("resume")), true);
    await answer(page, [{ value: "One?" }, { value: "Two?" }]);
    await becomes(() => value("resume"), "TypeError: answerInterrupts needs interrupts with ids, because there are several");
  });

  play("withdraws the other actions when one cannot be asked", "langgraph", async ({ page, widget, value }) => {
    const [action] = review([]).actionRequests;
    // The second tool has no name.
    await answer(page, [{ id: "a", value: { actionRequests: [action, { ...action, name: "" }], reviewConfigs: [] } }, { id: "b", value: "Which colour?" }]);
    await becomes(async () => /Error/.test(await value("resume")), true);
    await widget.isGone();
    assert.equal(await page.evaluate(() => document.querySelector("ask-user").waiting), false, "nothing is left to be answered");
  });
});
