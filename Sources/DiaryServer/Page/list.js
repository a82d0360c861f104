// The list on the page: only the rows in view have nodes, and the nodes go round. Any source will do (source.js).
import { latest } from "./api.js";
import { shortDate } from "./dates.js";
import { diary, draw } from "./diary.js";
import { $, fill, icon, isWide, make } from "./dom.js";
import { word } from "./language.js";
import { fillThumbnail, firstPicture } from "./thumbnails.js";

/** The side of a row's picture, in pixels of the screen. */
const side = 56;

const weathers = { "01": "☀️", "02": "🌤️", "03": "☁️", "04": "☁️", "09": "🌧️", 10: "🌦️", 11: "⛈️", 13: "❄️", 50: "🌫️" };
const named = {
  clear: "☀️", sunny: "☀️", clouds: "☁️", cloudy: "☁️", rain: "🌧️", drizzle: "🌦️", snow: "❄️", thunderstorm: "⛈️",
  mist: "🌫️", fog: "🌫️", haze: "🌫️", wind: "🌬️",
};
/** A sign for the weather, or its word where there is no sign. */
export const weatherSign = (weather) =>
  (weather ? weathers[weather.icon?.slice(0, 2)] ?? named[weather.main?.toLowerCase()] ?? weather.main : "");

/** A text with its hits as nodes: plain, match, plain, … */
const marked = (pieces, loose) => pieces.map((piece, index) =>
  (index % 2 ? make("mark", { text: piece, class: loose ? "half" : undefined }) : piece));

/** A part of a row: its hits, its text, or the words for what is missing. */
function part(name, pieces, text, missing) {
  const isMissing = !text && missing;
  return make("span", { class: `row-${name}${isMissing ? " placeholder" : ""}` },
    ...(pieces.length > 0 ? pieces : [text || missing]));
}

/** What stands in the row of a hit or entry; nothing but its frame while that is still being loaded. */
function rowNodes({ entry = null, title = [], pieces = [], loose = false } = {}, hasDraft = false) {
  const { weather = null, deleted = false, starred = false } = entry ?? {}, stands = entry ? standsWords(entry) : "";
  const tags = entry ? [...new Set([...entry.tags, ...entry.textTags])] : [], picture = firstPicture(entry);
  // Who looks for what was deleted looks for when.
  const date = !entry ? "" : deleted ? word("deletedOn", shortDate(entry.modifiedAt)) : shortDate(entry.date);
  const holder = picture ? make("span", { class: "row-picture", "aria-hidden": "true" }) : null;
  if (picture) fillThumbnail(holder, picture.sha256, side).then((is) => { if (!is) holder.remove(); });
  return [
    make("span", { class: "row-head" },
      part("title", title.length > 1 ? marked(title, loose) : [], entry?.title,
        entry ? word(entry.status === "notUnderstood" ? "newer" : "noTitle") : ""),
      starred ? make("span", { class: "row-star", role: "img", "aria-label": word("starred") }, icon("star")) : null,
      hasDraft ? make("span", { class: "row-draft", title: word("hasDraft") }) : null,
      stands ? make("span", { class: "row-stands", text: stands }) : null),
    make("span", { class: "row-line" },
      part("preview", marked(pieces, loose), entry?.preview, entry ? word("noText") : "")),
    make("span", { class: "row-foot" }, make("time", { class: "row-date", text: date }),
      weather ? make("span", { class: "row-weather", title: weather.main, text: weatherSign(weather) }) : null,
      make("span", { class: "row-tags", text: tags.map((tag) => `#${tag}`).join(" ") })),
    deleted && diary.canWrite ? make("span", { class: "row-restore", text: word("bringBack") }) : null, holder,
  ].filter(Boolean);
}

/** Fills a row with a hit or entry; undefined: it is still being loaded. */
function fillRow(node, { index, count, found, href, isOpen, isActive, isChosen, hasDraft }) {
  const { dataset } = node, entry = found?.entry;
  node.hidden = false;
  dataset.index = index;
  dataset.state = entry ? "ready" : "loading";
  dataset.id = entry?.id ?? "";
  if (entry) node.setAttribute("href", href(entry.id)); else node.removeAttribute("href");
  node.classList.toggle("active", isActive);
  node.setAttribute("aria-selected", isChosen ?? isOpen);
  node.toggleAttribute("data-chosen", isChosen === true);
  node.setAttribute("aria-posinset", index + 1);
  node.setAttribute("aria-setsize", count);
  fill(node, [found, hasDraft, diary.canWrite], () => rowNodes(found, hasDraft));
}

/** What stands side by side in an entry, in a word or two. */
function standsWords({ status, alternatives, contested, lost }) {
  if (status === "conflict") return word("rowTexts", new Set(alternatives.map(({ event }) => event)).size + 1);
  return contested ? word("rowContested") : lost?.length ? word("rowLost") : "";
}

const ahead = 6;              // rows beyond the view that have nodes
const tallest = 12_000_000;   // pixels that every browser can scroll; beyond, a pixel stands for more rows

/** Tells of "open" and "restore" (detail: the id). */
class List extends EventTarget {
  source = null;
  /** The row that the keys are on, and the id of the open entry, which stands here alone. */
  active = -1; openID = null;
  /** The entry that the keys were on last. */
  #activeID = null;
  /** Says where a row leads: a function of the entry's id. */
  hrefs = () => () => "";
  /** The ids that are chosen, several at once; null where one entry is opened after the other. */
  chosen = null; #last = -1;
  /** Ids of entries with a draft. */
  drafts = new Set();
  box = $("list"); rows = $("rows");
  #nodes = []; #height = 76; #frame = 0;

  constructor() {
    super();
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.box);
    this.rows.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (this.chosen !== null) {
        event.preventDefault();
        return row && this.toggle(Number(row.dataset.index), event.shiftKey);
      }
      if (event.ctrlKey || event.metaKey || event.shiftKey
        || event.altKey) return; // the browser's own: another tab, a window
      event.preventDefault();
      if (row) this.box.focus({ preventScroll: true });
      if (event.target.closest(".row-restore")) {
        return this.dispatchEvent(new CustomEvent("restore", { detail: row.dataset.id }));
      }
      if (row?.dataset.id) {
        this.active = Number(row.dataset.index);
        this.dispatchEvent(new CustomEvent("open", { detail: row.dataset.id }));
      }
    });
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.measure();
  }

  /** How many rows are wanted first: those in view, where the list is at its top. */
  get rowsAtTop() { return this.#top < 1 ? this.#inView + ahead : 0; }
  /**
   * How many rows a pixel of scrolling stands for: one in a row's height, unless the list is taller than browsers
   * scroll.
   */
  get #perPixel() {
    const count = this.source?.count ?? 0, view = this.box.clientHeight;
    return count * this.#height <= tallest ? 1 / this.#height : (count - view / this.#height) / (tallest - view);
  }
  /** The first row in view, as a fraction. */
  get #top() { return this.box.scrollTop * this.#perPixel; }
  get #inView() { return Math.ceil(this.box.clientHeight / this.#height) + 1; }

  /** The height of a row follows the size of letters. */
  measure() {
    this.#height = parseFloat(getComputedStyle(document.documentElement).fontSize) * 5;
    document.documentElement.style.setProperty("--row", `${this.#height}px`);
    this.draw(true);
  }

  /**
   * Shows another source once the rows that will be in view are loaded, so that nothing flickers. `keep`: stay at the
   * day in view; else at the top. Returns whether it was shown: a newer source goes first.
   */
  async show(source, { keep = false, isWanted = () => true } = {}) {
    let first = 0;
    if (keep && this.source) {
      first = this.#top;
      const old = this.source;
      if (first >= 1 && old.index && source.index) {
        const found = old.index.at(Math.floor(first));
        if (found) first += source.index.rowOf(found.day) - found.start;
      }
      first = Math.max(0, Math.min(first, source.count - this.box.clientHeight / this.#height));
    }
    await source.load(Math.floor(first) - ahead, Math.ceil(first) + this.#inView + ahead);
    if (!isWanted()) { source.stop(); return false; }
    this.source?.stop();
    this.source = source;
    this.#size();
    this.box.scrollTop = first / this.#perPixel;
    this.box.setAttribute("aria-busy", "false");
    this.active = this.indexOf(this.openID ?? this.#activeID);
    this.draw(true);
    document.body.dataset.shown = source.at;
    return true;
  }

  #size() { this.rows.style.height = `${Math.min(tallest, (this.source?.count ?? 0) * this.#height)}px`; }

  /** The row of an entry, among those that are loaded; -1 if it is not there. */
  indexOf(id) {
    if (!id || !this.source) return -1;
    if (this.source.found) return this.source.found.findIndex((found) => found.entry.id === id);
    for (const [index, found] of this.source.rows) if (found.entry.id === id) return index;
    return -1;
  }

  /** Fills the nodes for what is in view; at once, or with the next frame. */
  draw(now = false) {
    if (!this.source) return;
    if (!now) {
      if (!this.#frame) this.#frame = requestAnimationFrame(() => { this.#frame = 0; this.draw(true); });
      return;
    }
    const { source } = this, count = source.count, top = this.#top;
    const first = Math.max(0, Math.floor(top) - ahead), last = Math.min(count, Math.floor(top) + this.#inView + ahead);
    const wanted = Math.max(last - first, 0), room = this.#inView + 2 * ahead + 1;
    while (this.#nodes.length < Math.max(wanted, room)) {
      // A link, so that it can be opened in another tab and copied; the list itself has the focus.
      const node = make("a", { class: "row", role: "option", id: `row-${this.#nodes.length}`, tabindex: -1 });
      this.#nodes.push(node);
      this.rows.append(node);
    }
    const offset = count * this.#height > tallest ? this.box.scrollTop - top * this.#height : 0;
    let missing = false, active = null;
    const href = this.hrefs();
    for (const node of this.#nodes) node.hidden = true;
    for (let index = first; index < last; index += 1) {
      const node = this.#nodes[index % this.#nodes.length], found = source.row(index);
      missing ||= found === undefined;
      const isActive = index === this.active;
      fillRow(node, {
        index, count: source.isWhole ? count : -1, found, href, isActive,
        isChosen: this.chosen && found ? this.chosen.has(found.entry.id) : null,
        isOpen: found !== undefined && found.entry.id === this.openID,
        hasDraft: found !== undefined && this.drafts.has(found.entry.id),
      });
      if (isActive) active = node.id;
      node.style.transform = `translateY(${index * this.#height + offset}px)`;
    }
    if (active) this.box.setAttribute("aria-activedescendant", active);
    else this.box.removeAttribute("aria-activedescendant");
    if (missing) this.#load();
  }

  /** Loads what is in view: one request at a time, and always for where the list is by then. */
  #load = latest(async () => {
    const { source } = this, top = Math.floor(this.#top);
    try {
      await source.load(top - ahead, top + this.#inView + 2 * ahead);
    } catch { return; } // the next scroll or the live stream asks again
    if (source !== this.source) return;
    this.#size();
    this.draw(true);
  });

  /** Marks the open entry, and brings its row into view if `reveal`. */
  open(id, { reveal = false } = {}) {
    this.openID = id;
    const index = this.indexOf(id);
    if (id) this.#activeID = id;
    if (index >= 0) { this.active = index; if (reveal) this.reveal(index); }
    this.draw(true);
  }

  /** Begins choosing among a set of ids, or ends it (null). */
  choose(ids) {
    this.chosen = ids;
    this.#last = -1;
    this.box.toggleAttribute("data-choosing", ids !== null);
    if (ids) this.box.setAttribute("aria-multiselectable", "true");
    else this.box.removeAttribute("aria-multiselectable");
    this.draw(true);
    draw();
  }

  /** Chooses a row, or no longer; with `isRange` all from the last one that was chosen. */
  toggle(index, isRange = false) {
    const id = this.source?.row(index)?.entry.id;
    if (!id || this.chosen === null) return;
    const [from, to] = isRange && this.#last >= 0 ? [Math.min(index, this.#last), Math.max(index, this.#last)]
      : [index, index];
    const is = isRange || !this.chosen.has(id);
    for (let row = from; row <= to; row += 1) {
      const other = this.source.row(row)?.entry.id;
      if (other && is) this.chosen.add(other); else this.chosen.delete(other);
    }
    this.active = this.#last = index;
    this.draw(true);
    draw();
  }

  reveal(index) {
    const rows = this.box.clientHeight / this.#height, per = this.#perPixel;
    if (index < this.#top) this.box.scrollTop = index / per;
    else if (index + 1 > this.#top + rows) this.box.scrollTop = (index + 1 - rows) / per;
  }

  /** Goes to another row, and opens it if `opens`. */
  move(to, opens) {
    if (!this.source?.count) return;
    this.active = Math.max(0, Math.min(to, this.source.count - 1));
    this.reveal(this.active);
    this.draw(true);
    const id = this.source.row(this.active)?.entry.id;
    this.#activeID = id ?? this.#activeID;
    if (opens && id) this.dispatchEvent(new CustomEvent("open", { detail: id }));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, this.#inView - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    if (event.key in steps) this.move(this.active + steps[event.key], isWide());
    else if (event.key === "Home") this.move(0, isWide());
    else if (event.key === "End") this.move(Infinity, isWide());
    else if (event.key === " " && this.chosen !== null) this.toggle(this.active);
    else if (event.key === "Enter" || event.key === " ") this.move(Math.max(0, this.active), true);
    else return;
    event.preventDefault();
  }
}

export const list = new List();
