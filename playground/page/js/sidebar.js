// The left side: the server, its channels and threads, and who the person is.

import { addressOf } from "./address.js";
import { h, patchChildren } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { avatar, displayName } from "./people.js";
import { isThread } from "./store.js";
import { isLight, toggleTheme } from "./theme.js";

const USUAL_LANGUAGE = "en-US";

function badge(unread) {
  if (!unread?.mentions) return null;
  return h("span", { class: "badge" }, h("span", { class: "unseen" }, "mentions: "), unread.mentions);
}

function isListed(channel, store) {
  return !channel.archived || channel.id === store.channelId;
}

/** A name for a further channel, made up so that nobody has to be asked for one. */
function freeName(channels) {
  const taken = new Set(channels.map(({ name }) => name));
  const numbers = Array.from({ length: channels.length + 1 }, (_, index) => index + 1);
  return numbers.map((number) => `table-${number}`).find((name) => !taken.has(name));
}

/** What a language calls itself. */
function languageName(locale) {
  return new Intl.DisplayNames([locale], { type: "language" }).of(locale);
}

/** Rail, channel list and the person's panel. */
export class Sidebar {
  constructor(store, actions) {
    Object.assign(this, { store, actions });
    this.list = h("ul", { class: "channels", onclick: (event) => this.follow(event) });
    this.guildButton = h("button", {
      type: "button",
      class: "guild-name",
      "aria-haspopup": "menu",
      onclick: () => this.openGuildMenu(),
    });
    const channels = h(
      "nav",
      { class: "channel-list", "aria-label": "Channels" },
      this.guildButton,
      this.list,
    );
    this.node = h("div", { class: "sidebar" }, this.rail(), channels, this.personPanel());
    ["world", "channel", "unread"].forEach((type) => store.on(type, () => this.render()));
    this.render();
  }

  rail() {
    const { me, world } = this.store;
    const initials = world.guild.name
      .split(/\s+/)
      .map(([letter]) => letter)
      .join("");
    const split = addressOf({
      split: world.users.slice(0, 4).map(({ username }) => username),
      channel: this.store.channelId,
    });
    return h(
      "div",
      { class: "rail" },
      h(
        "a",
        { class: "guild-icon", href: addressOf({ user: me.username }), "aria-label": world.guild.name },
        initials,
      ),
      h("hr"),
      h(
        "a",
        {
          class: "guild-icon quiet",
          href: split,
          "aria-label": "Split view",
          title: "Split view: several people in one window",
        },
        icon("split"),
      ),
    );
  }

  // --- channels ---

  render() {
    this.guildButton.replaceChildren(h("span", {}, this.store.world.guild.name), icon("down"));
    const listed = this.store.world.channels.filter((channel) => isListed(channel, this.store));
    const tops = listed.filter((channel) => !isThread(channel));
    const rows = tops.flatMap((top) => {
      const threads = listed.filter((channel) => isThread(channel) && channel.parent_id === top.id);
      return [this.row(top), ...threads.map((thread) => this.row(thread))];
    });
    patchChildren(this.list, rows);
  }

  row(channel) {
    const unread = this.store.unread.of(channel.id);
    const isOpen = channel.id === this.store.channelId;
    const state = [isThread(channel) && "thread", isOpen && "open", unread && "unread"];
    const href = addressOf({ user: this.store.me.username, channel: channel.id });
    const link = h(
      "a",
      {
        href,
        class: ["channel", ...state],
        "data-channel": channel.id,
        "aria-current": isOpen ? "page" : null,
      },
      isThread(channel) ? h("span", { class: "thread-line" }) : icon("hash"),
      h("bdi", { class: "channel-name" }, channel.name),
      unread ? h("span", { class: "unseen" }, "unread") : null,
      badge(unread),
    );
    return h("li", { "data-key": channel.id }, link);
  }

  follow(event) {
    const channel = event.target.closest("[data-channel]")?.dataset.channel;
    if (!channel || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.actions.goTo(channel);
    this.store.tell("drawer", false);
  }

  openGuildMenu() {
    const { channel, isOwner } = this.store;
    const name = freeName(this.store.world.channels);
    const change = (op, parts) => this.actions.changeChannel(op, parts);
    const owned = [
      { label: "New channel", detail: `#${name}`, act: () => change("create", { name }) },
      {
        label: "Delete",
        detail: `#${channel.name} and all in it`,
        isDanger: true,
        act: () => change("delete", { channel: channel.id }),
      },
    ];
    const archive = { label: "Archive this thread", act: () => change("archive", { channel: channel.id }) };
    const everyone = [
      { label: "Copy channel id", detail: channel.id, act: () => navigator.clipboard?.writeText(channel.id) },
    ];
    const items = isOwner ? [...owned, ...(isThread(channel) ? [archive] : []), ...everyone] : everyone;
    openMenu(this.guildButton, this.store.world.guild.name, items);
  }

  // --- the person ---

  personPanel() {
    const { me } = this.store;
    const words = h(
      "span",
      { class: "person-words" },
      h("bdi", { class: "name" }, displayName(me)),
      h("span", { class: "hint" }, "Switch person"),
    );
    const properties = {
      type: "button",
      class: "person",
      "aria-haspopup": "menu",
      "aria-label": `You are ${displayName(me)}. Switch person`,
    };
    const button = h(
      "button",
      { ...properties, onclick: () => this.openPersonMenu(button) },
      avatar(me, "small"),
      words,
      icon("down"),
    );
    return h("div", { class: "person-panel" }, button);
  }

  openPersonMenu(anchor) {
    const { world, me, channelId } = this.store;
    const people = world.users.map((user) => ({
      label: displayName(user),
      detail: user === world.users[0] ? "owner of the server" : user.username,
      picture: avatar(user, "tiny"),
      isChecked: user.id === me.id,
      act: () => this.actions.become(user),
    }));
    const split = addressOf({
      split: world.users.slice(0, 4).map(({ username }) => username),
      channel: channelId,
    });
    const others = [
      {
        label: "Language",
        detail: languageName(me.locale),
        picture: icon("globe"),
        act: () => this.openLanguageMenu(anchor),
      },
      {
        label: "Split view",
        detail: "Several people in one window",
        picture: icon("split"),
        act: () => window.top.location.assign(split),
      },
      { label: isLight() ? "Dark theme" : "Light theme", picture: icon("eye"), act: toggleTheme },
    ];
    openMenu(anchor, "Who you are", [...people, ...others]);
  }

  /** Offer the languages that the bot's commands have names in. */
  openLanguageMenu(anchor) {
    const { world, me } = this.store;
    const named = world.commands.flatMap(({ name_localizations: names }) => Object.keys(names ?? {}));
    const items = [...new Set([USUAL_LANGUAGE, ...named.sort()])].map((locale) => ({
      label: languageName(locale),
      isChecked: locale === me.locale,
      act: () => this.actions.speak(locale),
    }));
    openMenu(anchor, "Language", items);
  }
}
