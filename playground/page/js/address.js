// The address says who looks at what: ?user=…&channel=… for one person, ?split=…,… for several.

/** The parts of the address: {user, channel, split, isPane}. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return {
    user: query.get("user"),
    channel: query.get("channel"),
    split: query.get("split")?.split(",").filter(Boolean) ?? null,
    isPane: query.has("pane"),
  };
}

/** An address of the page; parts that are null are left out. */
export function addressOf({ user = null, channel = null, split = null, isPane = false }) {
  const parts = [
    ["user", user],
    ["channel", channel],
    ["split", split?.join(",") ?? null],
    ["pane", isPane ? "1" : null],
  ];
  const query = parts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/?${query.join("&").replaceAll("%2C", ",")}`;
}

/** The channel that an address names by id or name, or the first one. */
export function findChannel(channels, wanted) {
  return channels.find(({ id, name }) => id === wanted || name === wanted) ?? channels[0];
}
