// What a pane and the split view round it tell each other.

const MARK = "canasta-split";

/** Say something to the window that holds this pane, or to a pane. */
export function tellWindow(target, message) {
  target.postMessage({ mark: MARK, ...message }, location.origin);
}

/** Call `listener(message, source)` for what panes or their window say. */
export function hearWindows(listener) {
  window.addEventListener("message", ({ origin, data, source }) => {
    if (origin === location.origin && data?.mark === MARK) listener(data, source);
  });
}

/** Make a person's page a good pane: it tells where it goes and when it is pinged, and follows. */
export function joinSplit(store) {
  let followed = null;
  store.on("channel", () => {
    if (store.channelId !== followed)
      tellWindow(window.parent, { kind: "channel", channel: store.channelId });
  });
  store.on("ping", () => tellWindow(window.parent, { kind: "ping" }));
  hearWindows(async ({ kind, channel }) => {
    if (kind !== "follow" || channel === store.channelId) return;
    if (!store.channelOf(channel)) await store.refreshWorld();
    if (!store.channelOf(channel)) return;
    followed = channel;
    await store.openChannel(channel);
  });
}
