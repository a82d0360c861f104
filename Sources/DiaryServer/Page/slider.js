// The time slider: one step for each operation. While it is dragged only the list's first page follows, as fast as the
// server answers; the rest follows once it rests.
import { ask, get, latest, path } from "./api.js";
import { localNow, moment } from "./dates.js";
import { diary } from "./diary.js";
import { $, setText, toast } from "./dom.js";
import { question } from "./dialog.js";
import { drawTicks } from "./ticks.js";
import { Timeline } from "./timeline.js";
import { heard } from "./undo.js";
import { word } from "./strings.js";

export const timeline = new Timeline();
const rest = 160; // milliseconds without a movement end a drag
let timer = 0;

/** Year, month and day of a moment on this browser's clock. Moments follow each other, so the last day is remembered. */
let day = { from: 0, to: 0 };
function partsOf(seconds) {
  if (seconds >= day.from && seconds < day.to) return day;
  const date = new Date(seconds * 1000), [year, month, number] = [date.getFullYear(), date.getMonth(), date.getDate()];
  const from = new Date(year, month, number).getTime() / 1000, to = new Date(year, month, number + 1).getTime() / 1000;
  day = { year, month: year * 12 + month, day: from, from, to };
  return day;
}
const dayOf = (seconds) => partsOf(seconds).day;

/** The moment of a step in words. */
const wordsOf = (step) => (step >= timeline.count ? word("now") : step === 0 ? word("beginning") : moment(timeline.time(step)));
export const step = () => Number($("slider").value);

/** The end of a day ("2026-11-01") on this browser's clock, in Unix seconds. */
function endOf(text) {
  const [year, month, number] = text.split("-").map(Number);
  return new Date(year, month - 1, number + 1).getTime() / 1000;
}
/** An event as an address names it: by the day that ended with it, or else by its number. */
export function nameOf(event) {
  const at = timeline.stepOf(event), time = timeline.time(at);
  if (time !== null && timeline.event(at) === event && partsOf(time).to * 1000 <= Date.now() && timeline.stepBefore(partsOf(time).to) === at) return localNow(new Date(time * 1000)).slice(0, 10);
  return `e${event}`;
}
/** The event that such a name means; null where that is now. */
export function eventOf(name) {
  if (name.startsWith("e")) return Number(name.slice(1));
  const at = timeline.stepBefore(endOf(name));
  return at >= timeline.count ? null : timeline.event(at);
}

function show() {
  const at = step(), words = wordsOf(at);
  $("slider").setAttribute("aria-valuetext", words);
  $("track").style.setProperty("--part", timeline.count ? at / timeline.count : 1);
  setText($("moment"), words);
  setText($("past-moment"), words);
  $("step-back").disabled = at === 0 || timeline.count === 0;
  $("step-forward").disabled = at >= timeline.count;
  const time = timeline.time(Math.max(1, at));
  if (time !== null && document.activeElement !== $("jump")) {
    const date = new Date(time * 1000), pad = (number) => String(number).padStart(2, "0");
    $("jump").value = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  }
  const isPast = diary.isPast;
  if ($("past-banner").hidden === isPast) $("past-banner").hidden = !isPast;
}

/** Goes to a step; `isMoving`: more may follow at once. */
export function go(to, { isMoving = false } = {}) {
  const now = Math.max(0, Math.min(Math.round(to), timeline.count));
  $("slider").value = now;
  clearTimeout(timer);
  if (isMoving) timer = setTimeout(settle, rest);
  diary.travel(now >= timeline.count ? null : timeline.event(now), { isMoving });
  show();
}
function settle() { clearTimeout(timer); diary.travel(diary.at, { isMoving: false }); }

/** A step back or forth. */
export const walk = (by) => go(step() + by, { isMoving: true });

/** Asks for the operations that are not known yet. One who looks at the past stays there. */
export const loadTimeline = latest(async () => {
  try {
    const answer = await get("timeline", { after: timeline.head });
    const wasNow = diary.at === null;
    if (!timeline.extend(answer)) return;
    $("slider").max = timeline.count;
    $("slider").disabled = timeline.count === 0;
    $("slider").value = wasNow ? timeline.count : timeline.stepOf(diary.at);
    show();
    ticks();
  } catch (problem) { if (problem.isPassing) setTimeout(() => loadTimeline(), 2000); }
});
const ticks = () => drawTicks($("ticks"), timeline, partsOf);

async function restoreAll() {
  const at = diary.at;
  if (at === null || diary.isReadOnly) return;
  try {
    const { entries, more } = await get("changes", { from: at, to: diary.head, limit: 100 });
    if (!entries.length) return toast(word("restoreNothing"));
    if (!await question("restore-all", word("restoreAllTitle"), word("restoreAllText", entries.length, more, wordsOf(step())), word("restoreAllYes")) || at !== diary.at) return;
    const receipt = await ask("POST", path("restore"), { body: { at } });
    go(timeline.count);
    heard(receipt);
    toast(word("broughtBack"), word("undo"), () => $("undo").click());
  } catch (problem) { toast(problem.message || word("offline")); }
}

export function startSlider() {
  const slider = $("slider");
  slider.addEventListener("input", () => go(step(), { isMoving: true }));
  slider.addEventListener("change", () => { if (diary.isMoving) { clearTimeout(timer); timer = setTimeout(settle, 0); } });
  slider.addEventListener("keydown", (event) => {
    const direction = { PageUp: 1, PageDown: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    go(timeline.byDay(step(), direction, dayOf), { isMoving: true });
  });
  $("step-back").addEventListener("click", () => walk(-1));
  $("step-forward").addEventListener("click", () => walk(1));
  $("past-leave").addEventListener("click", () => { go(timeline.count); $("slider").focus(); });
  $("restore-all").addEventListener("click", restoreAll);
  $("jump").addEventListener("change", () => {
    if (!(Number.parseInt($("jump").value, 10) >= 1000)) return; // a year that is being typed
    go(timeline.stepBefore(endOf($("jump").value)));
  });
  diary.addEventListener("changed", () => { if (diary.head > timeline.head) loadTimeline(); });
  diary.addEventListener("state", () => { if (diary.head > timeline.head) loadTimeline(); });
  diary.addEventListener("moment", () => {
    if (diary.at === null) slider.value = timeline.count;
    else if (timeline.event(step()) !== diary.at) slider.value = timeline.stepOf(diary.at);
    show();
  });
  new ResizeObserver(ticks).observe($("track"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ticks);
}
/** Words again, in another language. */
export const showSlider = () => { show(); ticks(); };
