// The keyboard: one letter for each thing, where nothing is being written.
import { $, answer, isWide, make } from "./dom.js";
import { edit, finish } from "./editor.js";
import { open } from "./entry.js";
import { toggleStar } from "./fields.js";
import { showHistory } from "./history.js";
import { list } from "./list.js";
import { choose, chooseActive } from "./choosing.js";
import { clearSearch } from "./search.js";
import { printPage } from "./share.js";
import { go, walk } from "./slider.js";
import { remove, takeBack } from "./undo.js";
import { word } from "./strings.js";
import { isYearOpen, showYear } from "./year.js";

/** Shows the keys. */
export function showKeys() {
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

export function startKeys({ write }) {
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
    j: () => list.move(list.active + 1, true),
    k: () => list.move(list.active - 1, true),
    ArrowDown: () => list.move(list.active + 1, true),
    ArrowUp: () => list.move(list.active - 1, true),
    Escape: back,
  };
  document.addEventListener("keydown", (event) => {
    // Whoever saves by hand means what is typed here, not the page's file.
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === "KeyS") {
      event.preventDefault();
      return void open.sitting?.commit();
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === "KeyP") {
      event.preventDefault();
      return void printPage();
    }
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target),
      isWriting = target.matches("input:not([type=range]), textarea, select");
    if (isWriting && event.key !== "Escape") return;
    if (event.key.startsWith("Arrow")
      && (target.matches("input, [role=listbox], [role=menuitem], [role=tab]")
        || target.closest("#history, #year-view, #conflict"))) return;
    if (isYearOpen() && !["Escape", "y", "[", "]", "t", "?"].includes(event.key)) return;
    // While Hangul is on, a key is told by its place.
    const [, latin] = /^Key([A-Z])$/.exec(event.code) ?? [];
    const letter = latin && !/^[!-~]$/.test(event.key) ? (event.shiftKey ? latin : latin.toLowerCase()) : null;
    const run = letters[event.key] ?? letters[letter];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
