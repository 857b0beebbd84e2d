// A list of options for keyboard and pointer. The focus stays on the list or on the text box that drives it.

import { h, patchChildren } from "./dom.js";

let lists = 0;

function optionElement(item, index, list) {
  const isSelected = list.selected.has(item.value);
  return h(
    "div",
    {
      class: ["option", index === list.active && "active"],
      role: "option",
      id: `${list.id}-${index}`,
      "data-index": index,
      "aria-selected": isSelected,
      "aria-disabled": item.disabled ? true : null,
    },
    item.picture ? h("span", { class: "option-picture" }, item.picture) : null,
    h(
      "span",
      { class: "option-words" },
      h("bdi", { class: "option-label" }, item.label),
      item.description ? h("bdi", { class: "option-description" }, item.description) : null,
    ),
    list.marks ? h("span", { class: ["mark", list.marks, isSelected && "on"], "aria-hidden": "true" }) : null,
  );
}

/**
 * A listbox of `items`: {value, label, description, picture, disabled}.
 *
 * `marks` is "box" or "dot" where the chosen ones are marked; `onPick(item)` is called for a choice,
 * `onActive(optionId)` when the highlight moves.
 */
export class Listbox {
  constructor({ label, marks = "", isMulti = false, onPick, onActive = () => {} }) {
    lists += 1;
    Object.assign(this, {
      id: `list-${lists}`,
      marks,
      onPick,
      onActive,
      items: [],
      selected: new Set(),
      active: -1,
    });
    const properties = { class: "listbox", role: "listbox", id: this.id, "aria-label": label };
    this.node = h("div", { ...properties, "aria-multiselectable": isMulti ? true : null });
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
    this.node.addEventListener("click", (event) => this.pickAt(event.target.closest("[data-index]")));
    this.node.addEventListener("pointermove", (event) => this.hover(event.target.closest("[data-index]")));
  }

  show(items, { selected = this.selected, active = this.active } = {}) {
    this.items = items;
    this.selected = selected;
    this.active = Math.min(active, items.length - 1);
    this.render();
  }

  render() {
    patchChildren(
      this.node,
      this.items.map((item, index) => optionElement(item, index, this)),
    );
    this.onActive(this.active >= 0 ? `${this.id}-${this.active}` : null);
  }

  get activeItem() {
    return this.items[this.active] ?? null;
  }

  activate(index) {
    this.active = index;
    this.render();
    this.node.children[index]?.scrollIntoView({ block: "nearest" });
  }

  hover(option) {
    const index = option ? Number(option.dataset.index) : this.active;
    if (index === this.active) return;
    this.active = index;
    this.render();
  }

  pickAt(option) {
    if (option) this.pick(this.items[Number(option.dataset.index)]);
  }

  pick(item = this.activeItem) {
    if (item && !item.disabled) this.onPick(item);
  }

  move(step) {
    const count = this.items.length;
    if (count > 0)
      this.activate(this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count);
  }

  jumpToLetter(letter) {
    const starts = ({ label }) => label.toLowerCase().startsWith(letter.toLowerCase());
    const order = [...this.items.keys()].map((index) => (this.active + 1 + index) % this.items.length);
    const found = order.find((index) => starts(this.items[index]));
    if (found !== undefined) this.activate(found);
  }

  /** Do what a key asks of a list that has the focus itself; says whether it did. */
  onKey(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === "Home") this.activate(0);
    else if (event.key === "End") this.activate(this.items.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.pick();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey)
      this.jumpToLetter(event.key);
    else return false;
    event.preventDefault();
    return true;
  }
}
