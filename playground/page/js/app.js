// The page of one person: everything is made here, once, and put together.

import { Actions } from "./actions.js";
import { addressOf, findChannel, readAddress } from "./address.js";
import { announcer } from "./announce.js";
import { Api } from "./api.js";
import { newcomerHint, statusBanner } from "./banner.js";
import { BotControl } from "./botcontrol.js";
import { Composer } from "./composer/box.js";
import { h } from "./dom.js";
import { Header } from "./header.js";
import { listen } from "./live.js";
import { showModals } from "./modal.js";
import { joinSplit } from "./pane.js";
import { Sidebar } from "./sidebar.js";
import { Store } from "./store.js";
import { Timeline } from "./timeline.js";

function followAddress(store, isPane) {
  const { user } = readAddress();
  store.on("channel", () => {
    const address = addressOf({ user, channel: store.channelId, isPane });
    if (readAddress().channel !== store.channelId) history.pushState(null, "", address);
  });
  window.addEventListener("popstate", () => {
    store.openChannel(findChannel(store.world.channels, readAddress().channel).id);
  });
}

function addDrawer(app, store, sidebar) {
  const setOpen = (isOpen) => {
    app.classList.toggle("drawer-open", isOpen);
    app.querySelector(".drawer-button").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) sidebar.node.querySelector(".channel.open")?.focus();
  };
  const scrim = h("div", { class: "scrim", onclick: () => setOpen(false) });
  store.on("drawer", setOpen);
  app.addEventListener("keydown", (event) => event.key === "Escape" && setOpen(false));
  app.append(scrim);
}

function botControlFor(store, actions) {
  const control = new BotControl((problem) => actions.notice({ problem }));
  store.on("world", () => control.update(store.world.bot));
  control.update(store.world.bot);
  return control;
}

/** Show the page of `user` in `document.body`. */
export async function startApp({ world, user, channel, isPane }) {
  const store = new Store(new Api(user.id), world);
  const actions = new Actions(store);
  store.channelId = findChannel(world.channels, channel).id;
  const timeline = new Timeline(store, actions);
  const composer = new Composer(store, actions);
  const sidebar = new Sidebar(store, actions);
  const header = new Header(store, isPane ? null : botControlFor(store, actions));
  const main = h(
    "main",
    { class: "main" },
    header.node,
    timeline.node,
    newcomerHint(store),
    statusBanner(store),
    composer.node,
  );
  const app = h("div", { class: ["app", isPane && "pane"] }, sidebar.node, main, announcer(store));
  document.body.replaceChildren(app);
  addDrawer(app, store, sidebar);
  showModals(store, actions);
  followAddress(store, isPane);
  if (isPane) joinSplit(store);
  store.on("sent", () => timeline.scrollToEnd());
  store.on("look-up", () => timeline.focusNewest());
  document.addEventListener("keydown", (event) => composer.catchTyping(event));
  listen(user.id, { onFrame: (frame) => store.receive(frame), onLink: (isUp) => store.setLinked(isUp) });
  await store.openChannel(store.channelId);
  composer.text.focus();
}
