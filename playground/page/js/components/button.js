// Buttons of a message.

import { h, safeUrl } from "../dom.js";
import { icon } from "../icons.js";
import { customEmoji } from "../markdown/render.js";
import { componentKey } from "./tree.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const LINK = 5;

/** The emoji of a button or an option, custom or Unicode. */
export function emojiNode(emoji) {
  if (!emoji) return null;
  return emoji.id
    ? customEmoji({ id: String(emoji.id), name: emoji.name })
    : h("span", { class: "unicode-emoji" }, emoji.name);
}

function content({ emoji, label, style }) {
  return [
    emojiNode(emoji),
    label ? h("bdi", { class: "button-label" }, label) : null,
    style === LINK ? icon("external") : null,
  ];
}

function linkButton(button) {
  const properties = {
    class: "button link",
    href: safeUrl(button.url),
    target: "_blank",
    rel: "noopener noreferrer",
  };
  return h("a", properties, content(button));
}

/** Render a button; while its press waits for an answer it shows a spinner. */
export function buttonElement(button, view) {
  if (button.style === LINK) return linkButton(button);
  const key = componentKey(view.message, button.custom_id);
  const isPending = view.isPending(key);
  const properties = {
    class: ["button", STYLES[button.style] ?? "secondary", isPending && "pending"],
    type: "button",
    disabled: Boolean(button.disabled) || view.isInert,
    "aria-busy": isPending,
    "data-key": key,
    "data-do": "press",
    "data-id": button.custom_id,
  };
  return h(
    "button",
    properties,
    h("span", { class: "button-content" }, content(button)),
    isPending ? spinner() : null,
  );
}

/** Three dots that wait. */
export function spinner() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}
