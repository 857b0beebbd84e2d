// Times as Discord writes them, the relative ones kept up to date.

import { h } from "../dom.js";

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_628_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

function format(date, options) {
  return new Intl.DateTimeFormat("en-GB", options).format(date);
}

function relativeTime(seconds, now = Date.now() / 1000) {
  const distance = seconds - now;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? UNITS.at(-1);
  return relativeFormat.format(Math.trunc(distance / size), unit);
}

/** The moment of a message in its head line: "14:05", "Yesterday at 14:05" or a date. */
export function messageTime(timestamp) {
  const date = new Date(timestamp);
  const clock = format(date, STYLES.t);
  const days = Math.round(
    (new Date().setHours(0, 0, 0, 0) - new Date(timestamp).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (days === 0) return `Today at ${clock}`;
  return days === 1 ? `Yesterday at ${clock}` : `${format(date, STYLES.d)} ${clock}`;
}

/** Hours and minutes alone. */
export function clockTime(timestamp) {
  return format(new Date(timestamp), STYLES.t);
}

/** A day in full, for the line between two days. */
export function dayName(timestamp) {
  return format(new Date(timestamp), STYLES.D);
}

/** The element for `<t:seconds:style>`. */
export function timestampElement(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", {}, "Invalid Date");
  const text = style === "R" ? relativeTime(seconds) : format(date, STYLES[style]);
  const relative = style === "R" ? seconds : null;
  const title = format(date, STYLES.F);
  return h(
    "time",
    { class: "timestamp", datetime: date.toISOString(), title, "data-relative": relative },
    text,
  );
}

/** Rewrite all relative times of the page every second. */
export function keepTimesFresh() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = relativeTime(Number(node.dataset.relative));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
