// The first page: who are you?

import { addressOf } from "./address.js";
import { h } from "./dom.js";
import { cardsPortrait, icon } from "./icons.js";
import { avatar, displayName, nameElement } from "./people.js";

function personLink(user, index, channel) {
  const role = index < 4 ? "player" : "watches from outside";
  return h(
    "a",
    { class: "person-card", href: addressOf({ user: user.username, channel }) },
    avatar(user, "large"),
    nameElement(user),
    h("span", { class: "hint" }, role),
  );
}

/** Let the visitor choose a person, or four of them at once. */
export function showChooser(world, channel) {
  const players = world.users.slice(0, 4);
  const split = addressOf({ split: players.map(({ username }) => username), channel });
  document.title = `${world.guild.name} · Playground`;
  document.body.replaceChildren(
    h(
      "main",
      { class: "chooser" },
      h("span", { class: "avatar large" }, cardsPortrait()),
      h("h1", {}, "Who are you?"),
      h(
        "p",
        {},
        `Everyone in ${world.guild.name} lives on this computer: open a tab for each, then type /canasta.`,
      ),
      h(
        "div",
        { class: "person-cards" },
        world.users.map((user, index) => personLink(user, index, channel)),
      ),
      h(
        "a",
        { class: "button primary wide", href: split },
        icon("split"),
        `Split view: ${players.map(displayName).join(", ")} in one window`,
      ),
    ),
  );
}
