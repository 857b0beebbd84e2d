// What a screen reader is told without being asked.

import { h } from "./dom.js";
import { snippet, viewOf } from "./message.js";
import { displayName } from "./people.js";

function sentence(message, store) {
  const note = message.ephemeral_for ? " (only you)" : "";
  return `${displayName(message.author)}${note}: ${snippet(message, viewOf(message, store))}`;
}

/** A live region that speaks new messages of the open channel and changes of what is private. */
export function announcer(store) {
  const region = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
  const spoken = new Map();
  store.on("message", (message) => {
    if (message.channel_id !== store.channelId || message.author.id === store.me.id || message.loading)
      return;
    const isEdit = spoken.has(message.id) || Boolean(message.edited_timestamp);
    if (isEdit && !message.ephemeral_for) return;
    const words = sentence(message, store);
    if (spoken.get(message.id) !== words) region.textContent = words;
    spoken.set(message.id, words);
  });
  return region;
}
