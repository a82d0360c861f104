// What changed here: the operation that the slider stands on, or all of its day; which entries it wrote, in which
// words; and what else was done on that day.
import { get } from "./api.js";
import { shortDate, timeOfDay } from "./dates.js";
import { askingPanel, diary, draw, panel } from "./diary.js";
import { $, button, isWide, make, setText } from "./dom.js";
import { open } from "./entry.js";
import { differenceNodes } from "./history.js";
import { language, word } from "./language.js";
import { daySteps, go, isByDay, step, tellStep, timeline } from "./slider.js";
import { operationWords } from "./undo.js";

const most = 30; // operations of a day that are named
let isWanted = null; // by a person: true or false; else it shows in the past, where there is room
const shouldShow = () => isWanted ?? (diary.isPast && isWide());
function show() {
  $("changed").hidden = !shouldShow();
  $("moment").setAttribute("aria-expanded", shouldShow());
}

const wanted = () => (timeline.count > 0 && (shouldShow() || diary.isPast)
  ? [step(), isByDay(), daySteps()?.day, timeline.count, language()].join() : "");

/** The entries that differ, each with how many lines. */
function entryNodes(entries, more) {
  const rows = entries.map(({ id, change, title, added, removed }) => make("li", {},
    button("changed", () => open.open(id), { "data-id": id, "data-change": change },
      make("span", { class: "changed-title", text: title || word("noTitle") }),
      make("small", { text: word("changes")[change] ?? change }),
      added ? make("ins", { text: `+${added}` }) : null, removed ? make("del", { text: `−${removed}` }) : null)));
  if (more) rows.push(make("li", { class: "quiet", text: word("more") }));
  return rows;
}

/** The operations of a day, the first of them first: each leads to its step. */
function dayNodes(operations) {
  return operations.map((operation) => {
    const at = timeline.stepOf(operation.events.last), words = operationWords(operation);
    const isHere = !isByDay() && at === step();
    return make("li", {}, button("day-step", () => go(at),
      { "data-step": at, title: words, "aria-current": isHere ? "step" : null },
      make("time", { text: timeOfDay(timeline.time(at)) }), make("span", { text: words })));
  });
}

async function load(isNewest) {
  const at = step(), byDay = isByDay(), days = daySteps();
  if (at === 0 || days === null) {
    setText($("changed-what"), word("nothingYet"));
    for (const id of ["changed-entries", "changed-words", "changed-day"]) $(id).replaceChildren();
    return;
  }
  const { first, last } = days, isOfDay = byDay && first <= last;
  const [start, end] = byDay ? [first - 1, Math.max(first - 1, last)] : [at - 1, at];
  const [{ operations }, { entries, more }] = await Promise.all([
    get("operations",
      { at: timeline.event(Math.max(end, last)), limit: Math.max(1, Math.min(most, last - first + 1)) }),
    get("changes", { from: timeline.event(start), to: timeline.event(end), limit: 20, words: 1 })]);
  if (!isNewest()) return;
  const own = operations.find((operation) => timeline.stepOf(operation.events.last) === at)
    ?? (byDay ? null : (await get("operations", { at: timeline.event(at), limit: 1 })).operations[0]);
  const what = !byDay ? (own ? operationWords(own) : "")
    : word(isOfDay ? "changesOfDay" : "noChangeOfDay", shortDate(days.day), last - first + 1);
  setText($("changed-what"), what);
  tellStep(what);
  $("changed-entries").replaceChildren(...entryNodes(entries, more));
  $("changed-words").replaceChildren(
    ...(entries.length === 1 && entries[0].change === "changed" ? differenceNodes(entries[0]) : []));
  $("changed-day").replaceChildren(...(isOfDay || last > first ? dayNodes(operations.toReversed()) : []));
  $("changed-day").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

$("moment").addEventListener("click", () => { isWanted = !shouldShow(); draw(); });
$("changed-close").addEventListener("click", () => {
  isWanted = diary.isPast ? false : null;
  draw();
  $("moment").focus();
});
diary.addEventListener("moment", () => { if (!diary.isPast) isWanted = null; });
panel(show);
askingPanel(wanted, load);
