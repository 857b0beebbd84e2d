// The page's own line drawings, on a 24 x 24 grid.

import { svg } from "./dom.js";

const STROKES = {
  hash: "M10 4 8 20M16 4l-2 16M4.5 9h16M3.5 15h16",
  thread:
    "M9 3 7.5 13M15 3l-.7 5M4.5 7h15M3.5 12.5h7M12 13h8a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4l-3 2.5V19h-1a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1z",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9.5l6 6 6-6",
  right: "M9.5 6l6 6-6 6",
  plus: "M12 5v14M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7.5",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
  split: "M4 5h16v14H4zM12 5v14M4 12h16",
  bolt: "M13 3 5.5 13.5H11L10 21l8-11h-5.5z",
  power: "M12 3.5v8M7 6.5a7.5 7.5 0 1 0 10 0",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  file: "M6 3h8l4.5 4.5V21H6zM14 3v5h4.5",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  external: "M14 4h6v6M20 4l-9 9M17 14v5.5H4.5V7H10",
  reply: "M4 19v-5a6 6 0 0 1 6-6h10",
  alert: "M12 4 2.8 20h18.4zM12 10v4.5M12 17.3h.01",
  send: "M4 12 20 4l-5 16-3.5-6.5z",
  link: "M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1.2-1.2",
};

/** A decorative icon; the control round it carries the name. */
export function icon(name) {
  const drawing = svg("path", { d: STROKES[name] });
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, drawing);
}

/** The bot's portrait: two cards, one on the other. */
export function cardsPortrait() {
  return svg(
    "svg",
    { viewBox: "0 0 40 40", class: "portrait", "aria-hidden": "true" },
    svg("rect", { width: 40, height: 40, fill: "#1f6f5c" }),
    svg("rect", {
      x: 9,
      y: 9,
      width: 15,
      height: 21,
      rx: 2.5,
      fill: "#e9c46a",
      transform: "rotate(-12 16 20)",
    }),
    svg("rect", {
      x: 16,
      y: 10,
      width: 15,
      height: 21,
      rx: 2.5,
      fill: "#fdfcf8",
      transform: "rotate(8 24 20)",
    }),
    svg("path", {
      d: "M23.4 25.5c-3.2-2.6-5-4.4-4.7-6.6.3-2 3-2.3 4-.3 1.5-1.7 4-1 3.8 1.1-.2 2-1.5 3.6-3.1 5.8z",
      fill: "#c8323c",
    }),
  );
}
