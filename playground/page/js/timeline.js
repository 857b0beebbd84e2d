// The messages of the open channel. One listener serves all of them; `data-do` names the act.

import { findComponent } from "./components/tree.js";
import { openPicture } from "./components/picture.js";
import { focusable, h, patch, patchChildren } from "./dom.js";
import { icon } from "./icons.js";
import { messageElement } from "./message.js";
import { rowsOf } from "./rows.js";
import { isThread } from "./store.js";

const NEAR_BOTTOM_PX = 60;

function dayLine(day) {
  return h("li", { class: "line", role: "separator", "data-key": `day:${day}` }, h("span", {}, day));
}

function newLine() {
  return h("li", { class: "line new", role: "separator", "data-key": "new" }, h("span", {}, "New"));
}

function nameOf(control) {
  return control.getAttribute("aria-label") ?? control.textContent;
}

/** The scrolling list of messages of the open channel. */
export class Timeline {
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.welcome = h("div", { class: "welcome" });
    this.list = h("ol", { class: "messages", "aria-label": "Messages" });
    this.content = h("div", { class: "timeline-content" }, this.welcome, this.list);
    this.scroller = h("div", { class: "timeline-scroller", tabindex: -1 }, this.content);
    this.jumpButton = h(
      "button",
      { type: "button", class: "jump-down", hidden: true, onclick: () => this.scrollToEnd() },
      "Newer messages",
      icon("down"),
    );
    this.node = h("div", { class: "timeline" }, this.scroller, this.jumpButton);
    this.isAtEnd = true;
    this.lastTop = 0;
    this.listen();
  }

  listen() {
    this.node.addEventListener("click", (event) => this.act(event));
    this.node.addEventListener("keydown", (event) => this.actByKey(event));
    this.scroller.addEventListener("scroll", () => this.noteScroll(), { passive: true });
    const follow = new ResizeObserver(() => this.isAtEnd && this.scrollToEnd());
    follow.observe(this.content);
    follow.observe(this.scroller);
    this.store.on("channel", () => this.showChannel());
    this.store.on("world", () => this.render());
    this.store.on("messages", (channel) => channel === this.store.channelId && this.render());
  }

  // --- drawing ---

  showChannel() {
    this.list.replaceChildren();
    this.isAtEnd = true;
    this.render();
  }

  render() {
    const messages = this.store.messagesOf(this.store.channelId);
    this.node.setAttribute("aria-busy", String(messages === null));
    this.renderWelcome();
    if (messages === null) return;
    const held = this.heldFocus();
    patchChildren(
      this.list,
      rowsOf(messages, this.store.firstUnread).map((row) => this.rowElement(row)),
    );
    this.restoreFocus(held);
    const newest = messages.at(-1)?.id;
    if (this.isAtEnd) this.scrollToEnd();
    else if (newest !== this.newest) this.jumpButton.hidden = false;
    this.newest = newest;
  }

  rowElement(row) {
    if (row.kind === "day") return dayLine(row.day);
    if (row.kind === "new") return newLine();
    return messageElement(row.message, this.store, row.isCompact);
  }

  renderWelcome() {
    const { channel } = this.store;
    const sign = h("div", { class: "welcome-icon" }, icon(isThread(channel) ? "thread" : "hash"));
    const title = h("h2", {}, isThread(channel) ? channel.name : `Welcome to #${channel.name}!`);
    const line = h(
      "p",
      {},
      `This is the start of ${isThread(channel) ? "this thread" : `the #${channel.name} channel`}.`,
    );
    patch(this.welcome, h("div", { class: "welcome" }, sign, title, line));
  }

  // --- focus and scrolling ---

  heldFocus() {
    const node = this.list.contains(document.activeElement) ? document.activeElement : null;
    return node && { node, name: nameOf(node), messageId: node.closest("[data-message]")?.dataset.message };
  }

  /**
   * When what had the focus is gone or was disabled, a control of the same name takes it, else the message:
   * Tab goes on from there.
   */
  restoreFocus(held) {
    if (held === null || (held.node.isConnected && !held.node.disabled)) return;
    const article = this.articleOf(held.messageId);
    const alike = article && focusable(article).find((node) => nameOf(node) === held.name);
    (alike ?? article)?.focus({ preventScroll: true });
  }

  articleOf(messageId) {
    return this.list.querySelector(`[data-message="${CSS.escape(messageId ?? "")}"]`);
  }

  /** Only scrolling up leaves the end: that a picture loads and the end moves down does not. */
  noteScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM_PX) this.isAtEnd = true;
    else if (scrollTop < this.lastTop) this.isAtEnd = false;
    this.lastTop = scrollTop;
    if (this.isAtEnd) this.jumpButton.hidden = true;
  }

  scrollToEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.isAtEnd = true;
    this.jumpButton.hidden = true;
  }

  // --- acting ---

  act(event) {
    const target = event.target.closest("[data-do]");
    if (!target || target.disabled) return;
    const messageId = target.closest("[data-message]")?.dataset.message;
    const message = this.store.find(this.store.channelId, messageId);
    this.acts[target.dataset.do]?.(target, message);
  }

  actByKey(event) {
    if (event.target.matches("[data-message]")) this.walk(event);
    const isButtonLike = event.target.matches("[data-do][role]:not(button)");
    if (!isButtonLike || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.target.click();
  }

  /** Up and down go from message to message, beginning with the newest. */
  walk(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const articles = [...this.list.querySelectorAll("[data-message]")];
    articles[articles.indexOf(event.target) + steps[event.key]]?.focus();
  }

  focusNewest() {
    this.articleOf(this.newest)?.focus();
  }

  acts = {
    press: (target, message) => this.actions.press(message, target.dataset.id),
    select: (target, message) => this.actions.openSelect(message, findComponent(message, target.dataset.id)),
    dismiss: (target, message) => this.actions.dismiss(message),
    delete: (target, message) => this.actions.remove(message),
    channel: (target) => this.actions.goTo(target.dataset.channel),
    command: (target) => this.store.tell("compose", target.dataset.name),
    spoiler: (target) => target.toggleAttribute("data-revealed", true),
    picture: (target) => openPicture(target.dataset.url, target.dataset.alt),
    jump: (target) => this.jumpTo(target.dataset.messageId),
  };

  jumpTo(messageId) {
    const article = this.articleOf(messageId);
    article?.scrollIntoView({ block: "center" });
    article?.animate([{ backgroundColor: "var(--flash)" }, { backgroundColor: "transparent" }], 1500);
  }
}
