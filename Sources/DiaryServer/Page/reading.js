// An entry's text as it is read: its title, its links, the words that were searched for. Text is always text.
import { make } from "./dom.js";
import { cut, titleRange } from "./pieces.js";

const schemes = { web: /^https?:\/\//i, mail: /^mailto:/i, phone: /^tel:/i };

function linkOf({ kind, target }, openDay) {
  if (kind === "date") {
    const click = (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); openDay(target); } };
    return make("a", { class: "link", "data-kind": kind, href: `#/?q=${encodeURIComponent(`date:${target}`)}`, on: { click } });
  }
  if (!schemes[kind]?.test(target)) return make("span"); // nothing else is ever followed
  return make("a", { class: "link", "data-kind": kind, href: target, target: "_blank", rel: "noopener noreferrer" });
}

/**
 * Fills the reading view. `links` and `matches` are ranges in UTF-16 units, as the server finds them. A link to a date
 * asks for that day.
 */
export function fillReading(node, text, { links = [], matches = [], openDay = () => {} } = {}) {
  const title = titleRange(text);
  const ranges = [
    ...(title ? [{ range: title, is: "title" }] : []),
    ...links.map((link) => ({ ...link, is: "link" })), ...matches.map((range) => ({ range, is: "match" })),
  ];
  const nodes = [];
  let heading = null, link = null, anchor = null;
  for (const piece of cut(text, ranges)) {
    let child = document.createTextNode(piece.text);
    if (piece.over.some(({ is }) => is === "match")) child = make("mark", {}, child);
    const over = piece.over.find(({ is }) => is === "link") ?? null;
    const isTitle = piece.over.some(({ is }) => is === "title");
    let spot = nodes;
    if (isTitle) { if (!heading) { heading = make("strong", { class: "title" }); nodes.push(heading); } spot = heading; }
    if (over && over === link) { anchor.append(child); continue; }
    link = over;
    if (over) { anchor = linkOf(over, openDay); anchor.append(child); child = anchor; }
    if (spot === nodes) nodes.push(child); else spot.append(child);
  }
  node.replaceChildren(...nodes);
}

/** Where in the text a click into the reading view was, or null. */
export function offsetAt(node, x, y) {
  const spot = document.caretPositionFromPoint?.(x, y);
  const range = spot ? null : document.caretRangeFromPoint?.(x, y);
  const [at, offset] = spot ? [spot.offsetNode, spot.offset] : range ? [range.startContainer, range.startOffset] : [null, 0];
  if (!at || !node.contains(at)) return null;
  const before = document.createRange();
  before.setStart(node, 0);
  before.setEnd(at, offset);
  return before.toString().length;
}
