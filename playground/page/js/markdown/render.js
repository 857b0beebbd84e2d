// Discord's markdown, last step: blocks and tokens -> DOM nodes.

import { h, safeUrl } from "../dom.js";
import { parseBlocks } from "./blocks.js";
import { parseInline } from "./inline.js";
import { timestampElement } from "./time.js";

const UNICODE_EMOJI = String.raw`\p{ExtPict}(?:\p{EMod}|\u200d\p{ExtPict}|\ufe0f)*`;
const JUMBO = new RegExp(String.raw`^\s*(?:(?:<a?:\w{2,32}:\d+>|${UNICODE_EMOJI})\s*){1,30}$`, "u");

// Discord draws these four as emojis wherever they stand bare, so the page does too.
const BARE_SUITS = /[\u2660\u2663\u2665\u2666](?![\ufe0e\ufe0f])/g;

/** The picture of a custom emoji. */
export function customEmoji({ id, name }) {
  return h("img", {
    class: "emoji",
    src: `/cdn/emojis/${id}.png`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

function mention(text, properties = {}) {
  return h("span", { class: "mention", ...properties }, text);
}

function link(url, children, title) {
  const href = safeUrl(url);
  if (!href) return h("span", {}, children);
  return h("a", { href, title, target: "_blank", rel: "noopener noreferrer" }, children);
}

function channelMention(id, view) {
  const channel = view.channelOf(id);
  if (!channel) return mention("# unknown");
  return mention(`# ${channel.name}`, {
    role: "link",
    tabindex: 0,
    "data-do": "channel",
    "data-channel": id,
  });
}

function spoiler(children) {
  const properties = {
    class: "spoiler",
    role: "button",
    tabindex: 0,
    "data-do": "spoiler",
    "aria-label": "Spoiler",
  };
  return h("span", properties, h("span", { class: "spoiler-content" }, children));
}

const TOKENS = {
  text: ({ text }) => text.replace(BARE_SUITS, "$&\ufe0f"),
  escape: ({ text }) => text,
  code: ({ text }) => h("code", {}, text),
  user: ({ id }, view) => mention(`@${view.nameOf(id)}`),
  role: () => mention("@role"),
  everyone: ({ text }) => mention(text),
  channel: ({ id }, view) => channelMention(id, view),
  command: ({ name }) =>
    mention(`/${name}`, { role: "button", tabindex: 0, "data-do": "command", "data-name": name }),
  emoji: (token) => customEmoji(token),
  time: ({ time, style }) => timestampElement(time, style),
  link: ({ url }) => link(url, url),
  masked: ({ url, title, children }, view) => link(url, inlineNodes(children, view), title),
  spoiler: ({ children }, view) => spoiler(inlineNodes(children, view)),
  bold: ({ children }, view) => h("strong", {}, inlineNodes(children, view)),
  italic: ({ children }, view) => h("em", {}, inlineNodes(children, view)),
  underline: ({ children }, view) => h("u", {}, inlineNodes(children, view)),
  strike: ({ children }, view) => h("s", {}, inlineNodes(children, view)),
};

function inlineNodes(tokens, view) {
  return tokens.map((token) => TOKENS[token.type](token, view));
}

function inline(text, view) {
  return inlineNodes(parseInline(text), view);
}

function listElement({ start, items }, view) {
  const rows = items.map(({ text, blocks }) => h("li", {}, inline(text, view), blockNodes(blocks, view)));
  return start === null ? h("ul", {}, rows) : h("ol", { start }, rows);
}

const BLOCKS = {
  text: ({ text }, view) => h("p", {}, inline(text, view)),
  heading: ({ level, text }, view) =>
    h("p", { class: `heading-${level}`, role: "heading", "aria-level": level + 2 }, inline(text, view)),
  subtext: ({ text }, view) => h("p", { class: "subtext" }, inline(text, view)),
  quote: ({ blocks }, view) => h("blockquote", {}, blockNodes(blocks, view)),
  code: ({ text }) => h("pre", { tabindex: 0 }, h("code", {}, text)),
  list: (block, view) => listElement(block, view),
};

function blockNodes(blocks, view) {
  return blocks.map((block) => BLOCKS[block.type](block, view));
}

/**
 * Render Discord markdown.
 *
 * `view` answers `nameOf(userId)` and `channelOf(channelId)`; `isJumbo` lets a text of emojis alone be
 * drawn large, as in ordinary messages.
 */
export function markdown(text, view, { isJumbo = false } = {}) {
  const isLarge = isJumbo && JUMBO.test(text);
  return h(
    "div",
    { class: ["markdown", isLarge && "jumbo"], dir: "auto" },
    blockNodes(parseBlocks(text), view),
  );
}

/** The words of a text without its marks, on one line, for announcements and quotations. */
export function plainText(text, view) {
  const blocks = [...markdown(text, view).children].map((block) => block.textContent);
  return blocks.join(" ").replace(/\s+/g, " ").trim();
}
