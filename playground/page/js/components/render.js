// Message components -> DOM nodes, all types that a message may hold.
//
// `view` is the message with what surrounds it: see message.js.

import { h } from "../dom.js";
import { markdown } from "../markdown/render.js";
import { buttonElement } from "./button.js";
import { fileCard, gallery, thumbnail } from "./media.js";
import { selectControl } from "./select.js";
import { Type, isSelect } from "./tree.js";

function actionRow({ components }, view) {
  return h("div", { class: "action-row" }, renderComponents(components, view));
}

function section({ components, accessory }, view) {
  const texts = h("div", { class: "section-texts" }, renderComponents(components, view));
  return h(
    "div",
    { class: "section" },
    texts,
    h("div", { class: "accessory" }, renderComponents([accessory], view)),
  );
}

function separator({ divider = true, spacing = 1 }) {
  const role = divider ? "separator" : "presentation";
  return h("div", { class: ["separator", spacing === 2 && "large", divider && "divider"], role });
}

function container({ components, accent_color: accent, spoiler }, view) {
  const inner = renderComponents(components, view);
  const hasAccent = accent !== null && accent !== undefined;
  const box = h("div", { class: ["container", hasAccent && "accented"] }, inner);
  if (hasAccent) box.style.setProperty("--accent-color", `#${accent.toString(16).padStart(6, "0")}`);
  return spoiler ? spoilerBox(box) : box;
}

function spoilerBox(content) {
  const properties = {
    class: "spoiler-box",
    role: "button",
    tabindex: 0,
    "data-do": "spoiler",
    "aria-label": "Spoiler",
  };
  return h("div", properties, h("div", { class: "spoiler-content" }, content));
}

function unsupported({ type }) {
  return h("p", { class: "unsupported" }, `This page cannot show components of type ${type}.`);
}

const RENDERERS = {
  [Type.ACTION_ROW]: actionRow,
  [Type.BUTTON]: buttonElement,
  [Type.SECTION]: section,
  [Type.TEXT_DISPLAY]: ({ content }, view) => markdown(content, view),
  [Type.THUMBNAIL]: thumbnail,
  [Type.MEDIA_GALLERY]: gallery,
  [Type.FILE]: fileCard,
  [Type.SEPARATOR]: separator,
  [Type.CONTAINER]: container,
};

/** Render components that stand side by side in one place. */
export function renderComponents(components, view) {
  return (components ?? []).map((component) => {
    const render = isSelect(component) ? selectControl : (RENDERERS[component.type] ?? unsupported);
    return render(component, view);
  });
}
