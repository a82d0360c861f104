// The page's modules that have no DOM: what goes in and what comes out.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./shell.js";
import { addressOf, readAddress } from "./address.js";
import { ChangeAxis, DayAxis, Timeline } from "./timeline.js";
import { dayNumber, partsOf, startOf } from "./dates.js";
import { DayIndex } from "./source.js";
import { takenAt } from "./thumbnails.js";
import { cut, isBlank, passages, settled, titleOf } from "./text.js";

const id = "0a".repeat(16);

test("an address is read as it is written", () => {
  for (const address of [
    "", "#/at/2026-11-01", `#/at/e812/entry/${id}/history?q=a%26b+c%23&tag=%EC%B1%85&year=2026&starred=1&sort=oldest`,
    `#/entry/${id}`, "#/new", "#/?show=deleted", "#/?show=conflicts", "#/?q=%3Cb%3E",
  ]) assert.equal(addressOf(readAddress(address)), address);
});

test("what cannot be read in an address is left out", () => {
  for (const [address, read] of [
    ["#/entry/../../etc", ""], ["#/at/yesterday", ""], [`#/at/e1/entry/${id}0`, ""], ["#/?sort=evil&year=x", ""],
    ["#/?q=+", ""], ["#/at/e99999999999999999999", ""], ["#//evil.example", ""], [`#/entry/${id.toUpperCase()}`, ""],
    ["#/at/2026-11-01/", "#/at/2026-11-01"],
  ]) assert.equal(addressOf(readAddress(address)), read, address);
});

test("a row of the list is of the day that says so, and a day begins at its first row", () => {
  const index = new DayIndex([[20, 2], [17, 1], [3, 4]]);
  assert.equal(index.rows, 7);
  assert.deepEqual([0, 1, 2, 3, 6].map((row) => index.at(row)?.day), [20, 20, 17, 3, 3]);
  assert.equal(index.at(7), null);
  assert.equal(index.at(-1), null);
  assert.deepEqual([21, 20, 18, 17, 3, 2].map((day) => index.rowOf(day)), [0, 0, 2, 2, 3, 7]);
  assert.equal(new DayIndex().rows, 0);
});

test("a text is cut at the ends of its ranges, and ranges that make no sense are left out", () => {
  const pieces = cut("가나다라", [{ range: [1, 3] }, { range: [2, 4] }, { range: [3, 3] }, { range: [0, 9] }]);
  assert.deepEqual(pieces.map(({ text, over }) => [text, over.length]), [["가", 0], ["나", 1], ["다", 2], ["라", 1]]);
  assert.equal(titleOf("\n \n  감 따기\n둘째 줄"), "감 따기");
  assert.ok(isBlank(" \n\u200b") && isBlank(undefined) && !isBlank("."));
});

test("a step of the slider is an operation, and takes only what follows on it", () => {
  const timeline = new Timeline();
  assert.equal(timeline.extend({ after: 5, lengths: [1], seconds: [1] }), false);
  assert.equal(timeline.extend({ after: 0, lengths: [1, 100, 1], seconds: [1000, 10, 86400] }), true);
  assert.deepEqual([timeline.count, timeline.head], [3, 102]);
  assert.deepEqual([0, 1, 50, 101, 102].map((event) => timeline.stepOf(event)), [0, 1, 1, 2, 3]);
  assert.deepEqual([1000, 1001, 87410, 87411].map((time) => timeline.stepBefore(time)), [0, 1, 2, 3]);
  const partsOf = (time) => ({ from: time - time % 86400, to: time - time % 86400 + 86400 });
  assert.deepEqual([3, 2, 1, 0].map((step) => timeline.byDay(step, -1, partsOf)), [2, 0, 0, 0]);
  assert.deepEqual([0, 1, 2, 3].map((step) => timeline.byDay(step, 1, partsOf)), [2, 2, 3, 3]);
});

test("a clock that was ahead gives way to what has come since", () => {
  const timeline = new Timeline();
  timeline.extend({ after: 0, lengths: [1, 1], seconds: [1000, 500] });
  timeline.extend({ after: 2, lengths: [1], seconds: [1200] });
  assert.deepEqual([1, 2, 3].map((step) => timeline.time(step)), [1000, 1200, 1200]);
});

/** A calendar without zones. */
const calendar = {
  partsOf: (seconds) => { const date = new Date(seconds * 1000); return { year: date.getUTCFullYear(), month: date.getUTCMonth(), number: Math.floor(seconds / 86400) }; },
  startOf: (number) => number * 86400,
};
/** The history of a diary: a change at noon of each of these days. */
function written(...days) {
  const seconds = days.map((day) => Date.parse(`${day}T12:00:00Z`) / 1000), timeline = new Timeline();
  timeline.extend({ after: 0, lengths: days.map(() => 1), seconds: seconds.map((at, index) => at - (seconds[index - 1] ?? 0)) });
  return timeline;
}

test("by days, a place is the end of a day, and the last is now", () => {
  const axis = new DayAxis(written("2026-11-01", "2026-11-01", "2026-11-04"), calendar);
  assert.equal(axis.count, 4);
  assert.deepEqual([0, 1, 2, 3, 4, 9].map((place) => axis.step(place)), [0, 2, 2, 2, 3, 3]);
  assert.deepEqual([0, 1, 2, 3].map((step) => axis.place(step)), [0, 1, 1, 4]);
  assert.equal(new DayAxis(new Timeline(), calendar).count, 0);
});

test("the slider names every year that it goes through, however many days there are", () => {
  const days = ["2023-12-31", "2024-06-01", "2025-01-01", "2025-01-02", "2026-03-01"];
  const yearsOf = (axis, most) => axis.marks(most).filter(([, , unit]) => unit === "year").map(([place, seconds]) => [place, new Date(seconds * 1000).getUTCFullYear()]);
  const timeline = written(...days);
  assert.deepEqual(yearsOf(new ChangeAxis(timeline, calendar), 4), [[0, 2023], [1, 2024], [2, 2025], [4, 2026]]);
  assert.deepEqual(yearsOf(new DayAxis(timeline, calendar), 4), [[0, 2023], [1, 2024], [367, 2025], [732, 2026]]);
  assert.deepEqual(yearsOf(new DayAxis(timeline, calendar), 2).map(([, year]) => year), [2023, 2025]);
  assert.equal(new ChangeAxis(timeline, calendar).marks(99).length, 5);
});

test("a day is as long as the clock of the browser makes it, and its number counts days", () => {
  process.env.TZ = "America/New_York";
  const march = dayNumber("2026-03-08"), november = dayNumber("2026-11-01");
  assert.deepEqual([march, november].map((day) => (startOf(day + 1) - startOf(day)) / 3600), [23, 25]);
  for (const seconds of [startOf(march), startOf(march + 1) - 1]) assert.equal(partsOf(seconds).number, march);
  assert.deepEqual([partsOf(startOf(march + 1)).number, partsOf(startOf(march + 1)).month], [march + 1, 2]);
  assert.equal(dayNumber("1970-01-02"), 1);
});

/** The ranges of the words of a text that stand in brackets, and the text without these. */
const bracketed = (marked) => {
  const ranges = [];
  let text = "";
  for (const piece of marked.split(/(\[[^\]]*\])/)) {
    if (piece.startsWith("[")) ranges.push([text.length, text.length + piece.length - 2]);
    text += piece.startsWith("[") ? piece.slice(1, -1) : piece;
  }
  return { text, ranges };
};
const partsOfTexts = (...marked) => {
  const sides = marked.map(bracketed);
  return passages(sides.map(({ text }) => text), sides.map(({ ranges }) => ranges));
};

test("what texts share stands once, and each differing passage has the words of each", () => {
  assert.deepEqual(partsOfTexts("It was [loud]. We ate [rice].", "It was [long]. We ate [soup]."),
    ["It was ", ["loud", "long"], ". We ate ", ["rice", "soup"], "."]);
  assert.deepEqual(partsOfTexts("a [very] long day", "a long day"), ["a ", ["very ", ""], "long day"]);
  assert.deepEqual(partsOfTexts("비가 [왔다]. [🙂]", "비가 [그쳤다]. [🙃]", "비가 [왔다]. "),
    ["비가 ", ["왔다", "그쳤다", "왔다"], ". ", ["🙂", "🙃", ""], ""]);
  assert.deepEqual(partsOfTexts("one line", "one line\n"), ["one line", ["", "\n"], ""]);
});

test("both words of a passage are said once each, and what is equal is not doubled", () => {
  const both = (...marked) => settled(partsOfTexts(...marked), []);
  assert.equal(both("It was [loud]. We ate.", "It was [long]. We ate."), "It was loud long. We ate.");
  assert.equal(both("a [very] long day", "a long day"), "a very long day");
  assert.equal(both("- [milk]\n- eggs", "- [bread]\n- eggs"), "- milk bread\n- eggs");
  assert.equal(both("List\n[- milk]\n- eggs", "List\n[- bread]\n- eggs"), "List\n- milk\n- bread\n- eggs");
  assert.equal(both("A\n\n[We ate.]\n\nZ", "A\n\n[We slept.]\n\nZ"), "A\n\nWe ate.\n\nWe slept.\n\nZ");
  assert.equal(both("[here]", "[there]", "[here]"), "here\n\nthere");
  assert.equal(both("We ate [rice. Mine.]", "We ate [rice.]"), "We ate rice. Mine.");
  assert.equal(both("We ate [rice. Mine.]", "We ate [rice.]", "We ate [on time.]", "We ate [mine on time.]"),
    "We ate rice. Mine. mine on time.");
});

test("what is picked of one text everywhere is that text, letter by letter, whatever the ranges say", () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % below;
  };
  const words = ["a", "b ", "\n", "\n\n", "🙂", " ", "가 ", "rice. "];
  for (let turn = 0; turn < 2000; turn += 1) {
    const text = () => Array.from({ length: random(9) }, () => words[random(words.length)]).join("");
    const shared = [text(), text(), text()], texts = [], differs = [];
    for (let side = 0; side < 2 + random(2); side += 1) {
      const own = [text(), text()];
      texts.push(shared[0] + own[0] + shared[1] + own[1] + shared[2]);
      const first = shared[0].length, second = first + own[0].length + shared[1].length;
      differs.push(turn % 5 ? [[first, first + own[0].length], [second, second + own[1].length]] : [[0, random(9)]]);
    }
    const parts = passages(texts, differs), count = parts.filter((part) => typeof part !== "string").length;
    for (const [side, whole] of texts.entries()) assert.equal(settled(parts, Array(count).fill(side)), whole);
  }
});

/** A file with what a camera says of a picture: tables of {tag: number or text}, the second behind 0x8769. */
function exif(first, second, isLittle) {
  const bytes = new Uint8Array(400), view = new DataView(bytes.buffer, 20);
  bytes.set(new TextEncoder().encode("Exif"), 14);
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint32(4, 8, isLittle);
  let free = 200;
  const put = (at, table) => {
    view.setUint16(at, Object.keys(table).length, isLittle);
    Object.entries(table).forEach(([tag, value], index) => {
      const place = at + 2 + index * 12;
      view.setUint16(place, Number(tag), isLittle);
      view.setUint32(place + 8, typeof value === "number" ? value : free, isLittle);
      if (typeof value === "string") { bytes.set(new TextEncoder().encode(value), 20 + free); free += 30; }
    });
  };
  put(8, first);
  if (second) put(100, second);
  return bytes;
}

test("a picture says when it was taken, on the camera's clock, and what is no date is none", () => {
  for (const isLittle of [true, false]) {
    const at = (first, second) => takenAt(exif(first, second, isLittle));
    assert.equal(at({ 0x132: "2026:11:06 09:00:00", 0x8769: 100 }, { 0x9003: "2026:11:05 18:30:07" }),
      "2026-11-05T18:30:07");
    assert.equal(at({ 0x8769: 100 }, { 0x9003: "2026:11:05 18:30:07", 0x9011: "+09:00" }), "2026-11-05T18:30:07+09:00");
    assert.equal(at({ 0x132: "2026:11:06 09:00:00" }), "2026-11-06T09:00:00");
    for (const date of ["0000:00:00 00:00:00", "    :  :     :  :  ", "yesterday"]) assert.equal(at({ 0x132: date }), null);
    assert.equal(at({ 0x8769: 5000 }), null);
  }
  for (const bytes of [[], [0x45, 0x78, 0x69, 0x66, 0, 0], [0x45, 0x78, 0x69, 0x66, 0, 0, 0x49]]) {
    assert.equal(takenAt(new Uint8Array(bytes)), null);
  }
});
