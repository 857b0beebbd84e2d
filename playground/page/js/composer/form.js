// A slash command that is being filled in: chips for its options, and a box for adding further ones.

import { h } from "../dom.js";
import { OptionField } from "./option.js";

const AUTOCOMPLETE_DELAY_MS = 180;
const LOADING = "Loading options…";

function titled(option) {
  const need = option.required ? "" : " (optional)";
  return [h("strong", {}, option.label), ` ${option.description ?? ""}${need}`];
}

function noteOn(items) {
  if (items === null) return "Loading options failed.";
  return items.length > 0 ? "" : "No options match your search.";
}

/** The form for one entry of the command list; `onSend(values)` and `onCancel()` end it. */
export class CommandForm {
  constructor({ entry, store, suggestions, onSend, onCancel }) {
    Object.assign(this, { entry, store, suggestions, onSend, onCancel, fields: [], asked: 0 });
    this.tail = h("input", {
      class: "option-tail",
      role: "combobox",
      "aria-label": "Further options",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      autocomplete: "off",
    });
    this.problem = h("p", { class: "command-problem", role: "alert" });
    const name = h("span", { class: "command-name" }, `/${entry.title}`);
    this.node = h(
      "div",
      { class: "command-form", role: "group", "aria-label": `Command /${entry.title}` },
      name,
      this.tail,
    );
    entry.options.filter((option) => option.required).forEach((option) => this.addField(option));
    this.listenTail();
  }

  // --- fields ---

  get remaining() {
    return this.entry.options.filter((option) => !this.fields.some((field) => field.option === option));
  }

  addField(option) {
    const field = new OptionField(option, this.store);
    this.fields.push(field);
    this.tail.before(field.node);
    field.input.addEventListener("focus", () => this.suggest(field));
    field.input.addEventListener("input", () => this.suggest(field, AUTOCOMPLETE_DELAY_MS));
    field.input.addEventListener("keydown", (event) => this.onKey(event, field));
    this.refreshTail();
    return field;
  }

  removeField(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.node.remove();
    this.refreshTail();
    (this.fields[at - 1]?.input ?? this.tail).focus();
  }

  refreshTail() {
    const count = this.remaining.length;
    this.tail.placeholder = count > 0 ? `+${count} optional` : "";
  }

  /** Put the focus where something is still to be filled in. */
  advance() {
    const empty = this.fields.find((field) => field.text === "");
    (empty?.input ?? this.tail).focus();
  }

  // --- suggestions ---

  async suggest(field, delay = 0) {
    this.asked += 1;
    const ticket = this.asked;
    this.problem.textContent = "";
    const local = field.localItems();
    if (local !== null) {
      this.offer(field, local);
      return;
    }
    this.offer(field, [], LOADING);
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (ticket !== this.asked) return;
    const items = await this.ask(field).catch(() => null);
    if (ticket !== this.asked || document.activeElement !== field.input) return;
    this.offer(field, items ?? [], noteOn(items));
  }

  async ask(field) {
    const options = this.values();
    options[field.option.name] = field.isSettled ? field.picked.value : field.text;
    const { name, subcommand } = this.entry;
    const body = { channel: this.store.channelId, name, subcommand, options, focused: field.option.name };
    const { choices } = await this.store.api.act("autocomplete", body);
    return choices.map(({ name: label, value }) => ({ label, value }));
  }

  offer(field, items, note = "") {
    const onPick = (item) => {
      field.pick(item);
      this.advance();
    };
    this.suggestions.show(field.input, {
      title: titled(field.option),
      items,
      active: field.isSettled ? -1 : 0,
      note,
      onPick,
    });
  }

  listenTail() {
    this.tail.addEventListener("focus", () => this.suggestOptions());
    this.tail.addEventListener("input", () => this.onTailInput());
    this.tail.addEventListener("keydown", (event) => this.onKey(event, null));
  }

  onTailInput() {
    const typed = /^(.+):$/.exec(this.tail.value.trim())?.[1];
    const option = this.remaining.find(({ label, name }) => label === typed || name === typed);
    if (option) this.beginOption(option);
    else this.suggestOptions();
  }

  beginOption(option) {
    this.tail.value = "";
    this.addField(option).input.focus();
  }

  suggestOptions() {
    this.asked += 1;
    const typed = this.tail.value.trim().toLowerCase();
    const fitting = this.remaining.filter(({ label, name }) => label.includes(typed) || name.includes(typed));
    const items = fitting.map((option) => ({
      value: option.name,
      label: option.label,
      description: option.description,
      option,
    }));
    const title = [h("strong", {}, `/${this.entry.title}`), ` ${this.entry.description}`];
    const note =
      items.length > 0 ? "Enter sends the command; pick an option to add it." : "Enter sends the command.";
    const onPick = (item) => this.beginOption(item.option);
    this.suggestions.show(this.tail, { title, items, active: typed ? 0 : -1, note, onPick });
  }

  // --- keys ---

  onKey(event, field) {
    if (this.suggestions.onKey(event) || event.isComposing) return;
    const input = field?.input ?? this.tail;
    const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
    if (event.key === "Enter") this.sendUnlessLoading();
    else if (event.key === "Escape") this.onCancel("");
    else if (event.key === "Backspace" && input.value === "") this.stepBack(field);
    else if (event.key === "ArrowLeft" && isAtStart) this.focusBefore(field);
    else return;
    event.preventDefault();
  }

  stepBack(field) {
    if (field === null) {
      const last = this.fields.at(-1);
      if (last) last.input.focus();
      else this.onCancel(`/${this.entry.title}`);
    } else if (field.option.required) this.onCancel(`/${this.entry.title}`);
    else this.removeField(field);
  }

  focusBefore(field) {
    const at = field === null ? this.fields.length : this.fields.indexOf(field);
    this.fields[at - 1]?.input.focus();
  }

  // --- sending ---

  /** What is typed while suggestions are on their way may be about to become one of them. */
  sendUnlessLoading() {
    if (this.suggestions.note.textContent !== LOADING) this.send();
  }

  values() {
    const filled = this.fields.map((field) => [field.option.name, field.read().value]);
    return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
  }

  send() {
    const wrong = this.fields.find((field) => field.read().problem);
    if (!wrong) {
      this.onSend(this.values());
      return;
    }
    wrong.input.focus();
    wrong.node.classList.add("wrong");
    this.problem.textContent = `${wrong.option.label}: ${wrong.read().problem}`;
  }
}
