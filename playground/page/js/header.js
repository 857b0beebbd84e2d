// The line above the messages: where the person is, and how the bot is.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { avatar, nameElement } from "./people.js";
import { isThread } from "./store.js";

/** The header of the open channel; `botControl` is left out in a pane of the split view. */
export class Header {
  constructor(store, botControl) {
    this.store = store;
    this.place = h("div", { class: "place" });
    const toggle = {
      type: "button",
      class: "icon-button drawer-button",
      "aria-label": "Channels",
      "aria-expanded": "false",
    };
    this.drawerButton = h("button", { ...toggle, onclick: () => store.tell("drawer", true) }, icon("menu"));
    const person = botControl
      ? null
      : h("div", { class: "pane-person" }, avatar(store.me, "tiny"), nameElement(store.me));
    this.node = h("header", { class: "topbar" }, this.drawerButton, this.place, person, botControl?.node);
    ["world", "channel", "unread"].forEach((type) => store.on(type, () => this.render()));
  }

  render() {
    const { channel, unread } = this.store;
    const parent = isThread(channel) ? this.store.channelOf(channel.parent_id) : null;
    const crumb = parent ? [this.parentCrumb(parent), icon("thread")] : [icon("hash")];
    this.place.replaceChildren(...crumb, h("h1", {}, h("bdi", {}, channel.name)));
    this.drawerButton.classList.toggle("alerted", unread.channels.size > 0);
    const count = unread.mentions > 0 ? `(${unread.mentions}) ` : "";
    document.title = `${count}#${channel.name} · ${this.store.me.global_name ?? this.store.me.username}`;
  }

  parentCrumb(parent) {
    const onclick = () => this.store.openChannel(parent.id);
    const button = h("button", { type: "button", class: "plain-link", onclick }, h("bdi", {}, parent.name));
    return h("span", { class: "parent wide-only" }, icon("hash"), button, icon("right"));
  }
}
