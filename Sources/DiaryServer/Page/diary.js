// What the page knows of the diary: the moment it shows, the newest event, and what /api/state says; and the panels,
// which are drawn from what the page knows each time that some of it is another.
import { get, latest } from "./api.js";

const panels = [];
let isDrawing = false, isStale = false;
/** A part of the page: `show` draws it from what is known, and builds anew only what is to show something else. */
export const panel = (show) => { panels.push(show); };
/** Something that the page knows is another. */
export function draw() {
  isStale = true;
  if (isDrawing) return; // by a panel: all are drawn once more
  isDrawing = true;
  while (isStale) {
    isStale = false;
    for (const show of panels) try { show(); } catch (problem) { reportError(problem); }
  }
  isDrawing = false;
}

/**
 * A panel of what the server says: asked for where `wanted` says something else than before ("": nothing is wanted),
 * once the slider rests; and again with what is drawn next, where it could not be had.
 */
export function askingPanel(wanted, load) {
  let asked = "";
  const ask = latest(async (isNewest) => {
    const now = asked;
    try { await load(() => isNewest() && now === wanted()); } catch { asked = ""; }
  });
  panel(() => {
    const now = wanted();
    if (diary.isMoving || now === asked) return;
    asked = now;
    if (now) ask();
  });
}

/**
 * Tells of what asks for more than to be drawn: "moment" (another one is shown), "changed" (something was written:
 * detail.entries, ids or null), "drafts" (others wait).
 */
class Diary extends EventTarget {
  /** The event that the page is as of; null is now. */
  at = null;
  head = 0;
  /** Whether the slider is being dragged: only the list's first page follows then. */
  isMoving = false;
  state = null;
  /** What was told last: up to which event, and of which entries. */
  #told = { head: 0, entries: [] };

  get isPast() { return this.at !== null; }
  get isReadOnly() { return this.state?.readOnly === true; }
  /** Whether something may be written from here. */
  get canWrite() { return !this.isPast && !this.isReadOnly; }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** Shows another moment; null is now. */
  travel(at, { isMoving = false } = {}) {
    if (at === this.at && isMoving === this.isMoving) return;
    this.at = at;
    this.isMoving = isMoving;
    const body = document.body.dataset;
    body.at = at ?? "head";
    body.settled = isMoving ? "no" : "yes";
    if (at === null) delete body.past; else body.past = "1";
    this.tell("moment");
    draw();
  }

  /** Something was written up to `head`: by this page (a receipt), or by anyone (the live stream). */
  heard({ head = 0, entries = null, drafts = null }) {
    if (head === 0) return; // a receipt of nothing
    const isKnown = head === this.state?.head && drafts === this.state.drafts;
    if (isKnown && entries?.length === 0) return; // a draft was kept again, or the stream begins
    const isNew = head > this.head;
    if (isNew) this.head = head;
    document.body.dataset.head = String(this.head);
    // The stream says what a receipt has said, and with no entries that only drafts changed.
    const isTold = head <= this.#told.head && entries?.every((id) => this.#told.entries.includes(id));
    if (isNew || entries === null || (entries.length > 0 && !isTold)) {
      this.#told = { head, entries: entries ?? [] };
      this.tell("changed", { entries });
    }
    this.refresh().catch(() => {}); // the live stream asks again
  }

  /** Asks for the state as of now: undo, redo, drafts, head. */
  refresh = latest(async () => {
    const state = await get("state");
    this.state = state;
    if (state.head > this.head) this.head = state.head;
    document.body.dataset.head = String(this.head);
    if (state.readOnly) document.body.dataset.readOnly = "1"; else delete document.body.dataset.readOnly;
    this.tell("drafts");
    draw();
  });
}

export const diary = new Diary();
