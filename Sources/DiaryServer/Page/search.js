// What the list is asked: the search, the filters and the order. One question at a time, and the newest wins.
import { get, latest } from "./api.js";
import { dayText } from "./dates.js";
import { askingPanel, diary, draw, panel } from "./diary.js";
import { $, button, choices, fill, label, make, setText } from "./dom.js";
import { figures, word } from "./language.js";
import { list } from "./list.js";
import { DaySource, PageSource } from "./source.js";

const all = { q: "", tag: "", year: "", starred: false, deleted: false, conflicts: false };
const asked = { ...all, sort: "date" };
const hasFilter = () => Boolean(asked.tag || asked.year || asked.starred || asked.deleted || asked.conflicts);
const isPlain = () => !asked.q && !hasFilter() && asked.sort === "date";

/** What the list is asked, for an address. */
export const whatIsAsked = () => ({ ...asked });
/** Is told what a question was; entries are shown with its words marked. */
export const query = () => asked.q;

function source() {
  const { at, isMoving } = diary;
  if (asked.conflicts) return PageSource.load("conflicts", { at }, { limit: null });
  const filters = { tag: asked.tag, year: asked.year, starred: asked.starred };
  if (asked.q) {
    const sort = asked.sort === "relevance" ? "relevance" : undefined;
    return PageSource.load(
      "search", { q: asked.q, typing: 1, at, ...filters, sort }, { isOnePage: isMoving, limit: isMoving ? 25 : 50 });
  }
  const sort = ["created", "modified"].includes(asked.sort) ? asked.sort : undefined;
  if (isPlain() && !isMoving) return DaySource.load(at, list.rowsAtTop);
  const query = { at, ...filters, deleted: asked.deleted, sort, reversed: asked.sort === "oldest" };
  return PageSource.load("entries", query, { isOnePage: isMoving, limit: isMoving ? 25 : 50 });
}

let shown = "";
/** Asks for the list anew. Where only the event is another one, the place in the list stays. */
export const ask = latest(async (isNewest) => {
  const { q } = asked, { isMoving } = diary, key = JSON.stringify(asked), late = setTimeout(showLate, 500);
  try {
    const found = await source();
    if (!isNewest()) { found.stop(); if (!isMoving) return; }
    if (!await list.show(found, { keep: key === shown && !isMoving, isWanted: () => isMoving || isNewest() })) return;
    shown = key;
    const days = list.source.index?.days;
    if (days) years = [...new Set(days.map((day) => String(Number.parseInt(dayText(day), 10))))];
    document.body.dataset.answered = q;
    mistake(null);
    if (!isMoving) { count(found, q); draw(); }
    none(found);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    if (problem.code === "query" && isNewest()) return mistake(problem);
    if (problem.status === 0 || problem.status === 401) return showLate();
    if (problem.code === "beyond-head") return diary.travel(null);
    if (isNewest() && !problem.isPassing) mistake(problem);
    if (problem.isPassing) setTimeout(() => ask(), 1000);
  } finally { clearTimeout(late); }
});

/** What stands there answers another question. */
function showLate() {
  list.box.setAttribute("aria-busy", "true");
  setText($("count"), "");
}

/** A question that cannot be read: said under the field, and marked in it. The last answer stays. */
function mistake(problem) {
  const note = $("search-mistake"), echo = $("search-echo");
  note.hidden = problem === null;
  $("search").setAttribute("aria-invalid", problem !== null);
  echo.replaceChildren();
  if (problem === null) return;
  list.box.setAttribute("aria-busy", "false");
  setText(note, problem.message);
  const range = problem.body.error?.range ?? problem.body.range;
  if (!range || asked.q !== $("search").value.trim()) return;
  const typed = $("search").value, lead = typed.length - typed.trimStart().length;
  const [start, end] = [range[0] + lead, Math.max(range[1], range[0] + 1) + lead];
  echo.append(
    typed.slice(0, start), make("span", { class: "wrong", text: typed.slice(start, end) || " " }), typed.slice(end));
  echo.scrollLeft = $("search").scrollLeft;
}

/** How many there are: known at once, or asked for after the rows stand. */
async function count(found, q) {
  const output = $("count");
  if (found.isWhole) return setText(output, word("countEntries", found.count));
  setText(output, "");
  if (!q) return;
  try {
    const { count: number, exact } =
      await get(
        "search", { ...found.query, at: found.at, typing: 1, limit: 1, count: 1 }, { signal: found.stopper.signal });
    if (list.source === found && number !== null) setText(output, word(exact ? "countEntries" : "countAbout", number));
  } catch { /* it is only a number */ }
}

/** What stands where no row is: why, and what can be done. */
function none(found) {
  const why = found.count > 0 ? "" : asked.q ? "search" : asked.conflicts ? "conflicts" : asked.deleted ? "deleted"
    : hasFilter() ? "filter" : diary.isPast ? "past" : "empty";
  const [title = "", text = "", action = ""] = word("none")[why] ?? [];
  $("none").hidden = why === "";
  $("none").dataset.why = why;
  $("list").hidden = why !== "";
  setText($("none-title"), title);
  setText($("none-text"), text);
  setText($("none-action"), action);
  $("none-action").hidden = !action || (why === "empty" && !diary.canWrite);
  $("none-action").onclick = why === "empty" ? () => $("new").click() : clear;
}

/** Asks for other entries: some of {q, tag, year, starred, sort, deleted}. */
export function askFor(change) {
  // What wants a look is looked at alone.
  Object.assign(asked, change.conflicts ? all : { conflicts: false }, change);
  if ($("search").value.trim() !== asked.q) $("search").value = asked.q;
  draw();
  return JSON.stringify(asked) === shown && list.source !== null ? Promise.resolve() : ask();
}
const clear = () => askFor({ ...all, sort: "date" });
/** Whether there was something to clear. */
export function clearSearch() {
  if (!asked.q && !hasFilter()) return false;
  clear();
  return true;
}

let tags = [], years = [];
function choose(select, value, any, options) {
  if (value && !options.some(([key]) => key === value)) options = [[value, value], ...options];
  if (any !== null) options = [["", any], ...options];
  choices(select, options, value);
  select.classList.toggle("on", Boolean(value) && any !== null);
}
/** Puts the choices into the filters, in the reader's language. */
function fillFilters() {
  $("filter-star").setAttribute("aria-pressed", asked.starred);
  choose($("filter-year"), String(asked.year), word("allYears"), years.map((year) => [year, year]));
  choose($("filter-tag"), asked.tag, word("allTags"),
    tags.map(({ tag, entries }) => [tag, `#${tag} (${figures(entries)})`]));
  fillTagSide();
  const orders = asked.q ? [["newest", word("byDate")], ["relevance", word("byRelevance")]]
    : [["date", word("byDate")], ["oldest", word("oldest")], ["created", word("byCreation")],
    ["modified", word("byChange")]];
  if (!orders.some(([key]) => key === asked.sort)) asked.sort = orders[0][0];
  choose($("filter-sort"), asked.sort, null, orders);
  countConflicts();
  $("filter-clear").hidden = !hasFilter() || asked.deleted;
  $("trash").hidden = !asked.deleted;
  setText($("menu-deleted"), word(asked.deleted ? "showLiving" : "showDeleted"));
  document.body.dataset.filtered = hasFilter() ? "1" : "0";
}
/**
 * The tags as a list at the side, with counts, the most used first, where the window is wide enough; elsewhere they are
 * a filter above the list.
 */
function fillTagSide() {
  const { tag: chosen } = asked;
  $("tag-side").hidden = tags.length === 0;
  const item = (tag, name, entries) => make("li", {}, button("side-tag",
    () => askFor({ tag: tag === chosen ? "" : tag }), { "data-tag": tag, "aria-pressed": String(tag === chosen) },
    make("span", { text: name }), entries === null ? null : make("small", { text: figures(entries) })));
  fill($("side-tags"), [tags, chosen],
    () => [item("", word("allTags"), null), ...tags.map(({ tag, entries }) => item(tag, `#${tag}`, entries))]);
}
/** How many entries want a look, as a filter. */
function countConflicts() {
  const chip = $("filter-conflicts"), stand = diary.state?.conflicts ?? 0;
  chip.hidden = diary.isPast || (stand === 0 && !asked.conflicts);
  chip.setAttribute("aria-pressed", asked.conflicts);
  setText(chip, word("toDecide", stand));
  label(chip, word("toDecideLong", stand));
}
/** The tags of this moment, for the filter and for writing. */
async function loadTags(isNewest) {
  const answer = await get("tags", { at: diary.at });
  if (!isNewest()) return;
  tags = answer.tags;
  $("tag-names").replaceChildren(...tags.map(({ tag }) => make("option", { value: tag })));
  draw();
}

const field = $("search");
field.addEventListener("input", () => {
  $("search-echo").replaceChildren();
  const q = field.value.trim();
  if (q === asked.q) return;
  Object.assign(asked, { q, conflicts: false });
  draw();
  ask();
});
field.addEventListener("scroll", () => { $("search-echo").scrollLeft = field.scrollLeft; });
$("search-form").addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "ArrowDown") { event.preventDefault(); $("list").focus(); list.move(0, false); }
});
$("filter-star").addEventListener("click", () => askFor({ starred: !asked.starred }));
$("filter-conflicts").addEventListener("click", () => askFor({ conflicts: !asked.conflicts }));
panel(fillFilters);
for (const name of ["year", "tag", "sort"]) {
  $(`filter-${name}`).addEventListener("change", ({ target }) => askFor({ [name]: target.value }));
}
$("menu-deleted").addEventListener("click", () => askFor({ deleted: !asked.deleted, q: "" }));
for (const id of ["filter-clear", "trash-leave"]) $(id).addEventListener("click", clear);
diary.addEventListener("moment", () => {
  if (diary.isPast) asked.conflicts = false;
  ask();
});
diary.addEventListener("changed", () => {
  if (diary.isPast
    || (list.source?.at >= diary.head && shown === JSON.stringify(asked))) return; // it is known already
  ask();
});
askingPanel(() => (diary.state ? `${diary.at ?? `head ${diary.head}`}` : ""), loadTags);
fillFilters();
