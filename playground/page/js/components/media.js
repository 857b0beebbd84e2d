// Pictures and files: of attachments, galleries, thumbnails, file components.

import { h, safeUrl } from "../dom.js";
import { icon } from "../icons.js";

const SIZES = ["B", "KB", "MB", "GB"];
const COLUMNS = { 1: 1, 2: 2, 4: 2 };

function attachmentNamed(url, message) {
  const name = url.replace(/^attachment:\/\//, "");
  return message.attachments?.find((attachment) => attachment.filename === name || attachment.url === url);
}

/** An unfurled media item with an address that the browser can load: {url, alt, width, height}. */
function resolve(media, message, description) {
  const attachment = attachmentNamed(media.url, message);
  const url = media.url.startsWith("attachment://") ? attachment?.url : media.url;
  return {
    url: safeUrl(url ?? ""),
    alt: description ?? attachment?.description ?? "",
    width: media.width ?? attachment?.width,
    height: media.height ?? attachment?.height,
  };
}

function picture({ url, alt, width, height }, isSpoiler) {
  const properties = { src: url, alt, width, height, draggable: "false" };
  const button = {
    type: "button",
    class: "picture",
    "data-do": "picture",
    "aria-label": alt ? `Picture: ${alt}` : "Picture",
  };
  const node = h("button", { ...button, "data-url": url, "data-alt": alt }, h("img", properties));
  if (!isSpoiler) return node;
  const cover = {
    class: "spoiler-box",
    role: "button",
    tabindex: 0,
    "data-do": "spoiler",
    "aria-label": "Spoiler",
  };
  return h("div", cover, h("div", { class: "spoiler-content" }, node));
}

/** Render a media gallery of one to ten pictures. */
export function gallery({ items }, { message }) {
  const pictures = items.map((item) => picture(resolve(item.media, message, item.description), item.spoiler));
  const columns = COLUMNS[items.length] ?? 3;
  return h("div", { class: `gallery columns-${columns}` }, pictures);
}

/** Render the small picture beside a section's text. */
export function thumbnail({ media, description, spoiler }, { message }) {
  return h("div", { class: "thumbnail" }, picture(resolve(media, message, description), spoiler));
}

function sizeText(bytes) {
  if (!bytes) return "";
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), SIZES.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power > 0 ? 1 : 0)} ${SIZES[power]}`;
}

function fileElement({ filename, url, size }) {
  return h(
    "div",
    { class: "file" },
    icon("file"),
    h("a", { class: "file-name", href: safeUrl(url), download: filename }, h("bdi", {}, filename)),
    h("span", { class: "file-size" }, sizeText(size)),
    h(
      "a",
      { class: "icon-button", href: safeUrl(url), download: filename, "aria-label": `Download ${filename}` },
      icon("download"),
    ),
  );
}

/** Render a file component. */
export function fileCard({ file, name, size }, { message }) {
  const attachment = attachmentNamed(file.url, message);
  const filename = name ?? attachment?.filename ?? file.url.split("/").at(-1);
  return fileElement({ filename, url: attachment?.url ?? file.url, size: size ?? attachment?.size });
}

function isPicture(attachment) {
  return (
    attachment.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename)
  );
}

/** Render the attachments of an ordinary message: pictures in a gallery, other files to download. */
export function attachmentList(attachments, view) {
  const pictures = attachments.filter(isPicture);
  const items = pictures.map((attachment) => ({ media: attachment, description: attachment.description }));
  const files = attachments.filter((attachment) => !isPicture(attachment));
  return [items.length > 0 ? gallery({ items }, view) : null, files.map(fileElement)];
}
