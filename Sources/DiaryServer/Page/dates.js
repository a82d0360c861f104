// Dates in words: the clock that the writer saw, as RFC 3339 says it, to which no zone is ever added or taken away; and
// the days of this browser's clock. No DOM.
import { language } from "./language.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const shapes = {
  row: { weekday: "short", month: "short", day: "numeric" },
  rowYear: { year: "numeric", month: "short", day: "numeric" },
  long: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  clock: { hour: "numeric", minute: "2-digit" },
  stamp: { dateStyle: "medium", timeStyle: "short" },
  monthDay: { month: "long", day: "numeric" },
  monthOfYear: { year: "numeric", month: "long" },
  month: { month: "short" },
  weekday: { weekday: "narrow" },
  year: { year: "numeric" },
  shortYear: { year: "2-digit" },
  day: { month: "numeric", day: "numeric" },
};
const formats = new Map();
/** A date in the words of a shape; `asUTC` makes one of digits, any other is shown on the clock of this browser. */
function said(shape, date, isHere = false) {
  const timeZone = isHere ? undefined : "UTC";
  const key = `${language()} ${isHere} ${shape}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language(), { timeZone, ...shapes[shape] }));
  return formats.get(key).format(date);
}

/** The digits on the writer's clock: {year, month, day, hour, minute, hasTime}, or null. */
export function wall(text) {
  const found = /^([+-]?\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?/.exec(text ?? "");
  if (!found) return null;
  const [, year, month, day, hour, minute] = found.map(Number);
  return { year, month, day, hour: hour || 0, minute: minute || 0, hasTime: found[4] !== undefined };
}

/** The same digits as an instant of UTC, which formats in UTC show unchanged. */
export function asUTC({ year, month, day, hour = 0, minute = 0 }) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute);
  return date;
}

/** Days since 1970-01-01 of a date's day. */
export const dayNumber = (text) => Math.floor(asUTC(wall(text)).getTime() / 86400000);
/** 2026-11-22 of a day number. */
export const dayText = (number) => {
  const date = new Date(number * 86400000);
  const pad = (value, width) => String(Math.abs(value)).padStart(width, "0");
  const year = date.getUTCFullYear();
  return `${year < 0 ? "-" : ""}${pad(year, 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
};

/** An entry's date in a row: "Sun, 22 Nov" of this year, else with the year. */
export function shortDate(text) {
  const date = wall(text);
  return date ? said(date.year === new Date().getFullYear() ? "row" : "rowYear", asUTC(date)) : text ?? "";
}

/** An entry's date over its text: the whole of it, with the time where it has one. */
export function longDate(text, precision) {
  const date = wall(text);
  if (!date) return text ?? "";
  const day = said("long", asUTC(date));
  return date.hasTime && precision !== "day" ? `${day} ${said("clock", asUTC(date))}` : day;
}

/** When something was written, on the clock of the RFC 3339 text. */
export const timestamp = (text) => (wall(text) ? said("stamp", asUTC(wall(text))) : "");
/** A moment of the log (Unix seconds) on the clock of this browser. */
export const moment = (seconds) => said("stamp", new Date(seconds * 1000), true);
/** The year, shortYear, month or day of a moment, as short as it can be. */
export const dateMark = (unit, seconds) => said(unit, new Date(seconds * 1000), true);
/** A moment's time of day on the clock of this browser: "18:20". */
export const timeOfDay = (seconds) => said("clock", new Date(seconds * 1000), true);

/** A day and month: "22 November". */
export const monthDay = (month, day) => said("monthDay", asUTC({ year: 2024, month, day }));
/** A month of a year: "November 2026". */
export const monthOfYear = (year, month) => said("monthOfYear", asUTC({ year, month, day: 1 }));
/** A month's short name. */
export const monthName = (month) => said("month", asUTC({ year: 2024, month, day: 1 }));
/** A day's short name; 0 is Sunday. */
export const weekdayName = (weekday) => said("weekday", asUTC({ year: 2023, month: 1, day: 1 + weekday }));

/** Now, on this browser's clock: RFC 3339 to the minute, with the offset. */
export function localNow(now = new Date()) {
  const pad = (value) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  const offset = -now.getTimezoneOffset();
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  const time = `${pad(now.getHours())}:${pad(now.getMinutes())}:${pad(now.getSeconds())}`;
  return `${day}T${time}${offset < 0 ? "-" : "+"}${pad(offset / 60)}:${pad(offset % 60)}`;
}

// Moments follow each other, so the last day is remembered.
let last = { from: 0, to: 0 };
/**
 * The day of a moment in Unix seconds: its year, month and day, its number (1970-01-01 is 0), and its seconds [from,
 * to).
 */
export function partsOf(seconds) {
  if (seconds >= last.from && seconds < last.to) return last;
  const date = new Date(seconds * 1000), [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  last = {
    year, month, day, number: Date.UTC(year, month, day) / 86400000,
    from: new Date(year, month, day).getTime() / 1000, to: new Date(year, month, day + 1).getTime() / 1000,
  };
  return last;
}

/** The second at which the day of a number begins. */
export function startOf(which) {
  const date = new Date(which * 86400000);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime() / 1000;
}
