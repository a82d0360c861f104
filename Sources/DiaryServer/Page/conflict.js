// What devices wrote against each other, and a decision about it, made on what stands on the page. Texts stand side by
// side until a person chooses, passage by passage: those of devices, and what was typed while an entry or its draft was
// changed elsewhere. What has no text to show stands in lines above an entry: a deletion that another device went on
// past, and values that gave way. Nothing goes before a choice, and a choice is made on what was seen.
import { ask, path } from "./api.js";
import { timestamp } from "./dates.js";
import { diary, panel } from "./diary.js";
import { $, button, fill, make, question, saying, setText, toast } from "./dom.js";
import { edit } from "./editor.js";
import { open } from "./entry.js";
import { valueWords } from "./fields.js";
import { word } from "./language.js";
import { passages, settled, together } from "./text.js";
import { offerUndo, remove } from "./undo.js";

/** What stands on the page, and whose words were picked, by passage; and the texts that were seen. */
let parts = [], picks = [], seen = null, visit = 0;

/**
 * Values of this opening that gave way: a decision about one is none about the others, so they stay until it is left;
 * and those that are being settled.
 */
let waiting = [];
const settling = new Set();

const headsOf = (entry) => (entry.heads?.length ? entry.heads : [entry.event]);
/** Who wrote an event, and when: two words, or null. Devices of the same name are told apart by a number. */
function who(entry, event) {
  const origin = entry.devices?.find((other) => other.event === event);
  if (!origin) return null;
  const nameOf = ({ name, device }) => name ?? device.slice(0, 8);
  const alike = [...new Set(
    entry.devices.filter((other) => nameOf(other) === nameOf(origin)).map(({ device }) => device))].sort();
  const number = alike.indexOf(origin.device) + 1;
  return [number > 1 ? `${nameOf(origin)} ${number}` : nameOf(origin), timestamp(origin.recordedAt)];
}

/**
 * Writes a decision on exactly the events that stand on the page. If another one has come, nothing is written, and what
 * stands now is shown. Returns whether it was written.
 */
async function decide(content, said) {
  const { entry } = open;
  try {
    const receipt = await open.during(open.sit().apart(
      (id) => ask("PUT", path(`entries/${id}`), { body: { ...content, heads: headsOf(entry) } })));
    if (!receipt) return false;
    offerUndo(said);
    $("reading").focus({ preventScroll: true });
    return true;
  } catch (problem) {
    if (problem.name === "AbortError") return false;
    if (problem.code === "conflict" && problem.body.entry) {
      open.entry = problem.body.entry;
      if (open.sitting) open.sitting.entry = open.entry;
      open.show();
      toast(word("notDecided"));
      if (!$("conflict").hidden) $("conflict").focus({ preventScroll: true });
      else $("reading").focus({ preventScroll: true });
    } else toast(problem.message);
    return false;
  }
}

/** The texts of an entry, the one written last first: {event, text, differs, words}. */
function textsOf(entry) {
  const texts = (entry.texts ?? []).filter(({ event }) => event), words = [word("theirs")];
  if (texts.length < 2) return [{ event: entry.event, text: entry.text, differs: texts[0]?.differs ?? [], words }];
  return texts.map(({ event, differs }) => ({
    event, differs, words: who(entry, event) ?? words,
    text: entry.alternatives.find((other) => other.event === event)?.text ?? entry.text,
  })).reverse();
}

/** What stands side by side: the words over it, and each text. Null where nothing does. */
function standing() {
  const { entry, sitting } = open, conflict = sitting?.conflict ?? null;
  const mine = (differs = []) => ({ event: "", text: sitting.text, differs, words: [word("mine")] });
  if (conflict?.kind === "draft") {
    const [own, differs] = conflict.differs;
    const theirs = { event: "draft", text: conflict.draft.text, differs, words: [word("theirs")] };
    return { why: word("conflictDraft"), sides: [mine(own), theirs] };
  }
  if (conflict) {
    const own = mine(conflict.entry.texts?.find(({ draft }) => draft)?.differs);
    return { why: word("conflictEntry"), entry: conflict.entry, sides: [own, ...textsOf(conflict.entry)] };
  }
  if (!open.isUndecided) return null;
  return { why: word("conflictDevices", entry.texts.length), entry, sides: textsOf(entry) };
}

/** Whose a text is, and the button that keeps all of it. */
function side({ event, text, words }, index, count) {
  const isOther = count === 2 && open.sitting?.conflict;
  const [id, name, more] = event === "" ? ["mine", "keepMine"] : isOther ? ["theirs", "keepTheirs"]
    : [event, "keepThis", word("keepTextOf", words.join(", "))];
  const keep = button("keep", () => choose(text),
    { id: `keep-${id}`, label: more, text: word(name), hidden: !diary.canWrite });
  return make("div", { class: "side", id: `side-${index}`, "data-event": event },
    make("h2", {}, words[0], words[1] ? make("small", { text: words[1] }) : null), keep);
}

/** A passage: what each text says there, each once, and all of it; one is picked. */
function passage(part, index, number, sides) {
  const all = together(part, parts[index - 1], parts[index + 1]), name = `passage-${number}`;
  const option = (value, by, text) => {
    const change = () => { picks[number] = value; showPicks(); }, checked = picks[number] === value;
    const about = { id: `${name}-${value}`, value, checked, disabled: !diary.canWrite, on: { change } };
    return make("label", { class: "choice" }, make("input", { type: "radio", name, ...about }),
      by ? make("small", { text: by }) : null, make("span", { class: "words", text: text.trim() || word("nothing") }));
  };
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
  if (visit !== open.visit) {
    visit = open.visit;
    seen = null;
    parts = picks = waiting = [];
  }
  const now = standing(), section = $("conflict"),
    isShown = now !== null && open.state !== "editing";
  const wasShown = !section.hidden, active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = section.contains(active) ? active.id : null;
  section.hidden = !isShown;
  $("entry").classList.toggle("disagrees", isShown);
  if (!isShown) { if (!now) seen = null; return; }
  const { sides, entry } = now, events = sides.map(({ event }) => event);
  // A text that came while one looks is said; what one looked at stays where it is.
  const isNews = seen && entry && (seen.event === entry.event ? seen.isNews
    : events.some((event) => event && !seen.events.includes(event)));
  const why = isNews ? `${word("textCame")} ${now.why}` : now.why;
  seen = { event: entry?.event, events, isNews };
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

/** Opens what was picked for writing, with all that is said where nothing was, where the first passage begins. */
function editAll() {
  const sitting = open.sit(), text = settled(parts, picks);
  const caret = typeof parts[0] === "string" && parts.length > 1 ? parts[0].length : 0;
  if (sitting.conflict) {
    sitting.settle(text, { commits: false });
    open.entry = sitting.entry;
    open.show();
  } else sitting.start = text;
  edit(caret);
}

/** The lines above an entry: who deleted it, and which values gave way. */
function gaveWay() {
  const { entry } = open, box = $("gave-way");
  const isShown = entry && open.isLoaded && !entry.deleted && !diary.isPast;
  if (!isShown) { box.hidden = true; return; }
  const lost = (entry.lost ?? []).map((one) => ({ ...one, from: entry }));
  if (lost.length) waiting = lost;
  const lines = [], hidden = !diary.canWrite;
  if (entry.contested) {
    const by = entry.deletedBy?.[0], names = (by && who(entry, by)) || [word("anotherDevice")];
    lines.push(make("li", { class: "deleted-there" },
      make("span", { text: word("deletedThere", names.join(", ")) }),
      button("keep-entry", () => decide({ text: open.entry.text }, word("kept")), { hidden, text: word("keepEntry") }),
      button("delete-entry danger", remove, { hidden, text: word("deleteEntry") })));
  }
  const shown = waiting.filter((one) => !settling.has(nameOf(one)));
  for (const field of new Set(shown.map((one) => one.field))) {
    const ones = shown.filter((one) => one.field === field), name = word("fieldNames")[field] ?? field;
    const value = (one, what, by, run) => {
      const text = [valueWords(what), who(one.from, by)?.[0]].filter(Boolean).join(" · ");
      return button("take", run, { hidden, label: word("takeValue", name, text), text });
    };
    const stands =
      value(ones[0], ones[0].kept, ones[0].keptBy, () => settle(ones, { text: open.entry.text }, word("kept")));
    stands.setAttribute("aria-pressed", "true");
    // While texts or a deletion want a choice, this is none of it.
    stands.disabled = entry.contested || entry.status === "conflict";
    const others = ones.map((one) => value(one, one.value, one.event, () => takeValue(one, ones)));
    if (field === "weather") for (const other of others) other.disabled = true;
    lines.push(make("li", { class: "lost", "data-field": field }, make("span", { text: word("gaveWay", name) }), stands,
      ...others));
  }
  box.hidden = lines.length === 0;
  fill(box, [lines.map((line) => line.textContent), entry.contested, entry.status, hidden], () => lines);
}

const nameOf = ({ field, event }) => `${field} ${event}`;

/** Takes a value in the place of the one that stands; the others of its field are settled with it. */
function takeValue(one, all) {
  const { field, value } = one;
  const content = field === "date"
    ? { date: value, datePrecision: value.length <= 10 ? "day" : value.slice(17, 19) === "00" ? "minute" : "second" }
    : { [field]: value };
  return settle(all, content, word("taken", word("fieldNames")[field] ?? field));
}

/** Decides about values that gave way; the others still can be taken. */
async function settle(values, content, said) {
  const names = values.map(nameOf);
  for (const name of names) settling.add(name);
  if (await decide(content, said)) waiting = waiting.filter((one) => !names.includes(nameOf(one)));
  for (const name of names) settling.delete(name);
  gaveWay();
}

panel(show);
panel(gaveWay);
$("keep-chosen").addEventListener("click", () => choose(settled(parts, picks)));
$("keep-both").addEventListener("click", () => choose(settled(parts, [])));
$("edit-all").addEventListener("click", editAll);
$("see-texts").addEventListener("click", saying(async () => {
  const { sitting } = open;
  if (sitting?.isOpen && !await open.during(
    question("discard-draft", word("discardTitle"), word("discardMerge"), word("discard")))) return;
  await open.during(sitting?.end());
  open.read();
  $("conflict").focus({ preventScroll: true });
}));
