// The tags as a list at the side, with counts, where the window is wide enough; elsewhere they are a filter above the
// list.
import { $, make } from "./dom.js";
import { figures, language } from "./language.js";
import { word } from "./strings.js";

/** What it shows: filters are filled at each key of a search. */
let shown = {};

/** Shows the tags, the most used first; `choose(tag)` asks for one, "" for all. */
export function fillTagSide(tags, chosen, choose) {
  const now = { tags, chosen, spoken: language() };
  if (shown.tags === tags && shown.chosen === chosen && shown.spoken === now.spoken) return;
  shown = now;
  $("tag-side").hidden = tags.length === 0;
  const item = (tag, name, entries) => make("li", {}, make("button", {
    class: "side-tag", type: "button", "data-tag": tag, "aria-pressed": String(tag === chosen),
    on: { click: () => choose(tag === chosen ? "" : tag) },
  }, make("span", { text: name }), entries === null ? null : make("small", { text: figures(entries) })));
  $("side-tags").replaceChildren(
    item("", word("allTags"), null), ...tags.map(({ tag, entries }) => item(tag, `#${tag}`, entries)));
}
