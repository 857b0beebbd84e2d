// What a person has chosen in the select menus, as Discord's client remembers it.
//
// The client keeps a choice until the bot sends the menu anew: with default options those are what is
// chosen; without them, a menu that comes unchanged keeps the choice and a changed one forgets it.

import { componentKey, isSelect, walk } from "./components/tree.js";

function defaultsOf(select) {
  const chosen = (select.options ?? []).filter((option) => option.default).map((option) => option.value);
  return chosen.concat((select.default_values ?? []).map((value) => value.id));
}

/** Choices by component key. */
export class Choices {
  constructor() {
    this.byKey = new Map();
    this.shapes = new Map();
  }

  /** Take over the menus of a message that is new or was edited. */
  follow(message) {
    for (const select of [...walk(message.components)].filter(isSelect)) {
      const key = componentKey(message, select.custom_id);
      const shape = JSON.stringify(select);
      const defaults = defaultsOf(select);
      if (defaults.length > 0 || this.shapes.get(key) !== shape) this.byKey.set(key, defaults);
      this.shapes.set(key, shape);
    }
  }

  of(key) {
    return this.byKey.get(key) ?? [];
  }

  set(key, values) {
    this.byKey.set(key, values);
  }
}
