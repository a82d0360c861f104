// Texts side by side, until a person chooses, passage by passage: what several devices wrote at once, and what was
// typed while the entry or its draft was changed elsewhere. Nothing goes before a choice, and a choice is made on what
// was seen.
import { decide, who } from "./deciding.js";
import { $, fill, label, make, question, saying, setText } from "./dom.js";
import { diary, panel } from "./diary.js";
import { edit } from "./editor.js";
import { open } from "./entry.js";
import { passages, settled, together } from "./pieces.js";
import { offerUndo } from "./undo.js";
import { word } from "./strings.js";

/** What stands on the page, and whose words were picked, by passage; and the texts that were seen. */
let parts = [], picks = [], seen = null;

/** The texts of an entry, the one written last first: {event, text, differs, words}. */
function textsOf(entry) {
  const texts = (entry.texts ?? []).filter(({ event }) => event);
  if (texts.length < 2) return [{ event: entry.event, text: entry.text, differs: texts[0]?.differs ?? [],
      words: [word("theirs")] }];
  return texts.map(({ event, differs }) => ({
    event, differs, words: who(entry, event) ?? [word("theirs")],
    text: entry.alternatives.find((other) => other.event === event)?.text ?? entry.text,
  })).reverse();
}

/** What stands side by side: the words over it, and each text. Null where nothing does. */
function standing() {
  const { entry, sitting } = open, conflict = diary.isPast ? null : sitting?.conflict ?? null;
  const mine = (differs = []) => ({ event: "", text: sitting.text, differs, words: [word("mine")] });
  if (conflict?.kind === "draft") {
    const [differs, others] = conflict.differs;
    return { why: word("conflictDraft"),
      sides: [mine(differs), { event: "draft", text: conflict.draft.text, differs: others, words: [word("theirs")] }] };
  }
  if (conflict) return { why: word("conflictEntry"), entry: conflict.entry,
    sides: [mine(conflict.entry.texts?.find(({ draft }) => draft)?.differs), ...textsOf(conflict.entry)] };
  if (!open.isUndecided) return null;
  return { why: word("conflictDevices", entry.texts.length), entry, sides: textsOf(entry) };
}

/** Whose a text is, and the button that keeps all of it. */
function side({ event, text, words }, index, count) {
  const isMine = event === "", isOther = count === 2 && open.sitting?.conflict && !isMine;
  const keep =
    make("button", { type: "button", class: "keep",
      text: word(isMine ? "keepMine" : isOther ? "keepTheirs" : "keepThis"),
      id: isMine ? "keep-mine" : isOther ? "keep-theirs" : `keep-${event}`, on: { click: () => choose(text) } });
  if (!isMine && !isOther) label(keep, word("keepTextOf", words.join(", ")));
  keep.hidden = !diary.canWrite;
  return make("div", { class: "side", id: `side-${index}`, "data-event": event },
    make("h2", {}, words[0], words[1] ? make("small", { text: words[1] }) : null), keep);
}

/** A passage: what each text says there, each once, and all of it; one is picked. */
function passage(part, index, number, sides) {
  const all = together(part, parts[index - 1], parts[index + 1]), name = `passage-${number}`;
  const option = (value, by, text) => make("label", { class: "choice" },
    make("input", { type: "radio", name, id: `${name}-${value}`, value, checked: picks[number] === value,
        disabled: !diary.canWrite, on: { change: () => { picks[number] = value; showPicks(); } } }),
      by ? make("small", { text: by }) : null, make("span", { class: "words", text: text.trim() || word("nothing") }));
  const options = [...new Set(part)].map((text) => option(part.indexOf(text),
    sides.filter((_, other) => part[other] === text).map(({ words }) => words[0]).join(", "), text));
  if (!part.includes(all) && diary.canWrite) {
    options.push(option("both", "", word(options.length > 2 ? "allOfThem" : "both")));
  }
  return make("span", { class: "passage", role: "radiogroup", "aria-label": word("passage", number + 1) }, ...options);
}

/** What can be kept by now. */
function showPicks() {
  const left = parts.filter((part) => typeof part !== "string").filter((_, number) => picks[number] === undefined);
  $("keep-chosen").disabled = left.length > 0;
  setText($("keep-chosen"), left.length > 0 ? word("toChoose", left.length) : word("keepChosen"));
}

function show() {
  const now = standing(), section = $("conflict"),
    isShown = now !== null && (open.state !== "editing" || Boolean(open.sitting?.conflict));
  const wasShown = !section.hidden, active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = section.contains(active) ? active.id : null;
  section.hidden = !isShown;
  $("entry").classList.toggle("disagrees", isShown);
  if (!isShown) { if (!now) seen = null; return; }
  const { sides, entry } = now, events = sides.map(({ event }) => event);
  // A text that came while one looks is said; what one looked at stays where it is.
  const isNews = seen?.id === open.id && entry && seen.event !== entry.event
    && events.some((event) => event && !seen.events.includes(event));
  const why = isNews || (seen?.isNews && seen.event === entry?.event) ? `${word("textCame")} ${now.why}` : now.why;
  seen = { id: open.id, event: entry?.event, events, isNews: isNews || (seen?.isNews && seen.event === entry?.event) };
  const isOther = fill($("conflict-sides"), [open.visit, entry?.event, sides, why, diary.canWrite],
    () => sides.map((one, index) => side(one, index, sides.length)));
  if (isOther) fillPassages(sides, why);
  else if (wasShown) return;
  if (focused && $(focused)) $(focused).focus();
  else if (focused !== null || (!wasShown && document.activeElement === document.body)) {
    section.focus({ preventScroll: true });
  }
}

function fillPassages(sides, why) {
  const found = passages(sides.map(({ text }) => text), sides.map(({ differs }) => differs));
  if (JSON.stringify(found) !== JSON.stringify(parts)) picks = [];
  parts = found;
  setText($("conflict-text"), why);
  let number = -1;
  $("conflict-passages").replaceChildren(...parts.map((part, index) =>
    (typeof part === "string" ? part : passage(part, index, number += 1, sides))));
  $("conflict-actions").hidden = !diary.canWrite;
  setText($("keep-both"), word(sides.length > 2 ? "keepAllTexts" : "keepBothTexts"));
  showPicks();
}

/** Makes a text the entry's: one of those that stand, or what was put together of them. */
const choose = saying(async (text) => {
  const now = standing(), { sitting } = open;
  if (!now) return;
  const others = now.sides.filter((one) => one.text !== text).length, said = word("decided", others);
  if (!sitting?.conflict) return void await decide({ text }, said);
  const isThere = text === sitting.textThere, done = sitting.settle(text);
  open.entry = sitting.entry;
  open.show();
  const isWritten = await open.during(done);
  if (isThere && now.sides.length > 2) await open.during(decide({ text }, word("decided", others - 1)));
  if (sitting.conflict) return;
  if (!isThere && isWritten && now.entry) offerUndo(said);
  if (open.state !== "editing") {
    open.turnTo("reading");
    open.show();
    open.reload();
    $("reading").focus({ preventScroll: true });
  }
});

/** What was picked so far, with all that is said where nothing was; and where its first passage begins. */
export const putTogether = () => ({
  text: settled(parts, picks), caret: typeof parts[0] === "string" && parts.length > 1 ? parts[0].length : 0 });

/** Opens that for writing. */
function editAll() {
  const { sitting } = open, { text, caret } = putTogether();
  if (!sitting?.conflict) return edit();
  sitting.settle(text, { commits: false });
  open.entry = sitting.entry;
  open.show();
  edit(caret);
}

export function startConflict() {
  open.addEventListener("left", () => {
    seen = null;
    parts = picks = [];
  });
  panel(show);
  $("keep-chosen").addEventListener("click", () => choose(settled(parts, picks)));
  $("keep-both").addEventListener("click", () => choose(settled(parts, [])));
  $("edit-all").addEventListener("click", editAll);
  $("see-texts").addEventListener("click", saying(async () => {
    const { sitting } = open;
    if (sitting?.isOpen && !await open.during(
      question("discard-draft", word("discardTitle"), word("discardMerge"), word("discard")))) return;
    await open.during(sitting?.discard());
    open.sitting = null;
    open.turnTo("reading");
    open.show();
    $("conflict").focus({ preventScroll: true });
  }));
}
