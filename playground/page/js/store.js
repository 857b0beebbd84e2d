// What one person's page knows. Views read it and are told by events when a part of it changes: "world",
// "channel", "messages" (with the channel's id), "message" (with the message), "unread", "link", "ping".

import { Choices } from "./choices.js";
import { History } from "./history.js";
import { Unread } from "./unread.js";

const THREADS = [10, 11, 12];

/** Whether a channel is a thread. */
export function isThread(channel) {
  return THREADS.includes(channel.type);
}

/** State of the page of one person. */
export class Store extends EventTarget {
  constructor(api, world) {
    super();
    this.api = api;
    this.world = world;
    this.channelId = null;
    this.histories = new Map();
    this.loading = new Map();
    this.choices = new Choices();
    this.unread = new Unread(api.user);
    this.firstUnread = null;
    this.pending = new Set();
    this.failures = new Map();
    this.isLinked = true;
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  on(type, listener) {
    this.addEventListener(type, (event) => listener(event.detail));
  }

  // --- the world ---

  get me() {
    return this.world.users.find((user) => user.id === this.api.user);
  }

  get channel() {
    return this.channelOf(this.channelId);
  }

  /** Whether the person owns the server: the first of the people does. */
  get isOwner() {
    return this.world.users[0].id === this.me.id;
  }

  channelOf(id) {
    return this.world.channels.find((channel) => channel.id === id);
  }

  userOf(id) {
    return [...this.world.users, this.world.bot].find((user) => user.id === id);
  }

  async refreshWorld() {
    const world = await this.api.world();
    if (world.channels.length === 0) location.reload();
    this.world = world;
    if (this.channelId && !this.channel) this.openChannel(this.world.channels[0].id);
    this.tell("world");
  }

  // --- channels ---

  openChannel(id) {
    this.unread.clear(this.channelId);
    this.firstUnread = this.unread.of(id)?.first ?? null;
    this.unread.clear(id);
    this.channelId = id;
    this.tell("channel");
    this.tell("unread");
    return this.load(id);
  }

  messagesOf(channel) {
    return this.histories.get(channel)?.messages ?? null;
  }

  /** Fetch a channel's messages unless they are known; frames that arrive meanwhile are not lost. */
  load(channel) {
    if (this.histories.has(channel)) return Promise.resolve();
    if (!this.loading.has(channel)) this.loading.set(channel, this.fetchHistory(channel));
    return this.loading.get(channel);
  }

  async fetchHistory(channel) {
    const early = new Map();
    const keep = ({ detail }) => detail.channel_id === channel && early.set(detail.id, detail);
    this.addEventListener("message", keep);
    try {
      const history = new History(await this.api.messages(channel));
      early.forEach((message) => history.put(message));
      history.messages.forEach((message) => this.choices.follow(message));
      this.histories.set(channel, history);
      this.tell("messages", channel);
    } finally {
      this.removeEventListener("message", keep);
      this.loading.delete(channel);
    }
  }

  // --- messages ---

  find(channel, id) {
    return this.histories.get(channel)?.find(id);
  }

  put(message) {
    const history = this.histories.get(message.channel_id);
    const isNew = !history?.find(message.id);
    history?.put(message);
    this.choices.follow(history?.find(message.id) ?? message);
    if (isNew) this.noteUnread(message);
    this.tell("message", message);
    this.tell("messages", message.channel_id);
  }

  remove(channel, id) {
    this.histories.get(channel)?.remove(id);
    this.tell("messages", channel);
  }

  noteUnread(message) {
    const isEdit = message.edited_timestamp && !this.histories.has(message.channel_id);
    if (message.channel_id === this.channelId || message.author.id === this.me.id || isEdit) return;
    this.unread.add(message);
    this.tell("unread");
  }

  notePing({ channel, message, user }) {
    if (user !== this.me.id) return;
    if (channel !== this.channelId) this.unread.mention(channel, message);
    this.tell("ping", channel);
    this.tell("unread");
  }

  // --- presses that wait for their answer, and those that failed ---

  setPending(key, isPending) {
    if (isPending) this.pending.add(key);
    else this.pending.delete(key);
    this.tell("messages", this.channelId);
  }

  setFailure(messageId, text) {
    if (text) this.failures.set(messageId, text);
    else this.failures.delete(messageId);
    this.tell("messages", this.channelId);
  }

  // --- the connection ---

  async setLinked(isLinked) {
    const isBack = isLinked && !this.isLinked;
    this.isLinked = isLinked;
    this.tell("link");
    if (!isBack) return;
    await this.refreshWorld();
    const others = [...this.histories.keys()].filter((id) => id !== this.channelId);
    others.forEach((id) => this.histories.delete(id));
    await this.fetchHistory(this.channelId);
  }

  receive(frame) {
    if (frame.t === "message") this.put(frame.message);
    else if (frame.t === "message_gone") this.remove(frame.channel, frame.id);
    else if (frame.t === "world")
      this.refreshWorld().catch(() => {}); // the lost connection shows
    else if (frame.t === "ping_user") this.notePing(frame);
    else if (frame.t === "modal") this.tell("modal", frame.modal);
  }
}
