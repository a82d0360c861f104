// A year on one page: a square for each day, one of its months, the numbers of the diary, this day through the years,
// and the tags.
import { get, latest } from "./api.js";
import { asUTC, dayText, localNow, longDate, monthDay, monthName, monthOfYear, wall, weekdayName } from "./dates.js";
import { diary, panel } from "./diary.js";
import { $, make, setText } from "./dom.js";
import { open } from "./entry.js";
import { askFor } from "./search.js";
import { fillThumbnail, firstPicture } from "./thumbnails.js";
import { figures, language } from "./language.js";
import { word } from "./strings.js";

/** The year and the month that are shown (0: none yet), the entries of each day, and the years there are. */
let year = new Date().getFullYear(), month = 0, counts = new Map(), first = year, last = year;
/** Whether it is shown, in which language, and where the focus was before. */
let isOpen = false, spoken = "", returnTo = null;
/** Whether the year is shown. */
export const isYearOpen = () => isOpen;
const today = () => localNow().slice(0, 10);
/** The number of a month's first day; the month behind the last is the first of the next year. */
const firstDay = (inYear, ofMonth) => Math.floor(
  asUTC({ year: inYear + Math.floor((ofMonth - 1) / 12), month: (ofMonth - 1) % 12 + 1, day: 1 }).getTime() / 86400000);

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
    const words = word("cell", longDate(text), count);
    const cell = make(count ? "button" : "span", {
      class: "cell", type: count ? "button" : undefined, "data-day": text,
      "aria-current": text === today() ? "date" : undefined, "data-count": count,
      "data-shade": count ? Math.min(4, Math.ceil(count / most * 4)) : 0, title: words,
      "aria-label": count ? words : undefined,
    });
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
  const shown = $("heatmap").querySelector(`[data-day="${last === year ? today() : dayText(end - 1)}"]`),
    box = $("heatmap-scroll");
  if (shown) box.scrollLeft = shown.offsetLeft - box.clientWidth + 60;
  setText($("year-title"), String(year));
  setText($("year-count"),
    word("countEntries",
      [...counts].reduce((sum, [day, count]) => (day >= start && day < end ? sum + count : sum), 0)));
  $("year-title").dataset.year = year;
  $("year-prev").disabled = year <= first;
  $("year-next").disabled = year >= last;
}

/** A day of the month: its number, its first picture, and how much was written. */
function field(number, entries) {
  const text = dayText(number), count = entries.length, picture = entries.map(firstPicture).find(Boolean);
  const words = word("cell", longDate(text), count), day = Number(text.slice(-2));
  const node = make(count ? "button" : "span", {
    class: "month-day", "data-day": text, "data-count": count, "aria-current": text === today() ? "date" : undefined,
    ...(count ? { type: "button", "aria-label": words, title: words } : {}),
  });
  if (picture) {
    const holder = make("span", { class: "month-picture" });
    node.append(holder);
    fillThumbnail(holder, picture.sha256, 120);
  }
  node.append(make("span", { class: "month-number", text: figures(day) }));
  if (count > 1) node.append(make("small", { text: figures(count) }));
  return node;
}

const drawMonth = latest(async (isNewest) => {
  const { at } = diary, start = firstDay(year, month), end = firstDay(year, month + 1);
  setText($("month-title"), monthOfYear(year, month));
  $("month-title").dataset.month = `${year}-${month}`;
  const byDay = new Map();
  try {
    let after;
    do {
      const page = await get("entries", { at, from: dayText(start), to: dayText(end - 1), limit: 500, after });
      if (!isNewest() || at !== diary.at) return;
      for (const entry of page.entries) {
        const day = entry.date.slice(0, 10);
        byDay.set(day, [...byDay.get(day) ?? [], entry]);
      }
      after = page.next;
    } while (after);
  } catch { return; } // closed or offline: opening it again asks again
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
  const days = [...counts.keys()].filter((day) => Number.parseInt(dayText(day), 10) === year);
  if (days.length) return Number(dayText(Math.max(...days)).slice(-5, -3));
  return today().startsWith(`${year}-`) ? Number(today().slice(5, 7)) : 12;
}

/** An entry of this day in another year. */
function card(entry) {
  const picture = firstPicture(entry), holder = picture ? make("span", { class: "today-picture" }) : null;
  if (holder) fillThumbnail(holder, picture.sha256, 180);
  const click = () => { showYear(false); open.open(entry.id); };
  return make("li", {}, make("button", { class: "today", type: "button", "data-id": entry.id, on: { click } },
    holder, make("time", { text: String(wall(entry.date)?.year ?? "") }),
    make("b", { text: entry.title || word("noTitle") }),
    make("span", { class: "today-preview", text: entry.preview })));
}

async function drawDay(day) {
  const at = diary.at;
  setText($("today-title"), word("onThisDay", monthDay(...day.slice(-5).split("-").map(Number))));
  const { entries } = await get("today", { at, day: day.slice(-5) });
  if (at !== diary.at || !isOpen) return;
  $("on-this-day").replaceChildren(
    ...(entries.length ? entries.map(card) : [make("li", { class: "quiet", text: word("noneOnThisDay") })]));
}

const load = latest(async (isNewest) => {
  if (!isOpen) return;
  const { at } = diary;
  spoken = language();
  try {
    const [stats, days, { tags }] = await Promise.all([get("stats", { at }), get("days", { at }), get("tags", { at })]);
    if (!isNewest() || at !== diary.at) return;
    counts = new Map(days.days);
    const years = days.days.map(([day]) => Number.parseInt(dayText(day), 10));
    first = years.at(-1) ?? year;
    last = Math.max(years[0] ?? year, new Date().getFullYear());
    for (const [id, number] of [["stats-entries", stats.entries], ["stats-days", stats.days],
        ["stats-words", stats.words], ["streak-current", stats.currentStreak],
        ["streak-longest", stats.longestStreak]]) setText($(id), figures(number));
    drawMap();
    turnMonth(month || newestMonth());
    const most = tags[0]?.entries ?? 1;
    $("year-tags").replaceChildren(...(tags.length ? tags.slice(0, 40).map(({ tag, entries }) => {
      const button =
        make("button",
          { class: "year-tag", type: "button", "data-tag": tag,
            on: { click: () => { showYear(false); askFor({ tag, q: "" }); } } }, make("span", { text: `#${tag}` }),
          make("small", { text: figures(entries) }));
      button.style.setProperty("--part", entries / most);
      return make("li", {}, button);
    }) : [make("li", { class: "quiet", text: word("noTags") })]));
    await drawDay(today());
  } catch { /* closed or offline: opening it again asks again */ }
});

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
    load();
    $("year-close").focus();
  } else returnTo?.focus();
  return was;
}

export function startYear() {
  $("year-open").addEventListener("click", () => showYear(true));
  $("year-close").addEventListener("click", () => showYear(false));
  for (const [way, by] of Object.entries({ prev: -1, next: 1 })) {
    $(`year-${way}`).addEventListener("click", () => { year += by; drawMap(); turnMonth(newestMonth()); });
    $(`month-${way}`).addEventListener("click", () => turnMonth(month + by));
  }
  for (const id of ["heatmap", "month-days"]) {
    $(id).addEventListener("click", (event) => {
      const month = event.target.closest("button.month")?.dataset.month,
        day = event.target.closest("button")?.dataset.day;
      if (month) turnMonth(Number(month));
      if (!day) return;
      showYear(false);
      askFor({ q: `date:${day}` });
    });
  }
  $("year-view").addEventListener("keydown", (event) => {
    if (event.key === "Escape") { event.stopPropagation(); showYear(false); }
    if (event.target.closest("button") && (event.key === "ArrowLeft" || event.key === "ArrowRight")
      && !event.target.closest("#heatmap, #month")) {
      const button = $(event.key === "ArrowLeft" ? "year-prev" : "year-next");
      if (!button.disabled) button.click();
    }
  });
  diary.addEventListener("moment", () => { if (!diary.isMoving) load(); });
  diary.addEventListener("changed", () => { if (!diary.isPast) load(); });
  panel(() => { if (isOpen && spoken !== language()) load(); });
}
