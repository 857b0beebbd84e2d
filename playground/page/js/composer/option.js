// One option of a slash command: a chip with its name and a text box for its value.

import { h } from "../dom.js";
import { avatar, displayName, findUser } from "../people.js";

const OptionType = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, NUMBER: 10 };
const YES_NO = [
  { name: "True", value: true },
  { name: "False", value: false },
];
const MOST_ITEMS = 25;

function holds(text, typed) {
  return text.toLowerCase().includes(typed.toLowerCase());
}

function choiceItem({ name, value }) {
  return { label: name, value };
}

function userItem(user) {
  return {
    label: displayName(user),
    description: user.username,
    value: user.id,
    picture: avatar(user, "tiny"),
  };
}

function wrongNumber(number, { min_value: least, max_value: most }) {
  if (least !== undefined && number < least) return `Enter a number of at least ${least}.`;
  return most !== undefined && number > most ? `Enter a number of at most ${most}.` : null;
}

/** An option that is being filled in. */
export class OptionField {
  constructor(option, store) {
    Object.assign(this, { option, store, picked: null });
    this.input = h("input", {
      class: "option-input",
      role: "combobox",
      "aria-label": option.label,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
      spellcheck: "false",
      inputmode: option.type === OptionType.INTEGER && !option.autocomplete ? "numeric" : null,
    });
    this.node = h(
      "span",
      { class: "chip" },
      h("span", { class: "chip-name", "aria-hidden": "true" }, option.label),
      this.input,
    );
    this.input.addEventListener("input", () => this.resize());
    this.resize();
  }

  get text() {
    return this.input.value.trim();
  }

  get isSettled() {
    return this.picked !== null && this.picked.label === this.input.value;
  }

  resize() {
    this.input.style.width = `${Math.min(Math.max(this.input.value.length + 1, 5), 40)}ch`;
    this.node.classList.remove("wrong");
  }

  pick(item) {
    this.picked = item;
    this.input.value = item.label;
    this.resize();
  }

  /** The items that are known without asking the bot, or null where the bot is to be asked. */
  localItems() {
    const { type, choices, autocomplete } = this.option;
    const typed = this.isSettled ? "" : this.text;
    if (autocomplete) return null;
    return this.candidates(type, choices)
      .filter(({ label }) => holds(label, typed))
      .slice(0, MOST_ITEMS);
  }

  candidates(type, choices) {
    const { world } = this.store;
    if (type === OptionType.BOOLEAN) return YES_NO.map(choiceItem);
    if (type === OptionType.USER) return [...world.users, world.bot].map(userItem);
    if (type === OptionType.CHANNEL)
      return world.channels.map(({ name, id }) => ({ label: `#${name}`, value: id }));
    return (choices ?? []).map(choiceItem);
  }

  /** What is sent: {value}, {problem}, or {} for an empty option. */
  read() {
    if (this.isSettled) return { value: this.picked.value };
    if (this.text === "")
      return this.option.required ? { problem: "This option is required. Specify a value." } : {};
    return this.parse(this.text);
  }

  parse(text) {
    const { type, choices } = this.option;
    if (choices?.length > 0 || type === OptionType.BOOLEAN) return this.parseChoice(text);
    if (type === OptionType.USER) return this.parseUser(text.replace(/^@/, ""));
    if (type === OptionType.INTEGER || type === OptionType.NUMBER) return this.parseNumber(text);
    if (type === OptionType.CHANNEL) return this.parseChannel(text.replace(/^#/, ""));
    return { value: text };
  }

  parseChoice(text) {
    const known = this.candidates(this.option.type, this.option.choices);
    const found = known.find(({ label }) => label.toLowerCase() === text.toLowerCase());
    return found ? { value: found.value } : { problem: "Choose one of the options." };
  }

  parseUser(text) {
    const found = findUser([...this.store.world.users, this.store.world.bot], text);
    return found ? { value: found.id } : { problem: "Enter a valid user." };
  }

  parseChannel(text) {
    const found = this.store.world.channels.find(({ name }) => name === text);
    return found ? { value: found.id } : { problem: "Enter a valid channel." };
  }

  parseNumber(text) {
    const number = Number(text);
    const isInteger = this.option.type === OptionType.INTEGER;
    if (!Number.isFinite(number) || (isInteger && !Number.isInteger(number))) {
      return { problem: isInteger ? "Enter a valid integer." : "Enter a valid number." };
    }
    const problem = wrongNumber(number, this.option);
    return problem ? { problem } : { value: number };
  }
}
