// The two ways along the time slider: a place for each change, or a place for each day of the calendar. Both know which
// step of the timeline a place means, and where years, months and days begin. No DOM.
//
// `calendar` knows the clock: `partsOf(seconds)` gives {year, month, day, number}, of which `number` counts days, and
// `startOf(number)` the second at which a day begins.

const units = ["year", "month", "day"];

/** Keeps marks of the finest unit of which there are at most `most`, and of all that are coarser. */
function thinned(marks, most) {
  for (const finest of [3, 2, 1]) {
    const kept = marks.filter(([, , unit]) => units.indexOf(unit) < finest);
    if (kept.length <= most) return kept;
  }
  const years = marks.filter(([, , unit]) => unit === "year");
  return years.filter((_, index) => index % Math.ceil(years.length / most) === 0);
}

/** A place for each change: place n is step n. */
export class ChangeAxis {
  constructor(timeline, calendar) {
    this.timeline = timeline;
    this.calendar = calendar;
  }
  get count() { return this.timeline.count; }
  step(place) { return place; }
  place(step) { return step; }

  /** Where years, months and days begin: [[place before it, its first second, unit], …]. */
  marks(most) {
    const { timeline, calendar } = this, marks = [];
    let before = {};
    for (let step = 1; step <= timeline.count; step += 1) {
      const seconds = timeline.time(step), parts = calendar.partsOf(seconds);
      if (parts.number === before.number) continue;
      marks.push(
        [step - 1, seconds, parts.year !== before.year ? "year" : parts.month !== before.month ? "month" : "day"]);
      before = parts;
    }
    return thinned(marks, most);
  }
}

/** A place for each day from that of the first change to that of the last: place n is the end of the n-th day. */
export class DayAxis {
  constructor(timeline, calendar) {
    this.timeline = timeline;
    this.calendar = calendar;
  }
  #numberOf(step) { return this.calendar.partsOf(this.timeline.time(step)).number; }
  /** The number of the first day. */
  get first() { return this.timeline.count ? this.#numberOf(1) : 0; }
  get count() { return this.timeline.count ? this.#numberOf(this.timeline.count) - this.first + 1 : 0; }
  step(place) {
    if (place <= 0) return 0;
    return place >= this.count ? this.timeline.count
      : this.timeline.stepBefore(this.calendar.startOf(this.first + place));
  }
  place(step) { return step <= 0 ? 0 : this.#numberOf(Math.min(step, this.timeline.count)) - this.first + 1; }

  marks(most) {
    const { calendar, first, count } = this, marks = [];
    let before = {};
    for (let number = first; number < first + count; number += 1) {
      const seconds = calendar.startOf(number), parts = calendar.partsOf(seconds);
      marks.push(
        [number - first, seconds,
          parts.year !== before.year ? "year" : parts.month !== before.month ? "month" : "day"]);
      before = parts;
    }
    return thinned(marks, most);
  }
}
