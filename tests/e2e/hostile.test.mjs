// Everything from the agent is hostile text: shown as text, answered to the letter. (Any request to another place and
// any error fails every scene by itself.)

import assert from "node:assert/strict";

import { allowed, fixture } from "./support/asks.mjs";
import { scene, topic } from "./support/scene.mjs";
import { becomes } from "./support/until.mjs";

const IMAGE = '<img src="https://evil.example/x" onerror="window.hacked = 1">';
const SCRIPT = "</dialog><script>window.hacked = 2</script>";
const STYLE = "<style>@import 'https://evil.example/y'; * { display: none }</style>";

topic("hostile text", () => {
  scene("markup is shown as text and does nothing", async ({ agent, page, widget, chat }) => {
    const options = [
      { label: SCRIPT, description: STYLE },
      { label: "</label></div></dialog>", description: IMAGE },
      { label: "[click](javascript:window.hacked=3)", description: "&lt;b&gt; &amp;amp; {{7*7}} ${7*7}" },
    ];
    const input = { questions: [{ question: `Is ${IMAGE} fine?`, header: "<b>Hi</b>", options, multiSelect: true }] };
    const asked = agent.ask(input);
    await widget.asks(`Is ${IMAGE} fine?`);
    await widget.label("<b>Hi</b>").waitFor();
    for (const { label, description } of options) {
      await widget.label(label).waitFor();
      await widget.label(description).waitFor();
    }
    assert.equal(await widget.host.locator("img, script, style, b, a, iframe").count(), 0, "no element is the agent's");
    await widget.press("1", "2", "3", "Enter");
    const answers = { [`Is ${IMAGE} fine?`]: options.map((option) => option.label).join(", ") };
    assert.deepEqual(await asked.result(), allowed(input, answers));
    await widget.isGone();
    assert.equal(await chat.receipts.locator("img, script, b").count(), 0);
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });

  scene("a bidi override and hidden characters are made visible, and go back as they came", async (stage) => {
    const { agent, widget } = stage;
    const label = "photo\u202egpj.exe";
    const text = "Open\u200b this \u2066file\u2069?\u0007";
    const input = { questions: [{ question: text, header: "\u202eA", options: [{ label }, { label: "No" }] }] };
    const asked = agent.ask(input);
    await widget.asks("Open\ufffd this \ufffdfile\ufffd?\ufffd");
    await widget.label("photo\ufffdgpj.exe").waitFor();
    await widget.label("\ufffdA").waitFor();
    await widget.press("1", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [text]: label }));
  });

  scene("names that mean something to JavaScript are only names", async ({ agent, tab, widget }) => {
    const names = ["__proto__", "constructor", "toString", "2", "1"];
    const options = [{ label: "__proto__" }, { label: "No" }];
    const questions = names.map((name) => ({ question: name, header: name, options, multiSelect: false }));
    const asked = agent.ask({ questions });
    for (const name of names) {
      await widget.asks(name);
      await widget.press("1", "Enter");
    }
    await widget.reviews();
    await widget.press("Enter");
    // As text, because parsing would sort the numbers to the front.
    const answers = names.map((name) => `"${name}":"__proto__"`).join(",");
    assert.ok((await asked.text()).includes(`"answers":{${answers}}`), await asked.text());
    await becomes(() => tab.heard("ask-user-answer").then((all) => all.length), 1);
    const detail = await tab.page.evaluate(() => {
      const { detail } = window.heardEvents.find((event) => event.name === "ask-user-answer");
      return Object.entries(detail.answers).length;
    });
    assert.equal(detail, names.length, "no answer is lost in the event");
  });

  scene("equal questions and equal labels are told apart by their place", async ({ agent, widget }) => {
    const options = [{ label: "Same" }, { label: "Same" }, { label: "Other" }];
    const input = { questions: [{ question: "Q?", options }, { question: "Q?", options }] };
    const asked = agent.ask(input);
    await widget.asks("Q?");
    await widget.press("2");
    await widget.assertChecked("Same");
    assert.equal(await widget.dialog.getByRole("radio").nth(1).isChecked(), true);
    await widget.press("Enter");
    await widget.dialog.getByText("Question 2 of 2").waitFor();
    await widget.press("3", "Control+Enter");
    assert.deepEqual((await asked.result()).updatedInput.answers, { "Q?": "Same, Other" });
  });

  scene("what is missing, ill-typed or too long is shown as far as it can be", async ({ agent, tab, widget }) => {
    const long = "word ".repeat(2000).trim();
    const input = {
      questions: [
        { question: long, header: "Far too long for a chip", options: ["Bare", { label: 7 }, null, {}] },
        { header: null, options: "none", multiSelect: "yes" },
        null,
      ],
    };
    const asked = agent.ask(input);
    await widget.asks(long);
    await widget.label("Bare").waitFor();
    await widget.press("1", "Enter");
    for (const number of [2, 3]) {
      await widget.dialog.getByText(`Question ${number} of 3`).waitFor();
      await widget.field.fill(`reply ${number}`);
      await widget.field.press("Enter");
    }
    await widget.reviews();
    await widget.press("Enter");
    const { answers } = (await asked.result()).updatedInput;
    assert.equal(answers[long], "Bare");
    assert.deepEqual(Object.values(answers), ["Bare", "reply 2, reply 3"]);
    const [{ problems }] = await tab.heard("ask-user-ask");
    assert.ok(problems.length > 5, "the page's developer is told");
  });

  scene("what a person types is text as well", async ({ agent, page, widget, chat }) => {
    const asked = agent.ask(fixture("database"));
    await widget.asks("Which database should we use for this project?");
    await widget.field.fill(`${IMAGE} "quoted", \\back\\slash \u202e`);
    await widget.button("Send").click();
    const { answers } = (await asked.result()).updatedInput;
    assert.deepEqual(Object.values(answers), [`${IMAGE} "quoted", \\back\\slash`]);
    await becomes(() => chat.receipts.count(), 1);
    assert.equal(await chat.receipts.locator("img").count(), 0);
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });
});
