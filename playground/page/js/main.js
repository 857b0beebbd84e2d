// Where the page begins: its address says whose it is.

import { findChannel, readAddress } from "./address.js";
import { PlayError, fetchWorld } from "./api.js";
import { startApp } from "./app.js";
import { showChooser } from "./chooser.js";
import { h } from "./dom.js";
import { keepTimesFresh } from "./markdown/time.js";
import { displayName, findUser } from "./people.js";
import { startSplit } from "./split.js";
import { applyTheme } from "./theme.js";

const RETRY_MS = 1000;

async function startFor(user, channel, isPane) {
  const world = await fetchWorld(user.id);
  if (world.channels.length === 0) throw new PlayError(`${displayName(user)} is not on the server.`);
  await startApp({ world, user, channel, isPane });
}

async function start() {
  const { user: wanted, channel, split, isPane } = readAddress();
  const world = await fetchWorld();
  const people = (split ?? []).map((name) => findUser(world.users, name)).filter(Boolean);
  const user = findUser(world.users, wanted);
  if (people.length > 0) startSplit({ world, people, channel: findChannel(world.channels, channel).id });
  else if (user) await startFor(user, channel, isPane);
  else showChooser(world, channel);
}

async function startWhenReady() {
  try {
    await start();
  } catch (error) {
    document.body.replaceChildren(
      h("p", { class: "start-problem", role: "alert" }, `${error.message} Trying again…`),
    );
    setTimeout(startWhenReady, RETRY_MS);
  }
}

applyTheme();
keepTimesFresh();
startWhenReady();
