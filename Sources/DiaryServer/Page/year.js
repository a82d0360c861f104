// A year on one page: a square for each day, one of its months, the numbers of the diary, this day through the years,
// and the tags.
import { get, latest } from "./api.js";
import { asUTC, dayText, localNow, longDate, monthDay, monthName, monthOfYear, wall, weekdayName } from "./dates.js";
import { askingPanel, diary, draw } from "./diary.js";
import { $, button, make, setText } from "./dom.js";
import { open } from "./entry.js";
import { figures, language, word } from "./language.js";
import { askFor } from "./search.js";
import { fillThumbnail, firstPicture } from "./thumbnails.js";

/** The year and the month that are shown (0: none yet), the entries of each day, and the years there are. */
let year = new Date().getFullYear(), month = 0, counts = new Map(), first = year, last = year;
/** Whether it is shown, and where the focus was before. */
let isOpen = false, returnTo = null;
/** Whether the year is shown. */
export const isYearOpen = () => isOpen;
const today = () => localNow().slice(0, 10), yearOf = (day) => Number.parseInt(dayText(day), 10);
/** The number of a month's first day; the month behind the last is the first of the next year. */
const firstDay = (inYear, ofMonth) => Math.floor(
  asUTC({ year: inYear + Math.floor((ofMonth - 1) / 12), month: (ofMonth - 1) % 12 + 1, day: 1 }).getTime() / 86400000);

/** A day of the map or the month: a button where something was written. */
function dayNode(name, number, count) {
  const text = dayText(number), words = word("cell", longDate(text), count);
  return make(count ? "button" : "span", {
    class: name, "data-day": text, "data-count": count, "aria-current": text === today() ? "date" : null,
    ...(count ? { type: "button", label: words } : { title: words }),
  });
}

function drawMap() {
  const start = firstDay(year, 1), end = firstDay(year + 1, 1);
  const lead = new Date(start * 86400000).getUTCDay();
  const most = Math.max(3, ...[...counts].filter(([day]) => day >= start && day < end).map(([, count]) => count));
  const nodes = [];
  for (let weekday = 1; weekday < 7; weekday += 2) {
    const name = make("span", { class: "weekday", text: weekdayName(weekday) });
    name.style.gridRow = weekday + 2;
    nodes.push(name);
  }
  for (let day = start; day < end; day += 1) {
    const count = counts.get(day) ?? 0, text = dayText(day), cellNumber = day - start + lead;
    const cell = dayNode("cell", day, count);
    cell.style.setProperty("--shade", `var(--shade-${Math.min(4, Math.ceil(count / most * 4))})`);
    cell.style.gridColumn = Math.floor(cellNumber / 7) + 2;
    cell.style.gridRow = cellNumber % 7 + 2;
    nodes.push(cell);
    if (text.endsWith("-01")) {
      const number = Number(text.slice(-5, -3));
      const name = make("button", { class: "month", type: "button", "data-month": number, text: monthName(number) });
      name.style.gridColumn = Math.floor((cellNumber + 6) / 7) + 2;
      nodes.push(name);
    }
  }
  $("heatmap").replaceChildren(...nodes);
  const shown = $("heatmap").querySelector(`[data-day="${last === year ? today() : dayText(end - 1)}"]`);
  const box = $("heatmap-scroll");
  if (shown) box.scrollLeft = shown.offsetLeft - box.clientWidth + 60;
  setText($("year-title"), String(year));
  const all = [...counts].reduce((sum, [day, count]) => (day >= start && day < end ? sum + count : sum), 0);
  setText($("year-count"), word("countEntries", all));
  $("year-title").dataset.year = year;
  $("year-prev").disabled = year <= first;
  $("year-next").disabled = year >= last;
}

/** A day of the month: its number, its first picture, and how much was written. */
function field(number, entries) {
  const count = entries.length, picture = entries.map(firstPicture).find(Boolean);
  const node = dayNode("month-day", number, count);
  if (picture) {
    const holder = make("span", { class: "month-picture" });
    node.append(holder);
    fillThumbnail(holder, picture.sha256, 120);
  }
  node.append(make("span", { class: "month-number", text: figures(Number(dayText(number).slice(-2))) }));
  if (count > 1) node.append(make("small", { text: figures(count) }));
  return node;
}

const drawMonth = latest(async (isNewest) => {
  const { at } = diary, start = firstDay(year, month), end = firstDay(year, month + 1);
  setText($("month-title"), monthOfYear(year, month));
  $("month-title").dataset.month = `${year}-${month}`;
  const entries = [];
  try {
    let after;
    do {
      const page = await get("entries", { at, from: dayText(start), to: dayText(end - 1), limit: 500, after });
      if (!isNewest() || at !== diary.at) return;
      entries.push(...page.entries);
      after = page.next;
    } while (after);
  } catch { return; } // closed or offline: opening it again asks again
  const byDay = Map.groupBy(entries, ({ date }) => date.slice(0, 10));
  const lead = new Date(start * 86400000).getUTCDay();
  const names = Array.from({ length: 7 }, (_, weekday) =>
    make("span", { class: "month-weekday", "aria-hidden": "true", text: weekdayName(weekday) }));
  const fields = Array.from({ length: end - start }, (_, index) =>
    field(start + index, byDay.get(dayText(start + index)) ?? []));
  fields[0].style.gridColumn = lead + 1;
  $("month-days").replaceChildren(...names, ...fields);
});

/** Shows a month of the year; one before its first or behind its last turns the year as well. */
function turnMonth(to) {
  const turned = to < 1 ? -1 : to > 12 ? 1 : 0;
  month = to - 12 * turned;
  year += turned;
  if (turned !== 0) drawMap();
  return drawMonth();
}
/** The last month of the year that has something. */
function newestMonth() {
  const days = [...counts.keys()].filter((day) => yearOf(day) === year);
  if (days.length) return Number(dayText(Math.max(...days)).slice(-5, -3));
  return today().startsWith(`${year}-`) ? Number(today().slice(5, 7)) : 12;
}

/** An entry of this day in another year. */
function card(entry) {
  const picture = firstPicture(entry), holder = picture ? make("span", { class: "today-picture" }) : null;
  if (holder) fillThumbnail(holder, picture.sha256, 180);
  const see = () => { showYear(false); open.open(entry.id); };
  return make("li", {}, button("today", see, { "data-id": entry.id }, holder,
    make("time", { text: String(wall(entry.date)?.year ?? "") }),
    make("b", { text: entry.title || word("noTitle") }),
    make("span", { class: "today-preview", text: entry.preview })));
}

async function drawDay(day, isNewest) {
  setText($("today-title"), word("onThisDay", monthDay(...day.split("-").map(Number))));
  const { entries } = await get("today", { at: diary.at, day });
  if (!isNewest()) return;
  $("on-this-day").replaceChildren(
    ...(entries.length ? entries.map(card) : [make("li", { class: "quiet", text: word("noneOnThisDay") })]));
}

async function load(isNewest) {
  const { at } = diary;
  const [stats, days, { tags }] = await Promise.all([get("stats", { at }), get("days", { at }), get("tags", { at })]);
  if (!isNewest()) return;
  counts = new Map(days.days);
  const years = days.days.map(([day]) => yearOf(day)), { entries, days: written, words, ...streaks } = stats;
  first = years.at(-1) ?? year;
  last = Math.max(years[0] ?? year, new Date().getFullYear());
  const numbers = {
    "stats-entries": entries, "stats-days": written, "stats-words": words,
    "streak-current": streaks.currentStreak, "streak-longest": streaks.longestStreak,
  };
  for (const [id, number] of Object.entries(numbers)) setText($(id), figures(number));
  drawMap();
  turnMonth(month || newestMonth());
  $("year-tags").replaceChildren(...(tags.length ? tags.slice(0, 40).map(({ tag, entries }) => {
    const node = button("year-tag", () => leaveFor({ tag, q: "" }), { "data-tag": tag },
      make("span", { text: `#${tag}` }), make("small", { text: figures(entries) }));
    node.style.setProperty("--part", entries / tags[0].entries);
    return make("li", {}, node);
  }) : [make("li", { class: "quiet", text: word("noTags") })]));
  await drawDay(today().slice(5), isNewest);
}

/** Leaves the year for the entries that it was asked for. */
function leaveFor(asked) {
  showYear(false);
  askFor(asked);
}

/** Opens or closes the year. Returns whether it was open. */
export function showYear(is = !isOpen) {
  const was = isOpen;
  if (is === was) return was;
  isOpen = is;
  $("year-view").hidden = !is;
  document.body.classList.toggle("shows-year", is);
  for (const id of ["bar", "main"]) $(id).inert = is;
  if (is) {
    returnTo = document.activeElement;
    const wanted = Number.parseInt(open.entry?.date ?? "", 10) || year;
    if (wanted !== year) [year, month] = [wanted, 0];
    $("year-close").focus();
  } else returnTo?.focus();
  draw();
  return was;
}

$("year-open").addEventListener("click", () => showYear(true));
$("year-close").addEventListener("click", () => showYear(false));
for (const [way, by] of Object.entries({ prev: -1, next: 1 })) {
  $(`year-${way}`).addEventListener("click", () => { year += by; drawMap(); turnMonth(newestMonth()); });
  $(`month-${way}`).addEventListener("click", () => turnMonth(month + by));
}
for (const id of ["heatmap", "month-days"]) {
  $(id).addEventListener("click", (event) => {
    const { month, day } = event.target.closest("button")?.dataset ?? {};
    if (month) turnMonth(Number(month));
    if (day) leaveFor({ q: `date:${day}` });
  });
}
// It is asked for anew where another moment is shown, something was written, or the page speaks the other language.
askingPanel(() => (isOpen ? [language(), diary.at ?? `head ${diary.head}`].join() : ""), load);
