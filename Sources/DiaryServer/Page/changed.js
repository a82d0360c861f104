// What changed here: the operation that the slider stands on, and the entries that it wrote.
import { get, latest } from "./api.js";
import { diary } from "./diary.js";
import { $, make, setText } from "./dom.js";
import { open } from "./entry.js";
import { step, timeline } from "./slider.js";
import { operationWords } from "./undo.js";
import { word } from "./strings.js";

let isWanted = null; // by a person: true or false; else it shows in the past

const shouldShow = () => isWanted ?? diary.isPast;
function show() {
  $("changed").hidden = !shouldShow();
  $("moment").setAttribute("aria-expanded", shouldShow());
}

const load = latest(async (isNewest) => {
  show();
  if (!shouldShow() || diary.isMoving || timeline.count === 0) return;
  const at = step();
  if (at === 0) {
    setText($("changed-what"), word("nothingYet"));
    $("changed-entries").replaceChildren();
    return;
  }
  const to = timeline.event(at), from = timeline.event(at - 1);
  try {
    const [{ operations }, { entries, more }] = await Promise.all([get("operations", { at: to, limit: 1 }), get("changes", { from, to, limit: 20 })]);
    if (!isNewest() || at !== step()) return;
    setText($("changed-what"), operations[0] ? operationWords(operations[0]) : "");
    const rows = entries.map(({ id, change, title, added, removed }) => make("li", {},
      make("button", { class: "changed", type: "button", "data-id": id, "data-change": change, on: { click: () => open.open(id) } },
        make("span", { class: "changed-title", text: title || word("noTitle") }),
        make("small", { text: word("changes")[change] ?? change }),
        added ? make("ins", { text: `+${added}` }) : null, removed ? make("del", { text: `−${removed}` }) : null)));
    if (more) rows.push(make("li", { class: "quiet", text: word("more") }));
    $("changed-entries").replaceChildren(...rows);
  } catch { /* the next movement asks again */ }
});

export function startChanged() {
  $("moment").addEventListener("click", () => { isWanted = !shouldShow(); load(); });
  $("changed-close").addEventListener("click", () => { isWanted = diary.isPast ? false : null; show(); $("moment").focus(); });
  diary.addEventListener("moment", () => { if (!diary.isPast) isWanted = null; load(); });
  diary.addEventListener("state", () => { if (shouldShow()) load(); });
}
