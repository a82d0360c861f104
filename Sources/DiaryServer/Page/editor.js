// The editor: a text area that is never touched while one writes in it, and what its keys set off. The reading view and
// the text area have the same shape, so that a click into the text is where the caret goes.
import { silentSince } from "./api.js";
import { diary, panel } from "./diary.js";
import { $, setText, toast } from "./dom.js";
import { open } from "./entry.js";
import { language, word } from "./language.js";
import { largeTitle, offsetAt } from "./reading.js";
import { commitAll } from "./storage.js";
import { goneOn, indented, languageOf, linked, shownPlace, shownText, withEnds } from "./text.js";

const area = $("text");
let isComposing = false, visit = 0;

/** Shows the first line as the reading view does. */
function fit() {
  const isNew = open.sitting?.isNew === true, { value } = area;
  area.toggleAttribute("data-titled", largeTitle(value, { isNew }) !== null || (isNew && value === ""));
}

/** Opens the text for writing, the caret at `offset` (its end if null). */
export function edit(offset = null) {
  if (!open.canEdit || open.sitting?.conflict) return;
  // Where several texts stand, one writes on what is put together of them: no text is decided against unseen.
  if (open.isUndecided && open.state !== "editing" && (open.sitting?.start ?? null) === null) {
    return $("edit-all").click();
  }
  const sitting = open.sit(), scroll = $("entry-scroll").scrollTop;
  if (open.state !== "editing") {
    if (area.value !== shownText(sitting.text)) area.value = shownText(sitting.text);
    area.lang = languageOf(area.value, language());
    area.hidden = false;
    area.disabled = false;
    $("entry").classList.remove("disagrees"); // what is not shown takes no focus
    area.focus({ preventScroll: true }); // before the reading view goes: a focus that is nowhere would end the writing
    open.turnTo("editing");
    $("reading").hidden = true;
    if (open.entry?.texts) open.show();
    fit();
  }
  area.focus({ preventScroll: offset !== null });
  const caret = offset === null ? area.value.length : shownPlace(sitting.text, offset);
  area.setSelectionRange(caret, caret);
  if (offset !== null) $("entry-scroll").scrollTop = scroll;
}

/** A new entry, of now, with the caret in it. */
export function write() {
  if (diary.isReadOnly) return;
  diary.travel(null);
  if (!open.sitting?.isNothing) open.begin();
  edit();
}

/** Back to reading. The caller commits. */
function read() {
  if (open.state !== "editing") return;
  open.turnTo("reading");
  open.show();
}

/** Ends writing: one commit, and the reading view. */
export function finish() {
  const { sitting } = open;
  if (open.state !== "editing" || isComposing) return;
  if (sitting && !sitting.isNew && sitting.text.trim() === "" && sitting.isOpen) { sitting.commit(); return; }
  if (sitting?.isNothing) return;
  if (sitting && sitting.start !== null && !("text" in sitting.content)) { // all texts as they were: nothing is decided
    sitting.start = null;
    read();
    sitting.commit();
    toast(word("stillUndecided"));
    open.reload();
    return;
  }
  if (!sitting?.conflict) sitting?.commit();
  read();
}

/** The text area where its text is another one, and the state line: what became of what was typed. */
function show() {
  const { sitting } = open;
  if (visit !== open.visit) {
    visit = open.visit;
    area.value = "";
    isComposing = false;
  }
  if (open.state !== "editing") area.hidden = area.disabled = true;
  else if (!isComposing && sitting && sitting.state !== "ended" && area.value !== shownText(sitting.text)) {
    const { selectionStart, selectionEnd, value } = area, isAtEnd = selectionStart === value.length;
    area.value = shownText(sitting.text);
    if (!isAtEnd) area.setSelectionRange(selectionStart, selectionEnd);
    fit();
  }
  showState();
}

function showState() {
  const { sitting } = open, line = $("state-line");
  let state = open.state === "none" ? "" : open.at !== diary.at ? (diary.isMoving ? "" : "loading")
    : diary.isPast ? "past" : sitting?.state ?? "";
  const isWrittenOn = sitting?.isOpen || (sitting?.start ?? null) !== null;
  if (sitting?.elsewhere && isWrittenOn && ["", "kept"].includes(state)) {
    state = sitting.elsewhere === "forgotten" ? "forgotten" : "changed";
  }
  if (["typing", "saving"].includes(state) && silentSince() !== null) state = "offline";
  const words = {
    typing: "typing", saving: "saving", saved: "saved", offline: "keptOffline", conflict: "inConflict",
    changed: "changedElsewhere", forgotten: "isForgotten", loading: "loading", emptied: "emptied",
  };
  line.dataset.state = state;
  line.dataset.draft = sitting?.draft?.draft ?? "";
  const why = ["refused", "offline"].includes(state) ? sitting.why : "";
  setText(line, state === "kept" ? word("keptAsDraft", sitting.draft?.draft)
    : why || (state in words ? word(words[state]) : ""));
  $("empty-offer").hidden = state !== "emptied";
  for (const what of ["deleted", "forgotten"]) {
    $(`${what}-offer`).hidden = sitting?.elsewhere !== what
      || (what === "forgotten" && !("text" in sitting.content));
  }
}

function typed() {
  const { sitting } = open;
  if (open.state !== "editing" || !sitting) return;
  area.lang = languageOf(area.value, language());
  fit();
  sitting.change({ text: withEnds(area.value, sitting.text) });
}

/** Edits the text as typing does, so that the browser's own undo takes it back; the caret stays at `caret`'s letter. */
function put({ start, end, insert }, caret = null) {
  area.setSelectionRange(start, end);
  document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (caret === null) return;
  const place = Math.max(start, caret + insert.length - (end - start));
  area.setSelectionRange(place, place);
}

area.addEventListener("input", typed);
area.addEventListener("compositionstart", () => { isComposing = true; open.sitting?.compose(true); });
area.addEventListener("compositionend", () => {
  isComposing = false;
  if (open.sitting && area.value !== shownText(open.sitting.text)) typed();
  open.sitting?.compose(false);
});
area.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    event.stopPropagation();
    if (open.sitting?.isNothing) { open.close(); $("list").focus(); return; }
    finish();
    if (open.state === "reading") $(open.sitting?.conflict ? "conflict" : "reading").focus({ preventScroll: true });
  } else if (["Enter", "Tab"].includes(event.key) && area.selectionStart === area.selectionEnd) {
    const { value, selectionStart: caret } = area, isBack = event.shiftKey;
    const change = event.key === "Tab" ? indented(value, caret, isBack) : isBack ? null : goneOn(value, caret);
    if (change) { event.preventDefault(); put(change, event.key === "Tab" ? caret : null); }
  }
});
area.addEventListener("paste", (event) => {
  const html = event.clipboardData.getData("text/html"), plain = event.clipboardData.getData("text/plain");
  const { body } = new DOMParser().parseFromString(html, "text/html"), between = document.createRange();
  between.setStart(body, 0);
  const text = linked(plain, [...body.querySelectorAll("a[href]")].map((one) => {
    between.setEndBefore(one);
    const before = between.toString();
    between.setStartAfter(one);
    return { before, text: one.textContent.trim(), target: one.getAttribute("href") };
  }));
  if (text === plain) return;
  event.preventDefault();
  put({ start: area.selectionStart, end: area.selectionEnd, insert: text });
});
$("entry").addEventListener("focusout", (event) => {
  if ($("entry").contains(event.relatedTarget)) return;
  if (!document.hasFocus()) { open.sitting?.commit(); return; } // another window: the caret stays where it is
  if (document.querySelector("dialog[open]")) return;
  finish();
});
$("reading").addEventListener("click", (event) => {
  if (event.target.closest("a, input, button") || !getSelection().isCollapsed) return;
  edit(offsetAt($("reading"), event.clientX, event.clientY));
});
$("reading").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target === $("reading")) { event.preventDefault(); edit(); }
});
$("sheet").addEventListener("click", (event) => { if (event.target === $("sheet")) edit(); });
$("new").addEventListener("click", write);
$("edit").addEventListener("click", () => (open.state === "editing" ? finish() : edit()));

panel(show);
$("deleted-restore").addEventListener("click", () => open.sitting?.bringBack());
$("forgotten-save").addEventListener("click", () => open.sitting?.beginAnew());
$("empty-keep").addEventListener("click", () => {
  const { sitting } = open;
  sitting?.change({ text: sitting.entry.text }); // what else was set stays
  finish();
});
// Whether the title fits on a row is another question in another width.
let width = 0;
new ResizeObserver(() => {
  if ($("sheet").clientWidth === width) return;
  width = $("sheet").clientWidth;
  if (open.state === "editing") fit(); else open.show();
}).observe($("sheet"));
document.addEventListener("visibilitychange", () => { if (document.hidden) commitAll({ keepalive: true }); });
addEventListener("pagehide", () => commitAll({ keepalive: true }));
