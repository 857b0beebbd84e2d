// The acting person's calls to the playground's server.

/** A refusal by the server, or no server at all; its message is one line for the person. */
export class PlayError extends Error {}

async function answerOf(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new PlayError("The playground's server does not answer.");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new PlayError(body.error ?? `The server answered ${response.status}.`);
  return body;
}

function get(path, parameters) {
  return answerOf(fetch(`/play/${path}?${new URLSearchParams(parameters)}`));
}

function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answerOf(fetch(`/play/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

// Ana, whose id never changes: before the visitor has said who they are, the world is seen with her eyes.
const OWNER = "1100000000000000021";

/** Guild, people, channels, commands and the bot's state, as `user` sees them. */
export function fetchWorld(user = OWNER) {
  return get("world", { user });
}

/** Kill, end, start or restart the bot's process. */
export function controlBot(op) {
  return post("bot", { op });
}

/** Make every interaction token that was given out so far invalid. */
export function expireTokens() {
  return post("clock", { op: "expire_tokens" });
}

/** Everything that one person can do. */
export class Api {
  constructor(user) {
    this.user = user;
  }

  world() {
    return fetchWorld(this.user);
  }

  async messages(channel) {
    return (await get("messages", { user: this.user, channel })).messages;
  }

  act(path, body) {
    return post(path, { user: this.user, ...body });
  }
}
