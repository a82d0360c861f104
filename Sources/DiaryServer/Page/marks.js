// A text by its marks: elements of ours, built from the list that the server made of the text. Nothing of a text is
// HTML.
import { make } from "./dom.js";
import { word } from "./strings.js";

const tags = {
  paragraph: "p", quote: "blockquote", item: "li", code: "pre", rule: "hr", table: "table", row: "tr", emphasis: "em",
  strong: "strong", struck: "del", inlineCode: "code",
};
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
  if (is === "link" && mark.entry) {
    return make("a", { class: "link", "data-kind": "entry", href: `#/entry/${mark.entry}` });
  }
  if (is === "link") return /^(https?:\/\/|mailto:)/i.test(mark.target)
    ? make("a", { class: "link", "data-kind": "web", href: mark.target, target: "_blank", rel: "noopener noreferrer" })
    : make("span");
  if (is === "item" && mark.box !== undefined) {
    const box =
      make("input", { type: "checkbox", class: "tick", "data-box": mark.box, checked: mark.done, disabled: !tick });
    box.addEventListener("change", () => tick?.(mark.box));
    return make("li", { class: "task" }, box);
  }
  if (is === "item" && mark.number) return make("li", { value: mark.number });
  return make(tags[is] ?? "span");
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
export function markedNodes(marks, leaf, tick) {
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
