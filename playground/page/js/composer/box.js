// The message box. A text that begins with a slash becomes a command of the bot's.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { avatar } from "../people.js";
import { isThread } from "../store.js";
import { commandEntries, matching } from "./commands.js";
import { CommandForm } from "./form.js";
import { Suggestions } from "./suggestions.js";

const LONGEST_MESSAGE = 2000;

/** The message box of the open channel. */
export class Composer {
  constructor(store, actions) {
    Object.assign(this, { store, actions, form: null });
    this.suggestions = new Suggestions();
    this.text = this.makeText();
    this.slot = h("div", { class: "composer-slot" }, this.text);
    const send = h(
      "button",
      { type: "submit", class: "icon-button send", "aria-label": "Send" },
      icon("send"),
    );
    this.box = h(
      "form",
      { class: "composer-box", onsubmit: (event) => this.onSubmit(event) },
      this.slot,
      send,
    );
    this.problem = h("div", { class: "composer-problem" });
    this.node = h("div", { class: "composer" }, this.suggestions.node, this.problem, this.box);
    this.node.addEventListener("focusout", (event) => this.onFocusOut(event));
    store.on("channel", () => this.label());
    store.on("compose", (title) => this.compose(title));
    store.on("world", () => this.offerAnew());
    this.label();
  }

  makeText() {
    return h("textarea", {
      class: "composer-text",
      rows: 1,
      maxlength: LONGEST_MESSAGE,
      "aria-autocomplete": "list",
      oninput: () => this.onInput(),
      onfocus: () => this.onInput(),
      onkeydown: (event) => this.onKey(event),
    });
  }

  label() {
    const { channel } = this.store;
    const name = isThread(channel) ? `Message “${channel.name}”` : `Message #${channel.name}`;
    this.text.placeholder = name;
    this.text.setAttribute("aria-label", name);
  }

  get entries() {
    return commandEntries(this.store.world.commands, this.store.me.locale);
  }

  // --- plain text ---

  onInput() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
    const { value } = this.text;
    const isCommand = /^\/[^\n]*$/.test(value);
    const exact = isCommand && value.endsWith(" ") && this.entryTitled(value.slice(1).trim());
    if (exact) this.begin(exact);
    else if (isCommand) this.suggestCommands(value.slice(1));
    else this.suggestions.hide();
  }

  /** Other commands, or the same in another language, may fit what is being typed. */
  offerAnew() {
    if (!this.form && document.activeElement === this.text) this.onInput();
  }

  entryTitled(title) {
    return (
      this.entries.find((entry) => entry.title === title) ?? this.entries.find((entry) => entry.key === title)
    );
  }

  suggestCommands(typed) {
    const { bot } = this.store.world;
    const items = matching(this.entries, typed).map((entry) => ({
      value: entry.title,
      label: `/${entry.title}`,
      description: entry.description,
      picture: avatar({ ...bot, bot: true }, "tiny"),
      entry,
    }));
    if (items.length === 0 && typed !== "") {
      this.suggestions.hide();
      return;
    }
    const title = [h("strong", {}, "Commands"), ` of ${bot.username}`];
    const note = items.length > 0 ? "" : "The bot has no commands yet; it may still be starting.";
    this.suggestions.show(this.text, { title, items, note, onPick: (item) => this.begin(item.entry) });
  }

  onKey(event) {
    if (this.suggestions.onKey(event)) return;
    if (event.key === "ArrowUp" && this.text.value === "") this.store.tell("look-up");
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.say();
  }

  say() {
    const content = this.text.value.trim();
    if (content === "") return;
    this.text.value = "";
    this.onInput();
    this.store.tell("sent");
    this.actions.say(content);
  }

  // --- commands ---

  /** Begin the command that a mention in a message names. */
  compose(title) {
    const entry = this.entryTitled(title);
    if (entry) this.begin(entry);
    else this.end(`/${title}`);
  }

  begin(entry) {
    this.suggestions.hide();
    const onSend = (options) => this.sendCommand(entry, options);
    const onCancel = (text) => this.end(text);
    this.form = new CommandForm({
      entry,
      store: this.store,
      suggestions: this.suggestions,
      onSend,
      onCancel,
    });
    this.slot.replaceChildren(this.form.node);
    this.problem.replaceChildren(this.form.problem);
    this.form.advance();
  }

  /** Go back to plain text, which holds `text`. */
  end(text) {
    this.form = null;
    this.suggestions.hide();
    this.slot.replaceChildren(this.text);
    this.problem.replaceChildren();
    this.text.value = text;
    this.text.focus();
    this.onInput();
  }

  sendCommand({ name, subcommand }, options) {
    this.end("");
    this.store.tell("sent");
    this.store.tell("commanded");
    this.actions.command({ name, subcommand, options });
  }

  onSubmit(event) {
    event.preventDefault();
    if (this.form) this.form.send();
    else this.say();
  }

  /** Typing goes into the box wherever the focus is, unless it means something there. */
  catchTyping(event) {
    const isTyping = /^[\p{L}\p{N}/]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isTyping || event.target.closest("input, textarea, dialog, .popup-layer")) return;
    (this.form?.tail ?? this.text).focus();
  }

  onFocusOut(event) {
    if (!this.node.contains(event.relatedTarget)) this.suggestions.hide();
  }
}
