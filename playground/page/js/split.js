// The split view: several people in one window, each in a pane with a page of its own.

import { addressOf } from "./address.js";
import { fetchWorld } from "./api.js";
import { BotControl } from "./botcontrol.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { listen } from "./live.js";
import { hearWindows, tellWindow } from "./pane.js";
import { avatar, colorOf, displayName, nameElement } from "./people.js";

const FOLLOW_KEY = "split-follows";

class SplitView {
  constructor(world, people, channel) {
    Object.assign(this, { world, channel, panes: new Map() });
    this.grid = h("main", { class: "panes" });
    this.tabs = h("div", { class: "pane-tabs", role: "group", "aria-label": "People shown" });
    this.problem = h("span", { class: "split-problem", role: "alert" });
    this.control = new BotControl((problem) => (this.problem.textContent = problem));
    this.control.update(world.bot);
    this.isFollowing = localStorage.getItem(FOLLOW_KEY) !== "no";
    this.node = h("div", { class: "split" }, this.topbar(), this.grid);
    people.forEach((user) => this.addPane(user));
    this.activate(people[0]);
    hearWindows((message, source) => this.hear(message, source));
  }

  topbar() {
    const onclick = () => this.setFollowing(!this.isFollowing);
    this.followButton = h(
      "button",
      {
        type: "button",
        class: "toggle",
        "aria-pressed": this.isFollowing,
        title: "When one pane goes to another channel, all go there",
        onclick,
      },
      icon("link"),
      h("span", { class: "wide-only" }, "Go together"),
    );
    const leave = h(
      "a",
      {
        class: "icon-button",
        href: "/",
        "aria-label": "Leave the split view",
        title: "Leave the split view",
      },
      icon("close"),
    );
    return h(
      "header",
      { class: "topbar" },
      this.tabs,
      this.followButton,
      this.problem,
      this.control.node,
      leave,
    );
  }

  // --- panes ---

  addPane(user) {
    const src = addressOf({ user: user.username, channel: this.channel, isPane: true });
    const frame = h("iframe", { src, title: `${displayName(user)}'s page` });
    const pane = h("section", { class: "pane-frame", "aria-label": displayName(user) }, frame);
    pane.style.setProperty("--person-color", colorOf(user));
    frame.addEventListener("load", () =>
      frame.contentWindow.addEventListener("focus", () => this.activate(user)),
    );
    this.panes.set(user.id, { user, pane, frame });
    this.arrange();
  }

  removePane(user) {
    this.panes.get(user.id).pane.remove();
    this.panes.delete(user.id);
    this.arrange();
  }

  /** Put the panes in the people's order; a pane that stays is not moved, since moving reloads it. */
  arrange() {
    const shown = this.world.users.filter(({ id }) => this.panes.has(id));
    shown.forEach(({ id }, index) => {
      const { pane } = this.panes.get(id);
      pane.style.order = index;
      if (!pane.isConnected) this.grid.append(pane);
    });
    this.grid.dataset.count = shown.length;
    this.drawTabs();
    const split = shown.map(({ username }) => username);
    history.replaceState(null, "", addressOf({ split, channel: this.channel }));
    document.title = `${shown.map(displayName).join(", ")} · Split view`;
  }

  drawTabs() {
    this.tabs.replaceChildren(...this.world.users.map((user) => this.tab(user)));
  }

  tab(user) {
    const isShown = this.panes.has(user.id);
    const isActive = this.active === user.id;
    return h(
      "button",
      {
        type: "button",
        class: ["toggle person-toggle", isActive && "active", this.panes.get(user.id)?.isPinged && "pinged"],
        "aria-pressed": isShown,
        "aria-label": displayName(user),
        onclick: () => this.toggle(user),
      },
      avatar(user, "tiny"),
      nameElement(user),
    );
  }

  /** On a wide page a tab shows or hides its person's pane; on a narrow one it comes to the front. */
  toggle(user) {
    const isNarrow = matchMedia("(max-width: 700px)").matches;
    if (!this.panes.has(user.id)) this.addPane(user);
    else if (!isNarrow && this.panes.size > 1) {
      this.removePane(user);
      return;
    }
    this.activate(user);
  }

  activate(user) {
    this.active = user.id;
    for (const entry of this.panes.values()) entry.pane.classList.toggle("active", entry.user.id === user.id);
    this.setPinged(user.id, false);
  }

  setPinged(id, isPinged) {
    const entry = this.panes.get(id);
    entry.isPinged = isPinged;
    entry.pane.classList.toggle("pinged", isPinged);
    this.drawTabs();
  }

  // --- what panes say ---

  hear({ kind, channel }, source) {
    const entry = [...this.panes.values()].find(({ frame }) => frame.contentWindow === source);
    if (!entry) return;
    if (kind === "ping" && entry.user.id !== this.active) this.setPinged(entry.user.id, true);
    if (kind === "channel" && this.isFollowing && channel !== this.channel) this.lead(channel, source);
  }

  lead(channel, source) {
    this.channel = channel;
    for (const { frame } of this.panes.values()) {
      if (frame.contentWindow !== source) tellWindow(frame.contentWindow, { kind: "follow", channel });
    }
    this.arrange();
  }

  setFollowing(isFollowing) {
    this.isFollowing = isFollowing;
    localStorage.setItem(FOLLOW_KEY, isFollowing ? "yes" : "no");
    this.followButton.setAttribute("aria-pressed", String(isFollowing));
  }
}

/** Show the pages of several people side by side. */
export function startSplit({ world, people, channel }) {
  const view = new SplitView(world, people, channel);
  document.body.replaceChildren(view.node);
  const refresh = async () => view.control.update((await fetchWorld(people[0].id)).bot);
  const onFrame = (frame) => frame.t === "world" && refresh();
  listen(people[0].id, { onFrame, onLink: (isUp) => isUp && refresh() });
}
