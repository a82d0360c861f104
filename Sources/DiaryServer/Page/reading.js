// An entry's text as it is read: its title, its links, the words that were searched for, and its Markdown, as elements
// of ours. Text is always text; nothing of it is HTML.
import { $, make } from "./dom.js";
import { word } from "./language.js";
import { askFor } from "./search.js";
import { cut, headingRange, titleRange } from "./text.js";

const tags = {
  paragraph: "p", quote: "blockquote", item: "li", code: "pre", rule: "hr", table: "table", row: "tr", emphasis: "em",
  strong: "strong", struck: "del", inlineCode: "code",
};
/** These stand on the side on which their own text begins. */
const sided = new Set(["quote", "item", "table"]);
/** Within these nothing is a link of its own. */
const plain = new Set(["code", "inlineCode", "link", "picture"]);
/** Within these no line is the title. */
const untitled = new Set(["quote", "list", "code", "table"]);

function element(mark, tick, parent) {
  const { is } = mark;
  if (is === "heading") return make(`h${Math.min(mark.level + 1, 6)}`);
  if (is === "list") return make(mark.ordered ? "ol" : "ul");
  if (is === "cell") {
    return make(parent.head ? "th" : "td", { scope: parent.head ? "col" : null, "data-align": mark.align });
  }
  if (is === "picture") return make("span", { class: "place-of-picture", "data-hash": mark.sha256 });
  if (is === "link") return linkOf({ kind: mark.entry ? "entry" : "web", target: mark.entry ?? mark.target });
  if (is === "item" && mark.box !== undefined) {
    const box =
      make("input", { type: "checkbox", class: "tick", "data-box": mark.box, checked: mark.done, disabled: !tick });
    box.addEventListener("change", () => tick?.(mark.box));
    return make("li", { class: "task", dir: "auto" }, box);
  }
  return make(tags[is] ?? "span", { value: mark.number, dir: sided.has(is) ? "auto" : null });
}

/** What ears are told of an element when all of it is known. */
function end(node, mark) {
  if (mark.is === "picture") { node.dataset.words = node.textContent; node.replaceChildren(); }
  if (mark.box === undefined) return;
  const own = [...node.childNodes].filter(({ nodeName }) => !["UL", "OL"].includes(nodeName))
    .map(({ textContent }) => textContent).join("");
  node.querySelector(".tick").setAttribute("aria-label", own.trim().slice(0, 120) || word("task"));
}

/**
 * The elements of a text. `leaf(range, {isLinked, isTitled})` gives the nodes for a piece of it; `tick(box)` is called
 * for a task, or null where nothing can be changed.
 */
function markedNodes(marks, leaf, tick) {
  const root = make("div"), open = [{ node: root, mark: { is: "text" }, isLinked: true, isTitled: true }];
  for (const mark of marks) {
    const { node, mark: parent, isLinked, isTitled } = open.at(-1);
    if (Array.isArray(mark)) node.append(...leaf(mark, { isLinked, isTitled }));
    else if (typeof mark === "string") node.append(mark);
    else if (mark === 0) { if (open.length > 1) end(node, open.pop().mark); }
    else if (typeof mark === "number") node.append("\n".repeat(mark));
    else {
      const child = element(mark, tick, parent);
      node.append(child);
      open.push(
        { node: child, mark, isLinked: isLinked && !plain.has(mark.is), isTitled: isTitled && !untitled.has(mark.is) });
    }
  }
  return [...root.childNodes];
}

const schemes = { web: /^(https?:\/\/|mailto:)/i, mail: /^mailto:/i, phone: /^tel:/i };

/** A link to an entry, to the entries of a day, or out of the diary; a span where it is none that is ever followed. */
function linkOf({ kind, target }) {
  const link = { class: "link", "data-kind": kind };
  if (kind === "entry") return make("a", { ...link, href: `#/entry/${target}` });
  if (kind !== "date") return schemes[kind]?.test(target)
    ? make("a", { ...link, href: target, target: "_blank", rel: "noopener noreferrer" }) : make("span");
  const q = `date:${target}`, click = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); askFor({ q }); }
  };
  return make("a", { ...link, href: `#/?q=${encodeURIComponent(q)}`, on: { click } });
}

/** Where in the text each node of the reading view begins. */
const places = new WeakMap();

/** A piece of a text as nodes, cut where links, hits and the title begin and end. */
function leaf(text, [start, end], ranges) {
  const within = ranges.filter(({ range }) => range[0] < end && range[1] > start)
    .map((one) =>
      ({ ...one, of: one, range: [Math.max(one.range[0], start) - start, Math.min(one.range[1], end) - start] }));
  const nodes = [];
  let heading = null, link = null, anchor = null;
  for (const piece of cut(text.slice(start, end), within)) {
    let child = document.createTextNode(piece.text);
    places.set(child, start + piece.start);
    if (piece.over.some(({ is }) => is === "match")) child = make("mark", {}, child);
    const over = piece.over.find(({ is }) => is === "link")?.of ?? null;
    const isTitle = piece.over.some(({ is }) => is === "title");
    if (!isTitle) heading = null;
    else if (!heading) { heading = make("strong", { class: "title" }); nodes.push(heading); }
    if (over && over === link) { anchor.append(child); continue; }
    link = over;
    if (over) { anchor = linkOf(over); anchor.append(child); child = anchor; }
    if (isTitle) heading.append(child); else nodes.push(child);
  }
  return nodes;
}

/**
 * Where the title stands that is shown large, or null: one rule for reading and for writing. A text area makes only
 * what stands on its first row large; so what does not fit on one row is not a title. `isNew`: what is begun anew has
 * one from its first letter on.
 */
export function largeTitle(text, { isNew = false } = {}) {
  const first = isNew ? titleRange(text) : null,
    range = headingRange(text) ?? (first && first[1] - first[0] <= 80 ? first : null);
  if (range === null) return null;
  const probe = $("title-probe"), style = getComputedStyle($("sheet"));
  probe.textContent = text.slice(...range);
  const room = $("sheet").clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room > 0 && probe.offsetWidth > room ? null : range;
}

/**
 * Fills the reading view. `links` and `matches` are ranges in UTF-16 units, and `marks` its Markdown, as the server
 * finds them. `tick(box)` ticks a task.
 */
export function fillReading(node, text, { links = [], matches = [], marks = null, tick = null } = {}) {
  const title = largeTitle(text);
  const ranges = [
    ...(title ? [{ range: title, is: "title" }] : []),
    ...links.map((link) => ({ ...link, is: "link" })), ...matches.map((range) => ({ range, is: "match" })),
  ];
  const focused = document.activeElement;
  const box = focused instanceof HTMLElement && node.contains(focused) ? focused.dataset.box : undefined;
  node.toggleAttribute("data-marks", marks !== null);
  node.toggleAttribute("data-titled", title !== null);
  node.replaceChildren(...(marks === null ? leaf(text, [0, text.length], ranges)
    : markedNodes(marks, (range, { isLinked, isTitled }) => leaf(text, range,
      ranges.filter(({ is }) => (is === "link" ? isLinked : is === "title" ? isTitled : true))), tick)));
  if (box !== undefined) node.querySelector(`[data-box="${box}"]`)?.focus({ preventScroll: true });
}

/** Where in the text a click into the reading view was, or null. */
export function offsetAt(node, x, y) {
  const spot = document.caretPositionFromPoint(x, y);
  if (!spot || !node.contains(spot.offsetNode)) return null;
  if (places.has(spot.offsetNode)) return places.get(spot.offsetNode) + spot.offset;
  // Between the pieces of the text: where the last one before it ends.
  const here = document.createRange(), walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  here.setStart(spot.offsetNode, spot.offset);
  let end = 0;
  for (let own; (own = walk.nextNode()) && here.comparePoint(own, 0) < 0;) {
    if (places.has(own)) end = places.get(own) + own.nodeValue.length;
  }
  return end;
}
