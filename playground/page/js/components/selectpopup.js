// The open form of a select menu. A menu for one choice answers at once, one for several when it closes.

import { h } from "../dom.js";
import { Listbox } from "../listbox.js";
import { Popup } from "../popup.js";
import { boundsOf, optionsOf } from "./options.js";
import { optionPicture } from "./select.js";

function isSame(chosen, values) {
  return chosen.length === values.length && chosen.every((value) => values.includes(value));
}

/** An open select menu; `onDone(values)` is called when the person chose something else than before. */
export class SelectPopup {
  constructor({ anchorOf, select, view, chosen, onDone }) {
    Object.assign(this, { select, view, chosen, onDone, draft: new Set(chosen) });
    this.list = this.makeList();
    this.hint = h("p", { class: "popup-hint", role: "status" });
    const done = h(
      "button",
      { type: "button", class: "button primary", onclick: () => this.popup.close() },
      "Done",
    );
    this.footer = h("div", { class: "popup-footer" }, this.hint, done);
    this.popup = new Popup(anchorOf, [this.list.node, this.isMulti ? this.footer : null], {
      className: "select-popup",
      onClose: () => this.finish(),
    });
    this.show(
      Math.max(
        0,
        this.options.findIndex((option) => this.draft.has(option.value)),
      ),
    );
    this.popup.place();
    this.list.node.focus({ preventScroll: true });
  }

  get isMulti() {
    return boundsOf(this.select).most > 1;
  }

  get options() {
    return optionsOf(this.select, this.view);
  }

  makeList() {
    const list = new Listbox({
      label: this.select.placeholder || "Options",
      marks: this.isMulti ? "box" : "dot",
      isMulti: this.isMulti,
      onPick: (item) => this.pick(item),
      onActive: (id) => id && list.node.setAttribute("aria-activedescendant", id),
    });
    list.node.tabIndex = 0;
    list.node.addEventListener("keydown", (event) => list.onKey(event));
    return list;
  }

  show(active) {
    const { least, most } = boundsOf(this.select);
    const isFull = this.isMulti && this.draft.size >= most;
    const items = this.options.map((option) => ({
      value: option.value,
      label: option.label,
      description: option.description,
      picture: optionPicture(option),
      disabled: isFull && !this.draft.has(option.value),
    }));
    this.list.show(items, { selected: this.draft, active });
    const range = least === most ? `${most}` : `${least} to ${most}`;
    this.hint.textContent = `${this.draft.size} chosen (${range})`;
  }

  pick({ value }) {
    if (!this.isMulti) this.pickOne(value);
    else {
      if (!this.draft.delete(value)) this.draft.add(value);
      this.show();
    }
  }

  pickOne(value) {
    const isUnset = this.draft.has(value) && boundsOf(this.select).least === 0;
    this.draft = new Set(isUnset ? [] : [value]);
    this.popup.close();
  }

  /** Take over the menu as the bot has sent it anew; what was ticked stays ticked where it still exists. */
  update(select, view) {
    Object.assign(this, { select, view });
    const values = new Set(this.options.map((option) => option.value));
    this.draft = new Set([...this.draft].filter((value) => values.has(value)));
    this.show();
  }

  /** Close without an answer, since the menu is gone. */
  abandon() {
    this.draft = new Set(this.chosen);
    this.popup.close();
  }

  finish() {
    const values = this.options.map((option) => option.value).filter((value) => this.draft.has(value));
    const isEnough = values.length >= boundsOf(this.select).least;
    this.onDone(isEnough && !isSame(this.chosen, values) ? values : null);
  }
}
