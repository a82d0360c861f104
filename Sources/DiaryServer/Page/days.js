// Which day a row of the list belongs to: the days of the diary, newest first, and how many rows came before each.

export class DayIndex {
  /** `pairs`: [[day number, entries], …], newest first. */
  constructor(pairs = []) {
    this.days = pairs.map(([day]) => day);
    this.starts = new Array(pairs.length + 1);
    this.starts[0] = 0;
    pairs.forEach(([, count], index) => { this.starts[index + 1] = this.starts[index] + count; });
  }

  /** All rows there are. */
  get rows() { return this.starts[this.days.length]; }

  /** The day of a row, and the first row of that day; null beyond the end. */
  at(row) {
    if (row < 0 || row >= this.rows) return null;
    let low = 0, high = this.days.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= row) low = middle; else high = middle - 1;
    }
    return { day: this.days[low], start: this.starts[low], count: this.starts[low + 1] - this.starts[low] };
  }

  /** The first row that is of this day or of an earlier one; the number of rows if there is none. */
  rowOf(day) {
    let low = 0, high = this.days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.days[middle] > day) low = middle + 1; else high = middle;
    }
    return this.starts[low];
  }
}
