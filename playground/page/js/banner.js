// Lines between messages and message box: what is wrong, and what a newcomer should type.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { spinner } from "./components/button.js";

const SEEN_KEY = "has-used-a-command";

function statusWords({ isLinked, world }) {
  const { username, status } = world.bot;
  if (!isLinked) return [spinner(), "The connection is lost. Trying again…"];
  if (status === "starting") return [spinner(), `${username} is starting…`];
  if (status === "offline")
    return [icon("alert"), `${username} is offline: what it has shown cannot be pressed until it is back.`];
  return [];
}

/** The line that says when the bot or the connection is away. */
export function statusBanner(store) {
  const node = h("div", { class: "banner", role: "status" });
  const render = () => {
    const words = statusWords(store);
    node.replaceChildren(...words);
    node.hidden = words.length === 0;
  };
  ["world", "link"].forEach((type) => store.on(type, render));
  render();
  return node;
}

/** One line for a newcomer, until a command was sent or the line is closed. */
export function newcomerHint(store) {
  if (localStorage.getItem(SEEN_KEY)) return null;
  const forget = () => {
    localStorage.setItem(SEEN_KEY, "1");
    node.remove();
  };
  const begin = () => store.tell("compose", "canasta");
  const command = h("button", { type: "button", class: "mention", onclick: begin }, "/canasta");
  const close = h(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Close this hint", onclick: forget },
    icon("close"),
  );
  const node = h(
    "p",
    { class: "newcomer" },
    h("span", {}, "New here? Type ", command, " below to open a table."),
    close,
  );
  store.on("commanded", forget);
  window.addEventListener("storage", ({ key }) => key === SEEN_KEY && node.remove());
  return node;
}
