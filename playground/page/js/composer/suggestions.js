// The panel above the message box: what the text box in use may be completed with.

import { h } from "../dom.js";
import { Listbox } from "../listbox.js";

/** Suggestions for one text box at a time, which keeps the focus. */
export class Suggestions {
  constructor() {
    this.input = null;
    this.list = new Listbox({
      label: "Suggestions",
      onPick: (item) => this.choose(item),
      onActive: (id) => this.noteActive(id),
    });
    this.title = h("p", { class: "suggestions-title" });
    this.note = h("p", { class: "suggestions-note", role: "status" });
    this.node = h("div", { class: "suggestions", hidden: true }, this.title, this.list.node, this.note);
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Offer `items` to `input`; `active` is the one that Enter takes, -1 for none. */
  show(input, { title = [], items = [], active = 0, note = "", onPick = () => {} }) {
    if (this.input !== input) this.release();
    this.input = input;
    this.onPick = onPick;
    this.title.replaceChildren(...title);
    this.note.textContent = note;
    this.node.hidden = false;
    this.list.show(items, { active: items.length > 0 ? active : -1 });
    this.list.node.scrollTop = 0;
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", String(items.length > 0));
  }

  hide() {
    this.release();
    this.node.hidden = true;
    this.list.show([], { active: -1 });
  }

  release() {
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
    this.input = null;
  }

  noteActive(id) {
    if (id) this.input?.setAttribute("aria-activedescendant", id);
    else this.input?.removeAttribute("aria-activedescendant");
  }

  choose(item) {
    this.onPick(item);
  }

  /** Do what a key asks of the open suggestions; says whether it did. */
  onKey(event) {
    if (!this.isOpen || event.isComposing) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && this.list.items.length > 0) this.list.move(steps[event.key]);
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && this.list.activeItem)
      this.list.pick();
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
