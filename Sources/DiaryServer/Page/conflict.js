// Texts side by side, until a person chooses: what several devices wrote at once, and what was typed while the entry or
// its draft was changed elsewhere. Nothing goes before a choice, and a choice is made on what was seen.
import { get } from "./api.js";
import { decide, who } from "./deciding.js";
import { question } from "./dialog.js";
import { diary } from "./diary.js";
import { $, label, make, setText, toast } from "./dom.js";
import { edit } from "./editor.js";
import { open } from "./entry.js";
import { cut } from "./pieces.js";
import { takeBack } from "./undo.js";
import { word } from "./strings.js";

/** The side that a phone shows, by its event; "" is what was typed. */
let chosen = null;
/** What stands on the page: it is built anew only where something else stands. */
let built = "", seen = null;

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

function side({ event, text, differs, words }, index, count) {
  const isMine = event === "", only = count === 2 && open.sitting?.conflict && !isMine;
  const keep =
    make("button",
      { type: "button", class: isMine ? "keep strong" : "keep",
        id: isMine ? "keep-mine" : only ? "keep-theirs" : undefined, "data-choice": event,
        text: word(isMine ? "keepMine" : only ? "keepTheirs" : "keepThis"), on: { click: () => choose(event) } });
  if (!isMine && !only) label(keep, word("keepTextOf", words.join(", ")));
  keep.hidden = !diary.canWrite;
  const pieces = cut(text, differs.map((range) => ({ range })))
    .map((piece) => (piece.over.length ? make("mark", { text: piece.text }) : piece.text));
  return make(
    "section",
    { class: "side", role: "tabpanel", id: `side-${index}`, "data-event": event,
      "aria-labelledby": `side-${index}-name` },
    make("h2", { id: `side-${index}-name` }, words[0], words[1] ? make("small", { text: words[1] }) : null),
    make("pre",
      { tabindex: 0, id: isMine ? "conflict-mine" : only ? "conflict-theirs" : undefined,
        "aria-labelledby": `side-${index}-name` }, ...pieces), keep);
}

/** On a phone one side is seen at a time. */
function turn(event, focus = false) {
  chosen = event;
  for (const node of $("conflict-sides").children) node.classList.toggle("chosen", node.dataset.event === event);
  for (const tab of $("conflict-tabs").children) {
    const is = tab.dataset.event === event;
    tab.setAttribute("aria-selected", is);
    tab.tabIndex = is ? 0 : -1;
    if (is && focus) tab.focus();
  }
}

function show() {
  const now = standing(), section = $("conflict"),
    isShown = now !== null && (open.state !== "editing" || open.sitting.conflict !== null);
  const wasShown = !section.hidden, active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = section.contains(active) ? active.dataset.choice ?? active.id : null;
  section.hidden = !isShown;
  $("entry").classList.toggle("disagrees", isShown);
  if (!isShown) { built = ""; if (!now) seen = null; return; }
  const { sides, entry } = now, events = sides.map(({ event }) => event);
  // A text that came while one looks is said; what one looked at stays where it is.
  const isNews = seen?.id === open.id && entry && seen.event !== entry.event
    && events.some((event) => event && !seen.events.includes(event));
  const why = isNews || (seen?.isNews && seen.event === entry?.event) ? `${word("textCame")} ${now.why}` : now.why;
  seen = { id: open.id, event: entry?.event, events, isNews: isNews || (seen?.isNews && seen.event === entry?.event) };
  const key = JSON.stringify([open.id, entry?.event, sides, why, diary.canWrite]);
  if (key === built) return;
  built = key;
  setText($("conflict-text"), why);
  $("conflict-sides").replaceChildren(...sides.map((one, index) => side(one, index, sides.length)));
  $("conflict-tabs").replaceChildren(
    ...sides.map(
      ({ event, words }, index) =>
      make("button",
        { type: "button", role: "tab", "aria-controls": `side-${index}`, "data-event": event, text: words.join(" · "),
          on: { click: () => turn(event) } })));
  turn(events.includes(chosen) ? chosen : events[0]);
  const isTyped = open.sitting?.conflict && (entry?.texts ?? []).filter(({ event }) => event).length < 2;
  $("conflict-actions").hidden = !diary.canWrite;
  setText($("keep-both"), word(isTyped ? "keepBoth" : sides.length > 2 ? "keepAllTexts" : "keepBothTexts"));
  $("edit-all").hidden = Boolean(isTyped);
  const again = focused === null ? null
    : [...section.querySelectorAll("[data-choice]")].find((node) => node.dataset.choice === focused)
    ?? (focused ? $(focused) : null);
  if (again) again.focus();
  else if (focused !== null || (!wasShown && document.activeElement === document.body)) {
    section.focus({ preventScroll: true });
  }
}

const decided = (count) => word("decided", count);

/** Keeps one text: of what was typed (""), of an event, or of the draft as it is elsewhere. */
async function choose(event) {
  const now = standing(), picked = now?.sides.find((one) => one.event === event), { sitting } = open,
    visit = open.visit;
  if (!picked) return;
  const others = now.sides.filter((one) => one.text !== picked.text).length;
  if (!sitting?.conflict) return void await decide({ text: picked.text }, decided(others));
  const isTyped = event === "", isOfMany = now.sides.length > 2;
  const settled = sitting.settle(isTyped ? "mine" : "theirs");
  open.entry = sitting.entry;
  open.show();
  const isWritten = await settled;
  if (visit !== open.visit) return;
  if (!isTyped && isOfMany) await decide({ text: picked.text }, decided(others - 1));
  if (visit !== open.visit || sitting.conflict) return;
  if (isTyped && isWritten && now.entry) toast(decided(others), word("undo"), () => takeBack("undo"));
  if (open.state !== "editing") {
    open.turnTo("reading");
    open.show();
    open.reload();
    $("reading").focus({ preventScroll: true });
  }
}

/** Takes all texts: one under the other, or in the editor, with lines of signs where they differ. */
async function takeAll(isEditing) {
  const now = standing(), { sitting } = open, visit = open.visit;
  if (!now) return;
  if (!sitting?.conflict) {
    if (isEditing) return void edit();
    const merge = await merged();
    if (merge && visit === open.visit) await decide({ text: merge.joined }, decided(now.sides.length));
    return;
  }
  const isOfMany = now.sides.length > 2;
  const settled = sitting.settle(isOfMany ? "keep" : "both");
  open.entry = sitting.entry;
  open.show();
  if (!isOfMany) return void edit();
  if (!await settled || visit !== open.visit) return;
  const merge = await merged(sitting.draft);
  if (!merge || visit !== open.visit) return;
  if (isEditing && merge.marked === null) return toast(word("tooManyTexts"));
  sitting.change({ text: isEditing ? merge.marked : merge.joined });
  if (isEditing) return void edit(merge.caret);
  if (await sitting.commit() && visit === open.visit) {
    toast(decided(now.sides.length - 1), word("undo"), () => takeBack("undo"));
  }
  if (visit === open.visit) { open.show(); $("reading").focus({ preventScroll: true }); }
}

/** All texts of the open entry as one; null where it cannot be had, or something else stands there by now. */
async function merged(draft) {
  const { id, entry, visit } = open;
  try {
    const merge = await get(`entries/${id}/merge`, { draft });
    if (visit !== open.visit || merge.event === entry.event) return merge;
    open.reload();
  } catch (problem) {
    if (problem.status === 404) open.reload(); else toast(problem.message || word("offline"));
  }
  return null;
}

export function startConflict() {
  open.addEventListener("sitting", ({ detail: sitting }) => {
    sitting.addEventListener("conflict", () => {
      if (open.sitting !== sitting) return;
      chosen = "";
      open.turnTo("reading");
      open.show();
      $("keep-mine")?.focus();
    });
    show();
  });
  open.addEventListener("left", () => {
    chosen = seen = null;
    built = "";
    $("conflict").hidden = true;
    $("entry").classList.remove("disagrees");
  });
  open.addEventListener("shown", show);
  $("keep-both").addEventListener("click", () => takeAll(false));
  $("edit-all").addEventListener("click", () => takeAll(true));
  $("conflict-tabs").addEventListener("keydown", (event) => {
    const tabs = [...$("conflict-tabs").children], index = tabs.findIndex((tab) => tab.dataset.event === chosen);
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turn(tabs.at(((to % tabs.length) + tabs.length) % tabs.length).dataset.event, true);
  });
  $("see-texts").addEventListener("click", async () => {
    const { sitting } = open, visit = open.visit;
    if (sitting?.isOpen
      && !await question("discard-draft", word("discardTitle"), word("discardMerge"), word("discard"))) return;
    if (visit !== open.visit) return;
    await sitting?.discard();
    if (visit !== open.visit) return;
    open.sitting = null;
    open.turnTo("reading");
    open.show();
    $("conflict").focus({ preventScroll: true });
  });
}
