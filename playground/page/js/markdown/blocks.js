// Discord's markdown, first step: text -> blocks. Inline marks inside a block are left as they are.

const FENCE = /```(?:([\w+#.-]+)\n)?\n*([^]+?)\n*```/g;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)$/;
const QUOTE = /^> (.*)$/;
const QUOTE_REST = /^>>> ([^]*)$/;

function listFrom(lines, at) {
  const [, indent, number] = ITEM.exec(lines[at]);
  const list = { type: "list", start: number ? Number(number) : null, items: [] };
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length > indent.length) {
      const nested = listFrom(lines, next);
      list.items.at(-1).blocks.push(nested.block);
      next = nested.next;
      continue;
    }
    if ((item[2] === undefined) !== (list.start === null)) break;
    list.items.push({ text: item[3], blocks: [] });
    next += 1;
  }
  return { block: list, next };
}

function quoteFrom(lines, at) {
  const rest = QUOTE_REST.exec(lines.slice(at).join("\n"));
  if (rest) return { block: { type: "quote", blocks: blocksOfLines(rest[1]) }, next: lines.length };
  let next = at;
  const inner = [];
  while (next < lines.length && QUOTE.test(lines[next])) {
    inner.push(QUOTE.exec(lines[next])[1]);
    next += 1;
  }
  return { block: { type: "quote", blocks: blocksOfLines(inner.join("\n")) }, next };
}

function blockFrom(lines, at) {
  const line = lines[at];
  if (QUOTE.test(line) || line.startsWith(">>> ")) return quoteFrom(lines, at);
  if (ITEM.test(line)) return listFrom(lines, at);
  const heading = HEADING.exec(line);
  if (heading)
    return { block: { type: "heading", level: heading[1].length, text: heading[2] }, next: at + 1 };
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { block: { type: "subtext", text: subtext[1] }, next: at + 1 };
  return null;
}

function blocksOfLines(text) {
  const lines = text.split("\n");
  const blocks = [];
  let plain = [];
  const flush = () => {
    if (plain.join("").length > 0) blocks.push({ type: "text", text: plain.join("\n") });
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const found = blockFrom(lines, at);
    if (found) {
      flush();
      blocks.push(found.block);
      at = found.next;
    } else {
      plain.push(lines[at]);
      at += 1;
    }
  }
  flush();
  return blocks;
}

/** Split `text` into blocks: text, heading, subtext, list, quote and code. */
export function parseBlocks(text) {
  const blocks = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    blocks.push(...blocksOfLines(text.slice(from, match.index).replace(/\n$/, "")));
    blocks.push({ type: "code", language: match[1] ?? null, text: match[2] });
    from = match.index + match[0].length;
  }
  const rest = text.slice(from);
  blocks.push(...blocksOfLines(from > 0 ? rest.replace(/^\n/, "") : rest));
  return blocks;
}
