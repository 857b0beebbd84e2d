// Which channels hold something that the person has not seen; remembered by the browser.

/** Unread channels of one person: channel id -> {first: message id, mentions: count}. */
export class Unread {
  constructor(user) {
    this.key = `unread:${user}`;
    this.channels = new Map(Object.entries(JSON.parse(localStorage.getItem(this.key) ?? "{}")));
  }

  of(channel) {
    return this.channels.get(channel) ?? null;
  }

  get mentions() {
    return [...this.channels.values()].reduce((sum, entry) => sum + entry.mentions, 0);
  }

  add(message) {
    const entry = this.of(message.channel_id) ?? { first: message.id, mentions: 0 };
    this.channels.set(message.channel_id, entry);
    this.save();
  }

  mention(channel, message) {
    const entry = this.of(channel) ?? { first: message, mentions: 0 };
    this.channels.set(channel, { ...entry, mentions: entry.mentions + 1 });
    this.save();
  }

  clear(channel) {
    if (this.channels.delete(channel)) this.save();
  }

  save() {
    localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.channels)));
  }
}
