// Building and patching DOM nodes. Data only ever becomes text nodes and attributes, never markup.
//
// What shows messages is rebuilt and patched in place, so nodes inside a message carry no listeners
// (a patched node would keep the listener of an older message): they say what they do in `data-do`,
// and the timeline listens. Listeners given to `h` are for parts that are built once.

const SVG = "http://www.w3.org/2000/svg";
const KEPT_BY_PATCH = new Set(["data-revealed", "aria-expanded"]);

function setProperty(node, name, given) {
  const value = Array.isArray(given) ? given.filter(Boolean).join(" ") : given;
  if (typeof value === "function") node.addEventListener(name.replace(/^on/, ""), value);
  else if (name.startsWith("aria-") && value !== null && value !== undefined)
    node.setAttribute(name, String(value));
  else if (value === true) node.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
}

function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** Build an element. Functions become listeners, lists are joined; what is false or null is left out. */
export function h(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) setProperty(node, name, value);
  node.append(...children.flat(Infinity).filter(isShown));
  return node;
}

/** Build an SVG element. */
export function svg(tag, properties = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Return `url` if it leads to a web page or a file of this server, else null. */
export function safeUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
  } catch {
    return null;
  }
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}

function isSameKind(old, fresh) {
  return old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT_BY_PATCH.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    const isKept = KEPT_BY_PATCH.has(name) && old.hasAttribute(name);
    if (!isKept && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/** Make the children of `parent` equal to `children`, keeping every old node that can be kept. */
export function patchChildren(parent, children) {
  const keyed = new Map([...parent.childNodes].filter(keyOf).map((node) => [keyOf(node), node]));
  let cursor = parent.firstChild;
  for (const fresh of children) {
    const key = keyOf(fresh);
    const byKey = keyed.get(key);
    keyed.delete(key);
    const old = byKey ?? (cursor && !keyOf(cursor) ? cursor : null);
    if (old === null || !isSameKind(old, fresh)) {
      parent.insertBefore(fresh, cursor);
      continue;
    }
    if (old === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(old, cursor);
    patch(old, fresh);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/** Make `old` equal to `fresh` in place, so that focus, scrolling and loaded pictures survive. */
export function patch(old, fresh) {
  if (old === fresh) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, [...fresh.childNodes]);
}

/** The elements inside `root` that the Tab key reaches, in order. */
export function focusable(root) {
  const all = root.querySelectorAll("a[href], button, input, textarea, select, [tabindex]");
  return [...all].filter((node) => !node.disabled && node.tabIndex >= 0 && node.getClientRects().length > 0);
}
