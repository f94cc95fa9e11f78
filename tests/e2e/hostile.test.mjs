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

  scene("emoji and flags are shown as what they are, and white space does not push the options away", async (stage) => {
    const { agent, widget } = stage;
    const emoji = "🏳️‍🌈 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 Daten\u00adbank";
    const input = { questions: [{ question: `${emoji}${"\n".repeat(300)}really?`, header: "H", options: [{ label: emoji }, { label: "No" }], multiSelect: false }] };
    const asked = agent.ask(input);
    await widget.asks(`${emoji}\n\n\n⋮\nreally?`);
    await widget.label(emoji).waitFor();
    const { height } = await widget.title.boundingBox();
    assert.ok(height < 300, `the title is ${height} px high`);
    await widget.press("1", "Enter");
    assert.deepEqual(await asked.result(), allowed(input, { [input.questions[0].question]: emoji }));
  });

  scene("options that look alike, and one that calls itself Other, are marked for eyes and ears", async (stage) => {
    const { agent, widget } = stage;
    const labels = ["Keep it", "Delete it", "K\u0435ep\u00a0it", "Other…"];
    const options = labels.map((label) => ({ label, description: "What it means" }));
    agent.ask({ questions: [{ question: "Which?", header: "H", options, multiSelect: false }] });
    await widget.asks("Which?");
    const marked = await widget.dialog.locator("[part~=option]").evaluateAll((rows) => rows.map((row) => row.querySelector(".alike")?.textContent ?? null));
    const other = "⚠ An option of the agent’s, not the field for your own answer";
    assert.deepEqual(marked, [null, null, "⚠ Looks like option 1", other, null]);
    const described = await widget.dialog.getByRole("radio").evaluateAll((radios) =>
      radios.map((radio) => (radio.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean).map((id) => radio.getRootNode().getElementById(id).textContent)),
    );
    assert.deepEqual(described[0], ["What it means"]);
    assert.deepEqual(described[2], ["⚠ Looks like option 1", "What it means"]);
    assert.deepEqual(described[3], [other, "What it means"]);
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

  scene("equal questions and equal labels are distinguished by their place", async ({ agent, widget }) => {
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
    const [{ problems }] = await tab.heard("ask-user-question");
    assert.ok(problems.length > 5, "they are reported to the page's developer");
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

  scene("a bare address runs from left to right, whatever stands before it", async ({ agent, widget }) => {
    const preview = "\u05be https://evil.example/\u05behttps://bank.example/login";
    const options = [{ label: "A", description: "", preview }, { label: "B", description: "" }];
    agent.ask({ questions: [{ question: "Which?", header: "Which", multiSelect: false, options }] });
    await widget.asks("Which?");
    const [first, last] = await widget.dialog.locator(".preview .link").first().evaluate((link) => {
      const place = (at) => {
        const range = document.createRange();
        range.setStart(link.firstChild, at);
        range.setEnd(link.firstChild, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [place(0), place(link.firstChild.length - 1)];
    });
    assert.ok(first < last, `${first} ${last}`);
  });

  scene("answers in a row do not reorder each other", async ({ agent, widget }) => {
    const labels = ["Pay \u05d0", "1,000 EUR"];
    const questions = [0, 1].map((number) => ({ question: `Which ${number}?`, header: "Which", multiSelect: true, options: labels.map((label) => ({ label, description: "" })) }));
    agent.ask({ questions });
    await widget.asks("Which 0?");
    await widget.press("1", "2", "Enter");
    await widget.asks("Which 1?");
    await widget.press("1", "2", "Enter");
    await widget.reviews();
    const places = await widget.dialog.locator(".review-answer").first().locator("bdi").evaluateAll((items) => items.map((item) => [item.textContent, item.getBoundingClientRect().left]));
    assert.deepEqual(places.map(([text]) => text), labels);
    assert.ok(places[0][1] < places[1][1]);
  });
});
