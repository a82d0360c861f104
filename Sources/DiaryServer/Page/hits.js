// The hits of a search, one after the other: those of the open entry, then those of the next entry in the list.
import { panel } from "./diary.js";
import { $ } from "./dom.js";
import { open } from "./entry.js";
import { list } from "./list.js";
import { query } from "./search.js";

/** Which hit of the open entry is looked at; and, while the next entry is being opened, from which end to begin. */
let current = 0, begins = 0;
const hits = () => [...$("reading").querySelectorAll("mark")];

function look(index) {
  const all = hits();
  current = index;
  for (const [other, node] of all.entries()) node.toggleAttribute("data-current", other === index);
  all[index]?.scrollIntoView(
    { block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** Goes to the next hit, or to the one before; behind the last one of an entry to the next entry of the list. */
export function nextHit(by) {
  if (!query() || !list.source?.count) return;
  const row = list.indexOf(open.id), all = open.state === "reading" && row >= 0 ? hits() : [];
  if (all[current + by]) return look(current + by);
  const to = row < 0 ? 0 : row + by;
  if (to < 0 || to >= list.source.count) return;
  begins = by;
  list.move(to, true);
}

export function startHits() {
  open.addEventListener("opened", () => {
    if (!query() || open.state !== "reading") return;
    look(begins < 0 ? Math.max(0, hits().length - 1) : 0);
    begins = 0;
  });
  // What is shown anew, as after an edit elsewhere, has its hit again.
  panel(() => hits()[current]?.toggleAttribute("data-current", true));
}
