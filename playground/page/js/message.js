// One message.

import { spinner } from "./components/button.js";
import { embedElement } from "./components/embed.js";
import { attachmentList } from "./components/media.js";
import { renderComponents } from "./components/render.js";
import { Type, walk } from "./components/tree.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown, plainText } from "./markdown/render.js";
import { clockTime, messageTime } from "./markdown/time.js";
import { avatar, displayName, nameElement } from "./people.js";

const COMPONENTS_V2 = 1 << 15;
const THREAD_CREATED = 18;
const SNIPPET_LENGTH = 120;

/** What the rendering of `message` may ask of the page's state. */
export function viewOf(message, store) {
  return {
    message,
    users: [...store.world.users, store.world.bot],
    channels: store.world.channels,
    isInert: Boolean(message.isNotice),
    nameOf: (id) => displayName(store.userOf(id) ?? message.mentions?.find((user) => user.id === id)),
    channelOf: (id) => store.channelOf(id),
    isPending: (key) => store.pending.has(key),
    choicesOf: (key) => store.choices.of(key),
  };
}

/** The first words of a message, without marks. */
export function snippet(message, view) {
  const display = [...walk(message.components)].find(({ type }) => type === Type.TEXT_DISPLAY);
  const text = message.content || display?.content || message.embeds?.[0]?.title || "";
  const letters = [...plainText(text, view)];
  const cut = letters.length > SNIPPET_LENGTH ? [...letters.slice(0, SNIPPET_LENGTH), "…"] : letters;
  return cut.join("") || (message.attachments?.length ? "Attachment" : "Message");
}

function commandLine(message, store) {
  const metadata = message.interaction_metadata ?? message.interaction;
  if (!metadata?.name) return null;
  const user = store.userOf(metadata.user.id) ?? metadata.user;
  return h(
    "div",
    { class: "context-line" },
    avatar(user, "tiny"),
    h("span", {}, nameElement(user), " used ", h("span", { class: "command-used" }, `/${metadata.name}`)),
  );
}

function replyLine(message, store, view) {
  const reference = message.message_reference;
  if (!reference?.message_id || message.type === THREAD_CREATED) return null;
  const original = store.find(message.channel_id, reference.message_id) ?? message.referenced_message;
  if (!original)
    return h("div", { class: "context-line" }, h("em", {}, "Original message was deleted or is not loaded"));
  const jump = { type: "button", class: "jump", "data-do": "jump", "data-message-id": original.id };
  return h(
    "div",
    { class: "context-line" },
    avatar(original.author, "tiny"),
    nameElement(original.author),
    h("button", jump, snippet(original, view)),
  );
}

function head(message) {
  const { author, timestamp } = message;
  return h(
    "header",
    { class: "message-head" },
    nameElement(author),
    author.bot ? h("span", { class: "tag" }, "APP") : null,
    h("time", { class: "time", datetime: timestamp }, messageTime(timestamp)),
    message.content ? null : editedMark(message),
  );
}

function threadCard(message, store) {
  if (!message.thread) return null;
  const thread = store.channelOf(message.thread.id) ?? message.thread;
  const properties = {
    type: "button",
    class: "thread-card",
    "data-do": "channel",
    "data-channel": thread.id,
  };
  return h(
    "button",
    properties,
    icon("thread"),
    h("bdi", { class: "thread-name" }, thread.name),
    h("span", { class: "see" }, "See thread"),
    icon("right"),
  );
}

function threadCreated(message, store) {
  const id = message.message_reference?.channel_id ?? message.thread?.id;
  const name = h("bdi", {}, store.channelOf(id)?.name ?? message.content);
  const link = h(
    "button",
    { type: "button", class: "plain-link", "data-do": "channel", "data-channel": id },
    name,
  );
  const time = h("time", { class: "time", datetime: message.timestamp }, messageTime(message.timestamp));
  return h("p", { class: "system" }, nameElement(message.author), " started a thread: ", link, " ", time);
}

function thinking(message) {
  return h(
    "p",
    { class: "thinking", role: "status" },
    spinner(),
    `${displayName(message.author)} is thinking…`,
  );
}

function editedMark(message) {
  return message.edited_timestamp
    ? h("span", { class: "edited", title: messageTime(message.edited_timestamp) }, "(edited)")
    : null;
}

/** The words of a message; that they were edited is said where they end. */
function words(message, view) {
  if (!message.content) return null;
  const text = markdown(message.content, view, { isJumbo: true });
  const end = text.lastElementChild?.tagName === "P" ? text.lastElementChild : text;
  if (message.edited_timestamp) end.append(" ", editedMark(message));
  return text;
}

function body(message, store, view) {
  if (message.loading) return thinking(message);
  if (message.type === THREAD_CREATED) return threadCreated(message, store);
  const isV2 = (message.flags & COMPONENTS_V2) !== 0;
  return [
    words(message, view),
    message.problem ? h("p", { class: "failure" }, icon("alert"), message.problem) : null,
    (message.embeds ?? []).map((embed) => embedElement(embed, view)),
    isV2 ? null : attachmentList(message.attachments ?? [], view),
    h("div", { class: ["components", isV2 && "v2"] }, renderComponents(message.components, view)),
  ];
}

function privateNote() {
  const dismiss = h(
    "button",
    { type: "button", class: "plain-link", "data-do": "dismiss" },
    "Dismiss message",
  );
  return h("p", { class: "private-note" }, icon("eye"), "Only you can see this · ", dismiss);
}

function toolbar(message, store) {
  if (message.ephemeral_for || message.isNotice) return null;
  if (!store.isOwner && message.author.id !== store.me.id) return null;
  const properties = {
    type: "button",
    class: "icon-button",
    "data-do": "delete",
    "aria-label": "Delete message",
    title: "Delete message",
  };
  return h("div", { class: "toolbar" }, h("button", properties, icon("trash")));
}

function classesOf(message, store, isCompact) {
  const isPrivate = message.ephemeral_for || message.isNotice;
  const isMine = (message.mentions ?? []).some((user) => user.id === store.me.id);
  return ["message", isCompact && "compact", isPrivate && "private", isMine && "mentions-me"];
}

function margin(message, isCompact) {
  if (message.type === THREAD_CREATED) return h("span", { class: "margin-icon" }, icon("thread"));
  if (!isCompact) return avatar(message.author);
  return h("time", { class: "margin-time", "aria-hidden": "true" }, clockTime(message.timestamp));
}

/** Render a message; a compact one continues what the same author said just before. */
export function messageElement(message, store, isCompact) {
  const view = viewOf(message, store);
  const isPrivate = Boolean(message.ephemeral_for || message.isNotice);
  const failure = store.failures.get(message.id);
  const parts = [
    displayName(message.author),
    messageTime(message.timestamp),
    isPrivate && "only you can see this",
  ];
  return h(
    "li",
    { class: "row", "data-key": message.id },
    h(
      "article",
      {
        class: classesOf(message, store, isCompact),
        "data-message": message.id,
        tabindex: -1,
        "aria-label": parts.filter(Boolean).join(", "),
      },
      isCompact ? null : (replyLine(message, store, view) ?? commandLine(message, store)),
      margin(message, isCompact),
      h(
        "div",
        { class: "message-main" },
        isCompact || message.type === THREAD_CREATED ? null : head(message),
        h("div", { class: "message-body" }, body(message, store, view)),
        threadCard(message, store),
        failure ? h("p", { class: "failure", role: "alert" }, icon("alert"), failure) : null,
        isPrivate ? privateNote() : null,
      ),
      toolbar(message, store),
    ),
  );
}
