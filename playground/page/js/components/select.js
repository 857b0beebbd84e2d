// The closed form of a select menu; its popup is in selectpopup.js.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../people.js";
import { emojiNode, spinner } from "./button.js";
import { boundsOf, optionsOf } from "./options.js";
import { componentKey } from "./tree.js";

/** The picture that stands before an option's words. */
export function optionPicture(option) {
  return option.user ? avatar(option.user, "tiny") : emojiNode(option.emoji);
}

function chosenNode(option, isMulti) {
  return h(
    "span",
    { class: ["chosen", isMulti && "pill"] },
    optionPicture(option),
    h("bdi", {}, option.label),
  );
}

/** The button that shows what is chosen and opens the popup. `properties` say whose it is. */
export function selectButton(select, options, chosen, properties) {
  const isMulti = boundsOf(select).most > 1;
  const shown = options.filter((option) => chosen.includes(option.value));
  const placeholder = select.placeholder || "Make a selection";
  const words =
    shown.length > 0
      ? shown.map((option) => chosenNode(option, isMulti))
      : h("bdi", { class: "placeholder" }, placeholder);
  return h(
    "button",
    {
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": placeholder,
      ...properties,
      class: "select",
    },
    h("span", { class: "select-value" }, words),
    properties["aria-busy"] ? spinner() : icon("down"),
  );
}

/** Render a select menu of a message. */
export function selectControl(select, view) {
  const key = componentKey(view.message, select.custom_id);
  return selectButton(select, optionsOf(select, view), view.choicesOf(key), {
    disabled: Boolean(select.disabled) || view.isInert,
    "aria-busy": view.isPending(key),
    "data-key": key,
    "data-do": "select",
    "data-id": select.custom_id,
  });
}
