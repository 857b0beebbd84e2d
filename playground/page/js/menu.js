// A small menu that drops from a button.

import { h } from "./dom.js";
import { Popup } from "./popup.js";

function itemElement({ label, detail, picture, isChecked, isDanger, act }, close) {
  const onclick = () => {
    close();
    act();
  };
  const isRadio = isChecked !== undefined;
  return h(
    "button",
    {
      type: "button",
      class: ["menu-item", isDanger && "danger", isChecked && "checked"],
      role: isRadio ? "menuitemradio" : "menuitem",
      "aria-checked": isRadio ? isChecked : null,
      onclick,
    },
    picture,
    h(
      "span",
      { class: "option-words" },
      h("span", { class: "option-label" }, label),
      detail ? h("span", { class: "option-description" }, detail) : null,
    ),
  );
}

function moveFocus(event, menu) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const items = [...menu.children];
  const at = items.indexOf(document.activeElement) + steps[event.key];
  items[(at + items.length) % items.length].focus();
}

/** Open a menu of `items` ({label, detail, picture, isChecked, isDanger, act}) by `anchor`. */
export function openMenu(anchor, label, items, width = 240) {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label });
  const popup = new Popup(() => anchor, menu, { className: "menu-popup", width });
  menu.append(...items.map((item) => itemElement(item, () => popup.close())));
  menu.addEventListener("keydown", (event) => moveFocus(event, menu));
  popup.place();
  menu.firstElementChild?.focus({ preventScroll: true });
}
