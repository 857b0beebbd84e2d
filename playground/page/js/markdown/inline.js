// Discord's markdown, second step: the marks inside a line -> tokens.

const BODY = String.raw`((?:\\[^]|[^\\])+?)`;

const RULES = [
  ["escape", /\\([^0-9A-Za-z\s])/y, ([, text]) => ({ text })],
  [
    "code",
    /(`{1,2})((?:[^`]|(?!\1(?!`))`)+)\1(?!`)/y,
    ([, , text]) => ({ text: text.replace(/^ (.+) $/, "$1") }),
  ],
  ["user", /<@!?(\d+)>/y, ([, id]) => ({ id })],
  ["role", /<@&(\d+)>/y, ([, id]) => ({ id })],
  ["everyone", /@(everyone|here)\b/y, ([text]) => ({ text })],
  ["channel", /<#(\d+)>/y, ([, id]) => ({ id })],
  ["command", /<\/([-_'\p{L}\p{N} ]{1,98}):(\d+)>/uy, ([, name, id]) => ({ name, id })],
  ["emoji", /<(a?):(\w{2,32}):(\d+)>/y, ([, , name, id]) => ({ name, id })],
  [
    "time",
    /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
    ([, time, style]) => ({ time: Number(time), style: style ?? "f" }),
  ],
  [
    "masked",
    /\[((?:\\[^]|[^\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>)]+)>?(?:\s+"([^"]*)")?\s*\)/y,
    ([, label, url, title], parse) => ({ url, title, children: parse(label) }),
  ],
  ["link", /<(https?:\/\/[^\s<>]+)>/y, ([, url]) => ({ url })],
  ["link", /(https?:\/\/[^\s<]+[^\s<.,:;"'\])|*_~])/y, ([, url]) => ({ url })],
  ["spoiler", /\|\|([^]+?)\|\|/y, ([, body], parse) => ({ children: parse(body) })],
  [
    "bold",
    new RegExp(String.raw`\*\*${BODY}\*\*(?!\*)`, "y"),
    ([, body], parse) => ({ children: parse(body) }),
  ],
  ["underline", new RegExp(`__${BODY}__(?!_)`, "y"), ([, body], parse) => ({ children: parse(body) })],
  [
    "italic",
    /\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
    ([, body], parse) => ({ children: parse(body) }),
  ],
  ["italic", /\b_((?:__|\\[^]|[^\\_])+?)_\b/y, ([, body], parse) => ({ children: parse(body) })],
  ["strike", new RegExp(`~~${BODY}~~(?!_)`, "y"), ([, body], parse) => ({ children: parse(body) })],
];

const PLAIN = /[^](?:[0-9A-Za-z\s\u0080-\uffff]*?(?=https?:\/\/|[^0-9A-Za-z\s\u0080-\uffff]|\b_|$))/y;
const DEEPEST = 24;

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tokenAt(text, at, parse) {
  for (const [type, pattern, build] of RULES) {
    const match = matchAt(pattern, text, at);
    if (match) return { token: { type, ...build(match, parse) }, length: match[0].length };
  }
  const plain = matchAt(PLAIN, text, at);
  return { token: { type: "text", text: plain[0] }, length: plain[0].length };
}

/** Split a line into tokens: `{type, …}`, those that hold others with `children`. */
export function parseInline(text, depth = 0) {
  if (depth > DEEPEST) return [{ type: "text", text }];
  const parse = (body) => parseInline(body, depth + 1);
  const tokens = [];
  for (let at = 0; at < text.length;) {
    const { token, length } = tokenAt(text, at, parse);
    const last = tokens.at(-1);
    if (token.type === "text" && last?.type === "text") last.text += token.text;
    else tokens.push(token);
    at += length;
  }
  return tokens;
}
