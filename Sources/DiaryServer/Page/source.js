// Where the list's rows come from. A source answers `count` and `row(index)`, and loads what is asked for.
import { get } from "./api.js";
import { dayText } from "./dates.js";

export class DayIndex {
  /** `pairs`: [[day number, entries], …], newest first. */
  constructor(pairs = []) {
    this.days = pairs.map(([day]) => day);
    this.starts = [0];
    for (const [, count] of pairs) this.starts.push(this.rows + count);
  }

  /** All rows there are. */
  get rows() { return this.starts.at(-1); }

  /** The day of a row, and the first row of that day; null beyond the end. */
  at(row) {
    const index = row < 0 ? -1 : this.days.findIndex((_, index) => this.starts[index + 1] > row);
    return index < 0 ? null : { day: this.days[index], start: this.starts[index] };
  }

  /** The first row that is of this day or of an earlier one; the number of rows if there is none. */
  rowOf(day) {
    const index = this.days.findIndex((other) => other <= day);
    return this.starts[index < 0 ? this.days.length : index];
  }
}

/** All entries by date, newest first, as of one event: any row can be had, by its day. */
export class DaySource {
  /** `first`: how many rows at the top are asked for at the same time. */
  static async load(at, first) {
    const [{ at: event, days }, top] = await Promise.all([
      get("days", { at }), first ? get("entries", { at, limit: first }) : null]);
    const source = new DaySource(event, new DayIndex(days));
    if (top?.at === event) top.entries.forEach((entry, row) => source.rows.set(row, { entry }));
    return source;
  }
  rows = new Map();
  cursors = []; // {row, to, cursor}: where a page ended within a day or run
  stopper = new AbortController();
  constructor(at, index) {
    this.at = at;
    this.index = index;
  }
  get count() { return this.index.rows; }
  get isWhole() { return true; }
  row(index) { return this.rows.get(index); }

  /** Loads rows [first, last), as far as there are any. Several requests only where a day is longer than a page. */
  async load(first, last) {
    last = Math.min(last, this.count);
    for (let row = Math.max(0, first); row < last; row += 1) {
      if (this.rows.has(row)) continue;
      const got = await this.#page(row, last);
      if (got === 0) return;
    }
  }
  async #page(row, last) {
    const found = this.index.at(row);
    let from = { row: found.start, to: dayText(found.day), cursor: undefined };
    for (const cursor of this.cursors) if (cursor.row <= row && cursor.row > from.row) from = cursor;
    const limit = Math.max(50, Math.min(500, last - from.row));
    const query = { at: this.at, to: from.to, after: from.cursor, limit };
    const answer = await get("entries", query, { signal: this.stopper.signal });
    answer.entries.forEach((entry, offset) => this.rows.set(from.row + offset, { entry }));
    const end = from.row + answer.entries.length;
    if (answer.next && !this.cursors.some((cursor) => cursor.row === end)) {
      this.cursors.push({ row: end, to: from.to, cursor: answer.next });
    }
    if (answer.entries.length > 0 && end <= row) return this.#page(row, last); // a day longer than a page
    return answer.entries.length;
  }
  stop() { this.stopper.abort(); }
}

/** What a question finds, page after page: searches, filters, other orders. */
export class PageSource {
  /** `name`: entries or search; `query`: its items, without `at`, which the first answer fixes. */
  constructor(name, query, { limit = 50, isOnePage = false } = {}) {
    this.name = name;
    this.query = query;
    this.limit = limit;
    this.isOnePage = isOnePage;
  }
  found = [];
  next = null;
  stopper = new AbortController();
  static async load(name, query, options = {}) {
    const source = new PageSource(name, query, options);
    await source.#more();
    return source;
  }
  get isWhole() { return this.next === null; }
  get count() { return this.found.length + (this.isWhole || this.isOnePage ? 0 : 1); }
  row(index) { return this.found[index]; }

  async load(first, last) {
    while (this.next && !this.isOnePage && last > this.found.length) await this.#more();
  }
  async #more() {
    const query = { ...this.query, at: this.at ?? this.query.at, after: this.next, limit: this.limit };
    const answer = await get(this.name, query, { signal: this.stopper.signal });
    this.at = answer.at ?? this.query.at ?? 0;
    this.found.push(...(answer.hits ?? answer.entries.map((entry) => ({ entry }))));
    this.next = answer.next;
  }
  stop() { this.stopper.abort(); }
}
