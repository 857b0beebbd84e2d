// The WebSocket on which the server tells what happens.

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4000;

/**
 * Listen for `user`, reconnecting for as long as the page lives.
 *
 * `onFrame(frame)` gets each frame; `onLink(isUp)` is told when the connection comes and goes, and
 * what was missed in between is the caller's to fetch.
 */
export function listen(user, { onFrame, onLink }) {
  let delay = FIRST_DELAY_MS;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/play/live?user=${encodeURIComponent(user)}`);
    socket.addEventListener("open", () => {
      delay = FIRST_DELAY_MS;
      onLink(true);
    });
    socket.addEventListener("message", (event) => onFrame(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      onLink(false);
      setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    });
  }

  connect();
}
