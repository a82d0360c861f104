// The history of the diary in steps: one for each operation, with the event at which it ended and its time. Step 0 is
// before the first operation; step n is now. And the two ways along the time slider: a place for each change, or one
// for each day of the calendar. No DOM.

export class Timeline {
  /** `times` never fall: they are those by which an instant finds its step. */
  constructor() { this.ends = [0]; this.times = [-Infinity]; }

  /** How many operations there are. */
  get count() { return this.ends.length - 1; }
  /** The event behind the last known operation. */
  get head() { return this.ends[this.count]; }

  /** Takes what /api/timeline answers; what is known already is passed over. */
  extend({ after, lengths, seconds }) {
    if (after !== this.head) return false;
    let end = after, time = 0; // the first of `seconds` counts from 1970
    lengths.forEach((length, index) => {
      end += length;
      time += seconds[index];
      this.ends.push(end);
      this.times.push(time);
    });
    // What has come since may show that a clock had been ahead before.
    for (let step = this.count - lengths.length; step > 0 && this.times[step] > this.times[step + 1]; step -= 1) {
      this.times[step] = this.times[step + 1];
    }
    return true;
  }

  /** The event that a step is as of. */
  event(step) { return this.ends[Math.max(0, Math.min(step, this.count))]; }
  /** When it was, in Unix seconds; null before the first. */
  time(step) { return step > 0 && step <= this.count ? this.times[step] : null; }

  /** The last step that ends at or before an event. */
  stepOf(event) { return this.last((step) => this.ends[step] <= event); }
  /** The last step up to which everything was recorded before an instant. */
  stepBefore(seconds) { return this.last((step) => this.times[step] < seconds); }

  last(isBefore) {
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isBefore(middle)) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** The step a day back or forth: the last one of the neighbouring day with steps. */
  byDay(step, direction, partsOf) {
    if (direction < 0) return step > 0 ? this.stepBefore(partsOf(this.times[step]).from) : 0;
    return step < this.count ? this.stepBefore(partsOf(this.times[step + 1]).to) : this.count;
  }
}

const units = ["year", "month", "day"];

/**
 * Where years, months and days begin among `count` places, of which the first second is known: [[place before it, its
 * first second, unit], …].
 */
function begun(count, firstSecond, partsOf) {
  const marks = [];
  let before = {};
  for (let place = 0; place < count; place += 1) {
    const seconds = firstSecond(place), parts = partsOf(seconds);
    if (parts.number === before.number) continue;
    marks.push([place, seconds, parts.year !== before.year ? "year" : parts.month !== before.month ? "month" : "day"]);
    before = parts;
  }
  return marks;
}

/** Keeps marks of the finest unit of which there are at most `most`, and of all that are coarser. */
function thinned(marks, most) {
  for (const finest of [3, 2, 1]) {
    const kept = marks.filter(([, , unit]) => units.indexOf(unit) < finest);
    if (kept.length <= most) return kept;
  }
  const years = marks.filter(([, , unit]) => unit === "year");
  return years.filter((_, index) => index % Math.ceil(years.length / most) === 0);
}

class Axis {
  constructor(timeline, calendar) {
    this.timeline = timeline;
    this.calendar = calendar;
  }
}

/** A place for each change: place n is step n. */
export class ChangeAxis extends Axis {
  get count() { return this.timeline.count; }
  step(place) { return place; }
  place(step) { return step; }

  marks(most) {
    return thinned(begun(this.count, (place) => this.timeline.time(place + 1), this.calendar.partsOf), most);
  }
}

/** A place for each day from that of the first change to that of the last: place n is the end of the n-th day. */
export class DayAxis extends Axis {
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
    const { calendar, first, count } = this;
    return thinned(begun(count, (place) => calendar.startOf(first + place), calendar.partsOf), most);
  }
}
