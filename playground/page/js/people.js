// Names and portraits.

import { h } from "./dom.js";
import { cardsPortrait } from "./icons.js";

const FALLBACK_COLORS = ["#c2536b", "#3f7fc1", "#3d9467", "#b5793a", "#8560b8"];

/** The name under which a person is shown. */
export function displayName(user) {
  return user?.global_name ?? user?.username ?? "Unknown";
}

/** A person's color, as CSS. */
export function colorOf(user) {
  if (typeof user.color === "number") return `#${user.color.toString(16).padStart(6, "0")}`;
  return user.color ?? FALLBACK_COLORS[Number(BigInt(user.id) % BigInt(FALLBACK_COLORS.length))];
}

/** A round portrait: the bot's cards, or a person's initial on their color. */
export function avatar(user, className = "") {
  if (user.bot || user.application_id)
    return h("span", { class: ["avatar", className], "aria-hidden": "true" }, cardsPortrait());
  const initial = [...displayName(user)][0].toUpperCase();
  const disc = h("span", { class: ["avatar", className], "aria-hidden": "true" }, initial);
  disc.style.backgroundColor = colorOf(user);
  return disc;
}

/** A name that cannot reorder what stands round it, whatever marks it holds. */
export function nameElement(user, className = "name") {
  return h("bdi", { class: className }, displayName(user));
}

/** The user of `users` that an address names, by id or by name. */
export function findUser(users, wanted) {
  const name = wanted?.toLowerCase();
  return users.find(
    (user) =>
      user.id === wanted || user.username.toLowerCase() === name || displayName(user).toLowerCase() === name,
  );
}
