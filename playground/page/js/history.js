// The messages of one channel, oldest first.

function isNewer(a, b) {
  return BigInt(a.id) > BigInt(b.id);
}

function editTime(message) {
  return Date.parse(message.edited_timestamp ?? message.timestamp);
}

/** An ordered list of messages in which a message with a known id replaces the older form of it. */
export class History {
  constructor(messages) {
    this.messages = [];
    messages.forEach((message) => this.put(message));
  }

  find(id) {
    return this.messages.find((message) => message.id === id);
  }

  /** Insert or replace. Answers and frames arrive on two roads, so the older form never wins. */
  put(message) {
    const at = this.messages.findIndex((other) => other.id === message.id);
    if (at < 0) this.insert(message);
    else if (editTime(message) >= editTime(this.messages[at])) this.messages[at] = message;
  }

  insert(message) {
    const { messages } = this;
    let at = messages.length;
    const precedes = (other) => !other.isNotice && !message.isNotice && isNewer(other, message);
    while (at > 0 && precedes(messages[at - 1])) at -= 1;
    messages.splice(at, 0, message);
  }

  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }
}
