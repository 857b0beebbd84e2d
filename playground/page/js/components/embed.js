// Embeds, as far as a game needs them: author, title, description, fields, pictures, footer.

import { h, safeUrl } from "../dom.js";
import { markdown } from "../markdown/render.js";
import { messageTime } from "../markdown/time.js";

function title(embed, view) {
  if (!embed.title) return null;
  const href = embed.url ? safeUrl(embed.url) : null;
  const words = markdown(embed.title, view);
  return h(
    "div",
    { class: "embed-title" },
    href ? h("a", { href, target: "_blank", rel: "noopener noreferrer" }, words) : words,
  );
}

function field({ name, value, inline }, view) {
  const heading = h("div", { class: "field-name" }, markdown(name, view));
  return h("div", { class: inline ? "field inline" : "field" }, heading, markdown(value, view));
}

function footer({ footer: line, timestamp }) {
  const words = [line?.text, timestamp ? messageTime(timestamp) : null].filter(Boolean);
  return words.length > 0 ? h("div", { class: "embed-footer" }, words.join(" • ")) : null;
}

function image(media, className) {
  return media?.url
    ? h("img", { class: className, src: safeUrl(media.url), alt: media.description ?? "" })
    : null;
}

/** Render one embed. */
export function embedElement(embed, view) {
  const box = h(
    "div",
    { class: "embed" },
    image(embed.thumbnail, "embed-thumbnail"),
    embed.author?.name ? h("div", { class: "embed-author" }, h("bdi", {}, embed.author.name)) : null,
    title(embed, view),
    embed.description ? markdown(embed.description, view) : null,
    embed.fields?.length
      ? h(
          "div",
          { class: "embed-fields" },
          embed.fields.map((each) => field(each, view)),
        )
      : null,
    image(embed.image, "embed-image"),
    footer(embed),
  );
  if (embed.color) box.style.setProperty("--accent-color", `#${embed.color.toString(16).padStart(6, "0")}`);
  return box;
}
