// The time slider: a place for each operation, or for each day. While it is dragged only the list's first
// page follows, as fast as the server answers; the rest follows once it rests.
import { ask, get, latest, path } from "./api.js";
import { dateMark, dayNumber, dayText, moment, partsOf, shortDate, startOf } from "./dates.js";
import { diary, draw, panel } from "./diary.js";
import { $, question, saying, setText, toast } from "./dom.js";
import { language, word } from "./language.js";
import { browserStorage } from "./storage.js";
import { ChangeAxis, DayAxis, Timeline } from "./timeline.js";
import { offerUndo } from "./undo.js";

export const timeline = new Timeline();
const calendar = { partsOf, startOf }, slider = $("slider");
const axes = { change: new ChangeAxis(timeline, calendar), day: new DayAxis(timeline, calendar) };
const kept = "diarylog.axis", rest = 160; // so many milliseconds after the last one steps end; a drag ends by the hand
let axis = axes[browserStorage.get(kept) ?? ""] ?? axes.change;
let current = 0, place = 0, timer = 0, isHeld = false;
/** What the step did, once it is known; the newest event that the timeline was asked for; and what the marks are of. */
let did = { step: -1, what: "" }, asked = 0, marked = "";

const dayOf = (seconds) => partsOf(seconds).number;
/** The step that is shown. */
export const step = () => current;
/** Whether the slider goes by days. */
export const isByDay = () => axis === axes.day;
/** The first and the last step of the day that the step is in, or of the day that the slider stands on. */
export function daySteps() {
  const number = isByDay() && place > 0 ? axes.day.first + place - 1 : current ? dayOf(timeline.time(current)) : null;
  if (number === null) return null;
  const [first, last] = [timeline.stepBefore(startOf(number)) + 1, timeline.stepBefore(startOf(number + 1))];
  return { day: dayText(number), first, last };
}

/** The place of the slider in words. */
function placeWords() {
  if (current >= timeline.count) return word("now");
  if (place === 0) return word("beginning");
  return isByDay() ? shortDate(dayText(axes.day.first + place - 1)) : moment(timeline.time(current));
}

/** An event as an address names it: by the day that ended with it, or else by its number. */
export function nameOf(event) {
  const at = timeline.stepOf(event), time = timeline.time(at);
  if (time !== null && timeline.event(at) === event && partsOf(time).to * 1000 <= Date.now()
    && timeline.stepBefore(partsOf(time).to) === at) return dayText(dayOf(time));
  return `e${event}`;
}
/** The event that such a name means; null where that is now. */
export function eventOf(name) {
  if (name.startsWith("e")) return Number(name.slice(1));
  const at = timeline.stepBefore(startOf(dayNumber(name) + 1));
  return at >= timeline.count ? null : timeline.event(at);
}

/** Says what the step did, to who hears the slider. */
export function tellStep(what) {
  did = { step: current, what };
  show();
}

function show() {
  const at = diary.at === null ? timeline.count : timeline.event(current) === diary.at ? current
    : timeline.stepOf(diary.at);
  if (at !== current) stand(at);
  const words = placeWords();
  slider.max = axis.count;
  slider.disabled = timeline.count === 0;
  slider.value = place;
  slider.setAttribute("aria-valuetext", did.what && did.step === current ? `${words}: ${did.what}` : words);
  $("track").style.setProperty("--part", axis.count ? place / axis.count : 1);
  setText($("moment"), words);
  setText($("past-moment"), words);
  $("step-back").disabled = current === 0;
  $("step-forward").disabled = current >= timeline.count;
  $("by-day").setAttribute("aria-pressed", isByDay());
  const time = timeline.time(Math.max(1, current));
  if (time !== null && document.activeElement !== $("jump")) $("jump").value = isByDay() && place
    ? dayText(axes.day.first + place - 1) : dayText(dayOf(time));
  for (const id of ["past-banner", "past-leave", "restore-all"]) $(id).hidden = !diary.isPast
    || (id === "restore-all" && diary.isReadOnly);
  const marks = [language(), isByDay(), timeline.count].join();
  if (marks !== marked) { marked = marks; ticks(); }
  if (diary.head > Math.max(timeline.head, asked)) { asked = diary.head; loadTimeline(); }
}

const heights = { year: 8, month: 5, day: 3 };

/**
 * Draws the marks of an axis on a canvas as wide as the slider, which has `count` places: years are named first, short
 * where the next one follows soon, then months and days where there is room. Those of a year without its name have none
 * either: they would be taken for another year's.
 */
function drawTicks(canvas, marks, count) {
  const { clientWidth: width, clientHeight: height } = canvas, ratio = devicePixelRatio || 1;
  if (!width || !count) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const style = getComputedStyle(canvas), pen = canvas.getContext("2d"), inset = 9; // half of the thumb
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, width, height);
  const left = (place) => Math.round(inset + (width - 2 * inset) * place / count);
  pen.fillStyle = style.color;
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  pen.textBaseline = "bottom";
  for (const [place, , unit] of marks) {
    pen.globalAlpha = unit === "day" ? 0.45 : 0.8;
    pen.fillRect(left(place), height - heights[unit], 1, heights[unit]);
  }
  const room = (text) => pen.measureText(text).width + 10;
  const years = marks.filter(([, , unit]) => unit === "year"), taken = [], nameless = [];
  /**
   * Names a mark if there is room; returns whether there was. Up to the place `until` it yields to a name before it.
   */
  const name = (place, text, alpha, until = place) => {
    const own = left(place), before = taken.filter(([from, to]) => from <= own && own < to).map(([, to]) => to);
    const start = until > place ? Math.max(own, ...before) : own, end = start + room(text);
    if (end - 10 > width || taken.some(([from, to]) => start < to && from < end)) return false;
    if (start > own && end > left(until)) return false;
    taken.push([start, end]);
    pen.globalAlpha = alpha;
    pen.fillText(text, start, height - 9);
    return true;
  };
  for (const [index, [place, seconds]] of years.entries()) {
    const next = years[index + 1]?.[0] ?? count, isTight = left(next) - left(place) < room(dateMark("year", seconds));
    if (!name(place, dateMark(isTight ? "shortYear" : "year", seconds), 1, next)) nameless.push([place, next]);
  }
  for (const unit of ["month", "day"]) {
    for (const [place, seconds, own] of marks) {
      if (own === unit && !nameless.some(([from, to]) => from <= place && place < to)) {
        name(place, dateMark(unit, seconds), 0.8);
      }
    }
  }
}
const ticks = () => drawTicks($("ticks"), axis.marks(Math.max(8, $("track").clientWidth / 7)), axis.count);

function stand(now, at = axis.place(now)) { current = now; place = at; }

/** Goes to a step; `isMoving`: more may follow at once; `at`: the place where the slider stands. */
export function go(to, { isMoving = false, at = undefined } = {}) {
  stand(Math.max(0, Math.min(Math.round(to), timeline.count)), at);
  clearTimeout(timer);
  if (isMoving && !isHeld) timer = setTimeout(settle, rest);
  diary.travel(current >= timeline.count ? null : timeline.event(current), { isMoving });
  show();
}
function settle() { diary.travel(diary.at, { isMoving: false }); }
/** The thumb is let go of, or what moved it by a key. What the browser still tells of the movement comes before. */
function letGo() {
  isHeld = false;
  clearTimeout(timer);
  if (diary.isMoving) timer = setTimeout(settle, 0);
}
/** Where a person put the thumb. */
function moved(to) { go(axis.step(to), { isMoving: true, at: to }); }

/** A change back or forth; by days, a day with changes. */
export const walk = (by) => go(isByDay() ? timeline.byDay(current, by, partsOf) : current + by, { isMoving: true });

/** Asks for the operations that are not known yet. One who looks at the past stays there. */
export const loadTimeline = latest(async () => {
  try {
    const answer = await get("timeline", { after: timeline.head });
    if (!timeline.extend(answer)) return;
    draw();
  } catch (problem) {
    asked = 0;
    if (problem.isPassing) setTimeout(() => loadTimeline(), 2000);
  }
});

const restoreAll = saying(async () => {
  const at = diary.at;
  if (at === null || diary.isReadOnly) return;
  const { entries, more } = await get("changes", { from: at, to: diary.head, limit: 100 });
  if (!entries.length) return toast(word("restoreNothing"));
  const text = word(more ? "restoreMoreText" : "restoreAllText", entries.length, placeWords());
  if (!await question("restore-all", word("restoreAllTitle"), text, word("restoreAllYes")) || at !== diary.at) return;
  const receipt = await ask("POST", path("restore"), { body: { at } });
  go(timeline.count);
  diary.heard(receipt);
  offerUndo(word("broughtBack"));
});

slider.addEventListener("input", () => moved(Number(slider.value)));
slider.addEventListener("pointerdown", () => { isHeld = true; });
slider.addEventListener("change", letGo);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { if (isHeld) letGo(); });
slider.addEventListener("keydown", (event) => {
  const direction = { PageUp: 1, PageDown: -1 }[event.key];
  if (!direction) return;
  event.preventDefault();
  if (isByDay()) moved(Math.max(0, Math.min(place + 30 * direction, axis.count)));
  else go(timeline.byDay(current, direction, partsOf), { isMoving: true });
});
$("step-back").addEventListener("click", () => walk(-1));
$("step-forward").addEventListener("click", () => walk(1));
$("past-leave").addEventListener("click", () => { go(timeline.count); $("slider").focus(); });
$("restore-all").addEventListener("click", restoreAll);
$("by-day").addEventListener("click", () => {
  axis = isByDay() ? axes.change : axes.day;
  browserStorage.set(kept, isByDay() ? "day" : "change");
  stand(current);
  draw();
});
$("jump").addEventListener("change", () => {
  if (!(Number.parseInt($("jump").value, 10) >= 1000)) return; // a year that is being typed
  const number = dayNumber($("jump").value), to = timeline.stepBefore(startOf(number + 1));
  go(to, isByDay() ? { at: Math.max(0, Math.min(number - axes.day.first + 1, axis.count)) } : {});
});
panel(show);
new ResizeObserver(ticks).observe($("track"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ticks);
