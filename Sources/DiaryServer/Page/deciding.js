// A decision about what devices wrote against each other, made on what stands on the page; and the lines above an entry
// for what has no text to show: a deletion that another device went on past, and values that gave way.
import { ask, path } from "./api.js";
import { longDate, timestamp } from "./dates.js";
import { $, fill, label, make, question, saying, toast } from "./dom.js";
import { diary, panel } from "./diary.js";
import { open } from "./entry.js";
import { offerUndo } from "./undo.js";
import { word } from "./strings.js";

/**
 * Values of this opening that gave way: a decision about one is none about the others, so they stay until it is left.
 */
let waiting = [];
/** Those that are being settled. */
const settling = new Set();

const headsOf = (entry) => (entry.heads?.length ? entry.heads : [entry.event]);
/** Who wrote an event, and when: two words, or null. Devices of the same name are told apart by a number. */
export function who(entry, event) {
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
export async function decide(content, said) {
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

/** The lines above an entry: who deleted it, and which values gave way. */
function gaveWay() {
  const { entry } = open, box = $("gave-way");
  const isShown = entry && open.isLoaded && !entry.deleted && !diary.isPast;
  if (!isShown) { box.hidden = true; return; }
  const lost = (entry.lost ?? []).map((one) => ({ ...one, from: entry }));
  if (lost.length) waiting = lost;
  const lines = [];
  if (entry.contested) {
    const by = entry.deletedBy?.[0], names = (by && who(entry, by)) || [word("anotherDevice"), ""];
    lines.push(
      make("li", { class: "deleted-there" },
        make("span", { text: word("deletedThere", names.filter(Boolean).join(", ")) }),
      button("keep-entry", word("keepEntry"), keepEntry),
        button("delete-entry", word("deleteEntry"), deleteEntry, "danger")));
  }
  const shown = waiting.filter((one) => !settling.has(nameOf(one)));
  for (const field of new Set(shown.map((one) => one.field))) {
    const ones = shown.filter((one) => one.field === field), name = word("fieldNames")[field] ?? field;
    const value = (one, what, by, run) => {
      const said = [valueWords(field, what), who(one.from, by)?.[0]].filter(Boolean).join(" · ");
      return label(button("take", said, run), word("takeValue", name, said));
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
  fill(box, [lines.map((line) => line.textContent), entry.contested, entry.status, diary.canWrite], () => lines);
}

function button(name, text, run, more = "") {
  const node = make("button", { type: "button", class: `${name} ${more}`.trim(), text, on: { click: run } });
  node.hidden = !diary.canWrite;
  return node;
}

const nameOf = ({ field, event }) => `${field} ${event}`;
const valueWords = (field, value) => (field === "date" ? longDate(value, value.length > 10 ? "minute" : "day")
  : value === null ? word("nothing") : field === "starred" ? word(value ? "yes" : "no")
    : field === "place" ? `${value.lat.toFixed(4)}, ${value.lon.toFixed(4)}` : value.main ?? "");

const keepEntry = () => decide({ text: open.entry.text }, word("kept"));

const deleteEntry = saying(async () => {
  const { id, entry, visit } = open;
  if (!await open.during(question(
    "delete", word("deleteTitle"), word("deleteText", entry.title ?? word("noTitle")), word("delete")))) return;
  try {
    const receipt = await ask("DELETE", path(`entries/${id}`, { expecting: entry.version }));
    if (visit === open.visit) open.close();
    $("list").focus();
    offerUndo(word("deleted"));
    diary.heard(receipt);
  } catch (problem) {
    toast(problem.code === "conflict" ? word("notDecided") : problem.message);
    if (visit === open.visit) open.reload();
  }
});

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

export function startDeciding() {
  open.addEventListener("left", () => { waiting = []; });
  panel(gaveWay);
}
