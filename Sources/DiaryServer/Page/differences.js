// How two states of an entry differ, as nodes: its fields, and its text with the words that came and went.
import { timestamp } from "./dates.js";
import { make } from "./dom.js";
import { word } from "./strings.js";

/** The paragraphs of a hunk, with the words that came and went marked in them. */
function paragraphs(pieces) {
  const lines = [make("div", { class: "line" })];
  for (const { kind, text } of pieces) {
    text.split("\n").forEach((part, index) => {
      if (index) lines.push(make("div", { class: "line" }));
      if (part) {
        lines.at(-1).append(
          kind === "same" ? part : make(kind === "added" ? "ins" : "del", { class: kind, text: part }));
      }
    });
  }
  // The last piece ends in a line feed.
  lines.pop();
  for (const line of lines) if (!line.textContent) line.append("\u00a0");
  return lines;
}

/** A difference: the fields, then the text with its changes. */
export function differenceNodes({ hunks = [], fields = {} }) {
  const nodes = [];
  const valueText = (value) =>
    (value === null || value === undefined || (Array.isArray(value) && !value.length) ? word("nothing")
    : Array.isArray(value) ? value.map((item) => item.name ?? `#${item}`).join(" ") : value === true ? word("yes")
      : value === false ? word("no")
      : typeof value === "object" ? value.main ?? `${value.lat}, ${value.lon}` : /^\d{4}-/.test(value)
        ? timestampOrDay(value) : String(value));
  for (const [field, sides] of Object.entries(fields)) {
    nodes.push(make("p", { class: "field-change" }, make("span", { text: `${word("fieldNames")[field] ?? field}: ` }),
      make("del", { text: valueText(sides.before) }), " → ", make("ins", { text: valueText(sides.after) })));
  }
  hunks.forEach((hunk, index) => {
    if (index) nodes.push(make("hr"));
    nodes.push(...paragraphs(hunk.pieces));
  });
  return nodes;
}
const timestampOrDay = (text) => (text.length > 10 ? timestamp(text) : text);
