import { define } from "ask-user-widget";

define();

const widget = document.querySelector("ask-user");
const options = ["PostgreSQL", "MongoDB"].map((label) => ({ label, preview: `**${label}**` }));
document.querySelector("button").onclick = async () => {
  const { answers } = await widget.ask([{ question: "Which database?", options }]);
  document.querySelector("output").value = answers["Which database?"];
};
