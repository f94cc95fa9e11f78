// The gallery: `?scene=name` plays one scene of the widget in the chat page, `?scene` lists them all. Also
// `theme=light|dark`, `presentation=inline|dock` and `lang=de`, or another language of `languages/`.

import { AskUser, define } from "./ask-user.js";
import { Play, scenes } from "./scenes.js";

/** Here scripts play the person. */
class PlayedAskUser extends AskUser {
  static acceptsEvent() {
    return true;
  }
}

const wanted = new URLSearchParams(location.search);
const element = document.getElementById("ask");
const transcript = document.getElementById("transcript");

/** Plays the scene that the address names, or lists them. */
export async function show() {
  const scene = scenes[wanted.get("scene")];
  define("ask-user", PlayedAskUser);
  const theme = wanted.get("theme");
  const presentation = wanted.get("presentation") ?? scene?.presentation;
  if (theme) element.setAttribute("theme", theme);
  if (presentation) element.setAttribute("presentation", presentation);
  const lang = wanted.get("lang") ?? scene?.strings;
  if (lang) element.strings = (await import(`./languages/${lang}.js`)).default;
  if (presentation === "inline" || scene?.receipts) transcript.append(element);
  if (theme) document.documentElement.style.setProperty("color-scheme", theme);
  if (scene?.receipts) {
    // The element's own, in the place of the page's.
    element.removeAttribute("receipts");
    document.documentElement.dataset.receipts = "element";
  }
  if (!scene) return list();
  document.title = scene.shows;
  transcript.querySelector(".message").after(message(scene.shows));
  const play = new Play(element);
  await play.until(() => element.shadowRoot.querySelector("dialog"));
  await scene.play(play);
  document.documentElement.dataset.scene = "played";
}

function list() {
  const list = document.createElement("ul");
  for (const [name, { shows }] of Object.entries(scenes)) {
    const link = document.createElement("a");
    link.href = `?scene=${name}`;
    link.textContent = name;
    const row = document.createElement("li");
    row.append(link, `: ${shows}`);
    list.append(row);
  }
  transcript.replaceChildren(list);
}

function message(text) {
  const line = document.createElement("p");
  line.className = "message agent";
  line.textContent = text;
  return line;
}
