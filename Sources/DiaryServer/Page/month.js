// A month on the year's page: a field for each day, with the first picture of the day and how much was written.
import { get, latest } from "./api.js";
import { asUTC, dayNumber, dayText, longDate, monthOfYear, weekdayName } from "./dates.js";
import { diary } from "./diary.js";
import { $, make, setText } from "./dom.js";
import { fillThumbnail, firstPicture } from "./thumbnails.js";
import { figures } from "./language.js";
import { word } from "./strings.js";

const side = 120;
let shown = null; // {year, month}, the month from 1

function field(number, entries, today) {
  const text = dayText(number), count = entries.length, picture = entries.map(firstPicture).find(Boolean);
  const words = word("cell", longDate(text), count), day = Number(text.slice(-2));
  const node = make(count ? "button" : "span", {
    class: "month-day", "data-day": text, "data-count": count, "aria-current": text === today ? "date" : undefined,
    ...(count ? { type: "button", "aria-label": words, title: words } : {}),
  });
  if (picture) {
    const holder = make("span", { class: "month-picture" });
    node.append(holder);
    fillThumbnail(holder, picture.sha256, side);
  }
  node.append(make("span", { class: "month-number", text: figures(day) }));
  if (count > 1) node.append(make("small", { text: figures(count) }));
  return node;
}

/** Draws the month that is chosen; `today` is marked. */
const draw = latest(async (today, isNewest) => {
  if (shown === null) return;
  const { year, month } = shown, { at } = diary;
  const start = dayNumber(`${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`);
  const end =
    Math.floor(asUTC({ year: month === 12 ? year + 1 : year, month: month % 12 + 1, day: 1 }).getTime() / 86400000);
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
  const names =
    Array.from(
      { length: 7 },
      (_, weekday) => make("span", { class: "month-weekday", "aria-hidden": "true", text: weekdayName(weekday) }));
  const fields =
    Array.from(
      { length: end - start }, (_, index) => field(start + index, byDay.get(dayText(start + index)) ?? [], today));
  fields[0].style.gridColumn = lead + 1;
  $("month-days").replaceChildren(...names, ...fields);
});

/** Shows a month of a year. */
export function showMonth(year, month, today) {
  shown = { year: year + Math.floor((month - 1) / 12), month: ((month - 1) % 12 + 12) % 12 + 1 };
  return draw(today);
}
/** The month that is shown. */
export const shownMonth = () => shown;
