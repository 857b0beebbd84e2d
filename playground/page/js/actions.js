// What the person does to messages and commands, and what follows from the bot's answer.

import { addressOf, readAddress } from "./address.js";
import { PlayError } from "./api.js";
import { SelectPopup } from "./components/selectpopup.js";
import { componentKey, findAlike, findComponent } from "./components/tree.js";
import { viewOf } from "./message.js";

const NOTICE_DELAY_MS = 350;

let notices = 0;

function noticeId() {
  notices += 1;
  return `notice-${notices}`;
}

/** The acts of one person in the open channel. */
export class Actions {
  constructor(store) {
    this.store = store;
    this.openMenu = null;
    store.on("messages", () => this.refreshMenu());
    store.on("channel", () => this.openMenu?.popup.abandon());
  }

  // --- the answer to an interaction ---

  /** Run an interaction; returns what went wrong as Discord words it, or null. */
  async interact(path, body) {
    try {
      const result = await this.store.api.act(path, { channel: this.store.channelId, ...body });
      if (!result.ok) return result.error;
      if (result.message) this.store.put(result.message);
      if (result.modal) this.store.tell("modal", result.modal);
      return null;
    } catch (error) {
      if (error instanceof PlayError) return error.message;
      throw error;
    }
  }

  // --- components ---

  /** Press a button, or answer a select menu with `values`. */
  async press(message, customId, values) {
    const key = componentKey(message, customId);
    if (this.store.pending.has(key)) return;
    this.store.setFailure(message.id, null);
    this.store.setPending(key, true);
    const failure = await this.interact("press", { message: message.id, custom_id: customId, values });
    this.store.setPending(key, false);
    if (failure) this.store.setFailure(message.id, failure);
  }

  openSelect(message, select) {
    const menu = { channel: message.channel_id, messageId: message.id, customId: select.custom_id };
    const keyNow = () => componentKey(message, menu.customId);
    menu.popup = new SelectPopup({
      anchorOf: () => document.querySelector(`[data-key="${CSS.escape(keyNow())}"]`),
      select,
      view: viewOf(message, this.store),
      chosen: this.store.choices.of(keyNow()),
      onDone: (values) => this.closeSelect(message, menu.customId, values),
    });
    this.openMenu = menu;
  }

  closeSelect(message, customId, values) {
    this.openMenu = null;
    if (values === null) return;
    this.store.choices.set(componentKey(message, customId), values);
    this.press(message, customId, values);
  }

  /** Keep the open menu in step with its message, in which its custom_id may be another one now. */
  refreshMenu() {
    const menu = this.openMenu;
    if (menu === null) return;
    const message = this.store.find(menu.channel, menu.messageId);
    const select = findComponent(message, menu.customId) ?? findAlike(message, menu.popup.select);
    if (!select || select.disabled) menu.popup.abandon();
    else if (JSON.stringify(select) !== JSON.stringify(menu.popup.select)) {
      menu.customId = select.custom_id;
      menu.popup.update(select, viewOf(message, this.store));
    }
  }

  // --- commands and words ---

  async command({ name, subcommand, options }) {
    const { channelId } = this.store;
    const title = subcommand ? `${name} ${subcommand}` : name;
    const head = { id: noticeId(), interaction_metadata: { name: title, user: this.store.me } };
    const waiting = setTimeout(() => this.notice({ ...head, loading: true }), NOTICE_DELAY_MS);
    const failure = await this.interact("command", { name, subcommand, options });
    clearTimeout(waiting);
    this.store.remove(channelId, head.id);
    if (failure) this.notice({ ...head, problem: failure });
  }

  async say(content) {
    try {
      this.store.put(await this.store.api.act("say", { channel: this.store.channelId, content }));
    } catch (error) {
      this.notice({ problem: `Your message was not sent. ${error.message}` });
    }
  }

  /** Show something of the page's own in the channel, to this person alone. */
  notice(parts) {
    const { store } = this;
    const head = { id: noticeId(), channel_id: store.channelId, timestamp: new Date().toISOString() };
    store.put({ ...head, author: { ...store.world.bot, bot: true }, content: "", isNotice: true, ...parts });
  }

  // --- messages and channels ---

  async attempt(act) {
    try {
      await act;
    } catch (error) {
      this.notice({ problem: error.message });
    }
  }

  dismiss(message) {
    this.store.remove(message.channel_id, message.id);
    if (!message.isNotice) this.attempt(this.store.api.act("dismiss", { message: message.id }));
  }

  remove(message) {
    this.attempt(this.store.api.act("delete", { message: message.id }));
  }

  changeChannel(op, parts) {
    this.attempt(this.store.api.act("channel", { op, ...parts }));
  }

  /** Show the person's own page as somebody else. */
  become(user) {
    const { isPane } = readAddress();
    location.assign(addressOf({ user: user.username, channel: this.store.channelId, isPane }));
  }

  /** Have the person's Discord in another language from now on. */
  speak(locale) {
    this.attempt(this.store.api.act("person", { locale }));
  }

  goTo(channel) {
    if (this.store.channelOf(channel)) this.attempt(this.store.openChannel(channel));
  }
}
