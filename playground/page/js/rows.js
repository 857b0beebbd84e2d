// What stands under one another in a channel: messages, a line between days, a line before what is new.

import { dayName } from "./markdown/time.js";

const GROUP_MS = 7 * 60 * 1000;
const SYSTEM_TYPES = [18];

function continues(message, previous) {
  if (!previous || message.author.id !== previous.author.id) return false;
  if (message.interaction_metadata?.name || message.message_reference || message.isNotice) return false;
  if (SYSTEM_TYPES.includes(message.type) || SYSTEM_TYPES.includes(previous.type)) return false;
  if (Boolean(message.ephemeral_for) !== Boolean(previous.ephemeral_for || previous.isNotice)) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_MS;
}

/** The rows for `messages`: {key, kind: "day" | "new" | "message", …}. */
export function rowsOf(messages, firstUnread) {
  const rows = [];
  let previous = null;
  for (const message of messages) {
    const day = dayName(message.timestamp);
    const isNewDay = !previous || dayName(previous.timestamp) !== day;
    const isFirstNew = message.id === firstUnread;
    if (isNewDay) rows.push({ key: `day:${day}`, kind: "day", day });
    if (isFirstNew) rows.push({ key: "new", kind: "new" });
    const isCompact = !isNewDay && !isFirstNew && continues(message, previous);
    rows.push({ key: message.id, kind: "message", message, isCompact });
    previous = message;
  }
  return rows;
}
