// The keyboard: one letter for each thing, where nothing is being written; and Enter in the search, which goes through
// its hits: those of the open entry, then those of the next entry in the list.
import { choose, chooseActive } from "./choosing.js";
import { panel } from "./diary.js";
import { $, answer, isWide, make } from "./dom.js";
import { edit, finish, write } from "./editor.js";
import { open } from "./entry.js";
import { toggleStar } from "./fields.js";
import { showHistory } from "./history.js";
import { word } from "./language.js";
import { list } from "./list.js";
import { clearSearch, query } from "./search.js";
import { printPage } from "./share.js";
import { go, walk } from "./slider.js";
import { remove, takeBack } from "./undo.js";
import { isYearOpen, showYear } from "./year.js";

/**
 * Which hit of the open entry is looked at, and of which opening; and, while the next entry is being opened, from which
 * end to begin.
 */
let current = 0, begins = 0, visit = 0;
const hits = () => [...$("reading").querySelectorAll("mark")];

function look(index) {
  const all = hits();
  current = index;
  for (const [other, node] of all.entries()) node.toggleAttribute("data-current", other === index);
  all[index]?.scrollIntoView(
    { block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** Goes to the next hit, or to the one before; behind the last one of an entry to the next entry of the list. */
function nextHit(by) {
  if (!query() || !list.source?.count) return;
  const row = list.indexOf(open.id), all = open.state === "reading" && row >= 0 ? hits() : [];
  if (all[current + by]) return look(current + by);
  const to = row < 0 ? 0 : row + by;
  if (to < 0 || to >= list.source.count) return;
  begins = by;
  list.move(to, true);
}

/** Shows the keys. */
function showKeys() {
  $("keys-list").replaceChildren(...word("keyList").flatMap(([keys, what]) => [
    make("dt", {}, ...keys.split(/ +/).map((key) => make("kbd", { text: key }))), make("dd", { text: what })]));
  answer($("keys"), $("keys-close"));
}

/** One thing back: the history, the entry, the search, the past. */
function back() {
  if (showYear(false) || choose(false)) return;
  if (open.looksBack) return showHistory(false);
  if (document.activeElement === $("search")) { if (!clearSearch()) $("search").blur(); return; }
  if (open.state === "editing") return finish();
  if (open.state !== "none" && !isWide()) return open.close();
  if (clearSearch()) return;
  if (open.state !== "none") { open.close(); $("list").focus(); return; }
  go(Infinity);
}

$("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); nextHit(event.shiftKey ? -1 : 1); }
});
panel(() => {
  // What is shown anew, as after an edit elsewhere, has its hit again.
  if (visit === open.visit || !open.isLoaded) return hits()[current]?.toggleAttribute("data-current", true);
  if (!["reading", "editing"].includes(open.state)) return;
  visit = open.visit;
  if (!query() || open.state !== "reading") return;
  look(begins < 0 ? Math.max(0, hits().length - 1) : 0);
  begins = 0;
});

const down = () => list.move(list.active + 1, true), up = () => list.move(list.active - 1, true);
const letters = {
  "/": () => { $("search").focus(); $("search").select(); },
  n: write,
  e: () => edit(),
  s: toggleStar,
  h: () => showHistory(),
  y: () => showYear(),
  t: () => $("slider").focus(),
  "[": () => walk(-1),
  "]": () => walk(1),
  u: () => takeBack("undo"),
  U: () => takeBack("redo"),
  "#": remove,
  x: chooseActive,
  "?": showKeys,
  j: down, ArrowDown: down,
  k: up, ArrowUp: up,
  Escape: back,
};
// Whoever saves by hand means what is typed here, not the page's file; and whoever prints, all rows of the list.
const commands = { s: () => open.sitting?.commit(), p: printPage };
document.addEventListener("keydown", (event) => {
  // While Hangul is on, a key is told by its place.
  const [, latin] = /^Key([A-Z])$/.exec(event.code) ?? [];
  const letter = !latin || /^[!-~]$/.test(event.key) ? event.key : event.shiftKey ? latin : latin.toLowerCase();
  const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && commands[letter];
  if (command) { event.preventDefault(); return void command(); }
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open], #problem:not([hidden])")) return;
  const target = /** @type {Element} */ (event.target),
    isWriting = target.matches("input:not([type=range]), textarea, select");
  if (isWriting && event.key !== "Escape") return;
  if (event.key.startsWith("Arrow")
    && (target.matches("input, [role=listbox], [role=menuitem], [role=tab]")
      || target.closest("#history, #year-view, #conflict"))) return;
  if (isYearOpen() && !["Escape", "y", "[", "]", "t", "?"].includes(letter)) return;
  const run = letters[letter];
  if (!run) return;
  event.preventDefault();
  run();
});
$("menu-keys").addEventListener("click", showKeys);
