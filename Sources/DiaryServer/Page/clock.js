// The calendar of this browser's clock: which day a moment is in, and when a day begins. No DOM.

const number = (year, month, day) => Date.UTC(year, month, day) / 86400000;

// Moments follow each other, so the last day is remembered.
let last = { from: 0, to: 0 };
/**
 * The day of a moment in Unix seconds: its year, month and day, its number (1970-01-01 is 0), and its seconds [from,
 * to).
 */
export function partsOf(seconds) {
  if (seconds >= last.from && seconds < last.to) return last;
  const date = new Date(seconds * 1000), [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  last = { year, month, day, number: number(year, month, day), from: new Date(year, month, day).getTime() / 1000,
    to: new Date(year, month, day + 1).getTime() / 1000 };
  return last;
}

/** The second at which the day of a number begins. */
export function startOf(which) {
  const date = new Date(which * 86400000);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime() / 1000;
}

/** The number of a day ("2026-11-01"). */
export function numberOf(text) {
  const [year, month, day] = text.split("-").map(Number);
  return number(year, month - 1, day);
}
