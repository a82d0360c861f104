// The open entry: which one it is, as of which moment, and whether it is read or written on. Each opening has a number;
// an answer to an older one is thrown away.
import { get, latest } from "./api.js";
import { localNow, longDate } from "./dates.js";
import { diary, draw } from "./diary.js";
import { $, label, setText } from "./dom.js";
import { word } from "./language.js";
import { list } from "./list.js";
import { fillReading } from "./reading.js";
import { query } from "./search.js";
import { Sitting } from "./sitting.js";
import { sittings } from "./storage.js";

class Open {
  /** The entry as the server said it; null for a new one. */
  entry = null;
  /** The event that it was said as of: another one than the page shows until the answer is there; null is now. */
  at = null;
  /** What is written on it: in the past nothing is, and `sittings` has what goes on meanwhile. */
  sitting = null;
  /** none, loading, missing (not there, or not then), reading, editing */
  state = "none";
  /** Which entry it is, null where none or a new one is open; the list marks its row. */
  get id() { return list.openID; }
  set id(id) { if (id !== list.openID) list.open(id); }
  /** Whether its history stands beside it. */
  looksBack = false;
  /** What the server found in a text: links, hits, marks. It is of this text and no other. */
  found = { text: "" };
  #visit = 0; #stopper = null;

  /** A number that changes with each opening and closing. */
  get visit() { return this.#visit; }
  /** Waits for an answer; where another entry is open by then, whoever waited for it gives up (an AbortError). */
  async during(answer) {
    const visit = this.#visit;
    try { return await answer; } finally {
      if (visit !== this.#visit) throw new DOMException("another entry is open", "AbortError");
    }
  }
  get canEdit() {
    return diary.canWrite && this.isLoaded && this.at === null && !this.entry?.deleted
      && this.entry?.status !== "forgotten";
  }
  /** A field as it is shown: with what was typed over it. */
  value(field) { return this.sitting ? this.sitting.value(field) : this.entry?.[field]; }
  get text() { return this.sitting?.text ?? this.entry?.text ?? ""; }
  /** Whether what is open is known: until then nothing is shown of it, and nothing can be typed into it. */
  get isLoaded() { return this.state !== "none" && (this.id === null || this.entry?.id === this.id); }
  /** Whether several texts stand against each other, and none was begun in their place. */
  get isUndecided() {
    return this.isLoaded && this.entry?.status === "conflict" && !this.entry.deleted && this.entry.texts?.length > 1
      && !(this.sitting?.isOpen && "text" in this.sitting.content);
  }

  /** Another state: reading, writing. */
  turnTo(state) {
    this.state = state;
    const { dataset } = $("entry");
    dataset.state = state;
    dataset.id = this.id ?? "";
    dataset.version = (this.sitting?.entry ?? this.entry)?.version ?? "";
  }

  /** Shows what is stored: what was typed has been thrown away. */
  read() {
    this.sitting = null;
    this.turnTo("reading");
    this.show();
  }

  /** Leaves what is open: what was typed is committed in the background. */
  leave() {
    $("tag-add").blur(); // what is being typed there is a tag of this entry
    this.#visit += 1;
    this.#stopper?.abort();
    this.#rise();
    this.looksBack = false;
    diary.tell("drafts");
  }
  /** Ends writing on what is open. */
  #rise() {
    const { sitting } = this;
    this.sitting = null;
    if (sitting?.half) sitting.change(sitting.half);
    sitting?.compose(false);
    if (sitting && !sitting.conflict) sitting.commit();
  }

  /** The page shows the past: what was typed is committed, and nothing is written on what is open. */
  toPast() {
    if (this.id === null) return this.close();
    if (!this.sitting) return;
    this.#rise();
    this.show();
  }

  async open(id) {
    if (id === this.id && this.state !== "none") {
      this.#toFront();
      if (this.state === "missing") this.reload();
      return;
    }
    this.leave();
    const { at } = diary;
    Object.assign(this, { id, entry: null, at, found: { text: "" } });
    this.turnTo("loading");
    this.#toFront();
    draw();
    try {
      this.entry = await this.during(this.#ask(id));
      this.#goOn();
      this.show();
      if (at !== diary.at) this.reload(); // the slider went on meanwhile
    } catch (problem) { this.#notThere(problem); }
  }

  async #ask(id) {
    this.#stopper = new AbortController();
    const asked = (q) => get(`entries/${id}`, { at: diary.at, q }, { signal: this.#stopper.signal });
    const { links = [], matches = [], marks = null, ...entry } = await asked(query()).catch((problem) => {
      if (problem.code === "query") return asked();
      throw problem;
    });
    this.found = { text: entry.text, links, matches, marks };
    return entry;
  }

  #notThere(problem) {
    if (problem.name === "AbortError") return;
    Object.assign(this, { entry: null, at: diary.at });
    this.turnTo("missing");
    setText($("entry-none"),
      problem.status === 404 ? word(diary.isPast ? "goneThen" : "gone") : problem.message);
    draw();
  }

  #toFront() {
    document.body.dataset.view = "entry";
  }

  /** A new entry, or one that goes on from a draft or a copy of it. */
  begin(sitting = new Sitting(null), { entry = sitting.entry } = {}) {
    this.leave();
    Object.assign(this, { id: entry?.id ?? null, entry, at: null, found: { text: "" } });
    this.turnTo("reading");
    this.#sit(sitting);
    this.#toFront();
    this.show();
  }

  /** The sitting that changes to this entry go to; one is begun where there is none. Only what is loaded has one. */
  sit() {
    this.#goOn();
    if (!this.sitting) this.#sit(new Sitting(this.entry));
    return this.sitting;
  }
  /** Goes on with what was typed into this entry before, and is not in it yet. */
  #goOn() {
    if (diary.isPast || this.sitting?.isOpen) return;
    const found = [...sittings].find(({ entry, state }) => entry?.id === this.id && state !== "ended");
    if (found && found !== this.sitting) this.#sit(found);
  }
  #sit(sitting) {
    this.sitting = sitting;
    for (const name of ["state", "committed"]) sitting.addEventListener(name, this);
    draw();
  }
  /** What its sitting tells. */
  handleEvent({ type, target, detail }) {
    if (this.sitting !== target) return;
    if (type === "committed") this.#committed(detail);
    else if (detail === "differs" && this.state !== "editing") { // who writes goes on, until the text is left
      this.show();
      $("conflict").focus({ preventScroll: true });
    } else draw();
  }
  #committed({ entry }) {
    if (!entry) return;
    Object.assign(this, { entry, id: entry.id });
    this.turnTo(this.state);
    if (entry.status !== "conflict") this.show(); // a receipt has no texts beside each other
    this.reload();
  }

  /** Asks for the open entry again: another moment, or something was written. What is being typed is left alone. */
  reload = latest(async () => {
    const { id } = this, { at } = diary;
    if (!id || this.state === "none") return;
    try {
      const entry = await this.during(this.#ask(id));
      if (at !== diary.at) return;
      const isForgotten = entry.status === "forgotten", isOther = isForgotten || entry.event !== this.entry?.event;
      const isBack = at !== this.at;
      if (!isBack && !isForgotten && at === null && entry.version < this.entry?.version) return; // before a commit
      this.#goOn();
      const { sitting } = this;
      if (sitting?.isOpen || sitting?.isComposing || (sitting?.start ?? null) !== null) {
        if (isOther && (isForgotten || entry.event !== sitting.entry?.event)) sitting.overtaken(entry);
        if (!isBack) return;
      } else if (sitting) {
        sitting.entry = entry;
        if (isForgotten) sitting.halfTyped(null);
      }
      Object.assign(this, { entry, at });
      this.show();
    } catch (problem) {
      if (at === diary.at && problem.status === 404 && !this.sitting?.isOpen) this.#notThere(problem);
    }
  });

  /** The server answers again: an entry that it did not give is asked for again. */
  again() { if (this.state === "missing" || this.at !== diary.at) this.reload(); }

  /** Puts what is known on the page. The text area of one who writes is only touched if its text is another one. */
  show() {
    if (!this.isLoaded) return;
    if (this.state !== "editing") this.state = "reading";
    this.turnTo(diary.canWrite && !this.entry?.deleted ? this.state : "reading");
    const { text } = this, found = text === this.found.text ? this.found : {};
    const canTick = this.canEdit && !this.isUndecided;
    fillReading($("reading"), text, { ...found, tick: canTick ? (box) => this.tick(box) : null });
    $("reading").hidden = this.state === "editing";
    const date = this.value("date");
    const words = this.entry?.status === "forgotten" ? word("isForgotten")
      : date ? longDate(date, this.value("datePrecision")) : longDate(localNow(), "day"); // a new one is of today
    setText($("entry-time"), words);
    $("entry-time").dateTime = date ?? "";
    label($("entry-date"), word("changeDate", words));
    this.#notice();
    draw();
  }

  /** Ticks a task, or takes the tick away: an edit of the character in its box. */
  tick(box) {
    const sitting = this.sit(), { text } = sitting, { found } = this;
    if (sitting.conflict || text !== found.text) return this.show();
    const now = text.slice(0, box) + (text[box] === " " ? "x" : " ") + text.slice(box + 1);
    const marks = found.marks.map((mark) => (mark.box === box ? { ...mark, done: now[box] === "x" } : mark));
    this.found = { ...found, text: now, marks };
    sitting.change({ text: now });
    sitting.commit();
    this.show();
  }

  #notice() {
    const { entry } = this, notice = $("entry-notice");
    const isPuttingTogether = entry?.texts?.length > 1 && !this.sitting?.conflict
      && (this.state === "editing" || !this.isUndecided);
    // The place of the date says that it is forgotten.
    const why = entry?.status === "forgotten" ? null
      : this.at !== diary.at ? null : entry?.deleted ? "isDeleted" : diary.isPast ? "isOfThePast"
        : isPuttingTogether ? "puttingTogether" : entry?.status === "merged" ? "isMerged"
          : entry?.status === "notUnderstood" ? "isNewer" : null;
    notice.hidden = why === null;
    if (why) setText($("entry-notice-text"), word(why));
    $("see-texts").hidden = why !== "puttingTogether";
    $("bring-back").hidden = !["isDeleted", "isOfThePast"].includes(why) || diary.isReadOnly
      || (diary.isPast && entry?.deleted === true) || this.sitting?.elsewhere === "deleted";
  }

  /** Opens the entry before ("previous") or after ("next") this one by date. */
  async neighbour(which) {
    if (!this.id) return;
    const found = await this.during(get(`entries/${this.id}/neighbours`, { at: diary.at })).catch(() => null);
    if (!found?.[which]) return;
    await this.open(found[which].id);
    if (this.id === found[which].id) list.open(this.id, { reveal: true });
  }

  close() {
    if (this.state === "none") return;
    this.leave();
    Object.assign(this, { id: null, entry: null });
    this.turnTo("none");
    setText($("entry-none"), word("nothingOpen"));
    document.body.dataset.view = "list";
    draw();
  }
}

export const open = new Open();
list.addEventListener("open", ({ detail: id }) => open.open(id));
$("entry-back").addEventListener("click", () => open.close());
$("newer").addEventListener("click", () => open.neighbour("next"));
$("older").addEventListener("click", () => open.neighbour("previous"));
diary.addEventListener("moment", () => {
  if (diary.isPast) open.toPast();
  if (!diary.isMoving) open.reload();
});
diary.addEventListener("changed", ({ detail: { entries } }) => {
  if (!diary.isPast && open.id && (!entries || entries.includes(open.id))) open.reload();
});
