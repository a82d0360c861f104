// Undo, redo, delete, bring back: what changes the diary in one step. Each says what it would do, and can be undone.
import { ask, path } from "./api.js";
import { diary, panel } from "./diary.js";
import { $, isWide, label, question, saying, toast } from "./dom.js";
import { open } from "./entry.js";
import { word } from "./language.js";
import { list } from "./list.js";
import { titleOf } from "./text.js";

/** What an operation did, in words: “edited “Rain””. */
export function operationWords(operation) {
  if (!operation.command && !operation.entry) return word("deviceBegan");
  // Redo does the thing itself again, and not what took it back.
  if (operation.command === "undo" && operation === diary.state?.redo) {
    return operation.title ? `“${operation.title}”` : word("entryCount", operation.events.count);
  }
  const verb = word("verbs")[operation.command ?? "change"] ?? operation.command;
  if (operation.title) return word("operationOne", verb, operation.title);
  return operation.entry && operation.events.count === 1 ? word("operationOne", verb, word("noTitle"))
    : word("operationMany", verb, operation.events.count);
}

function show() {
  for (const name of ["undo", "redo"]) {
    const operation = diary.isPast ? null : diary.state?.[name] ?? null;
    $(name).disabled = operation === null || diary.isReadOnly;
    label($(name), operation ? word(name === "undo" ? "undoWhat" : "redoWhat", operationWords(operation)) : word(name));
  }
}

/** Takes the last operation back, or does it again: the one that the button named. */
export const takeBack = saying(async (name) => {
  const operation = diary.state?.[name];
  if (!operation || !diary.canWrite) return;
  $(name).disabled = true;
  try {
    if (open.sitting?.isOpen) { await open.sitting.commit(); await diary.refresh(); }
    const now = diary.state?.[name] ?? operation;
    const receipt = await ask("POST", path(name), { body: { expecting: now.id } });
    if (receipt.outcome === "nothing") toast(word("nothingToUndo"));
    else toast(
      word(name === "undo" ? "undone" : "redone", operationWords(now)), word(name === "undo" ? "redo" : "undo"),
      () => takeBack(name === "undo" ? "redo" : "undo"));
    diary.heard(receipt);
  } catch (problem) {
    diary.refresh().catch(() => {});
    throw problem;
  } finally { show(); }
});

/** Says what was done, and offers to take it back where that can be. */
export const offerUndo = (text, can = true) => toast(text, can ? word("undo") : undefined, () => takeBack("undo"));

/** Asks, and deletes what is open; the next entry of the list is opened where there is room for it. */
export const remove = saying(async () => {
  if (!open.isLoaded || !diary.canWrite || open.entry?.deleted) return;
  const { entry, sitting, visit } = open;
  if (!entry && (sitting === null || sitting.isNothing)) { open.close(); return; }
  const title = titleOf(open.text) || entry?.title || word("noTitle");
  if (!await open.during(question("delete", word("deleteTitle"), word("deleteText", title), word("delete")))) return;
  const index = list.indexOf(open.id), after = list.source?.row(index + 1)?.entry.id;
  const job = () => {
    const stored = sitting?.entry ?? open.entry;
    return stored ? ask("DELETE", path(`entries/${stored.id}`, { expecting: stored.version })) : null;
  };
  try {
    const receipt = await (sitting ? sitting.end(job) : job()); // once what is under way for it has been answered
    if (open.sitting === sitting) open.sitting = null;
    if (visit === open.visit) {
      if (after && index >= 0 && isWide()) open.open(after); else open.close();
      $("list").focus();
    }
    offerUndo(word("deleted"), receipt !== null);
    diary.heard(receipt ?? {});
  } catch (problem) {
    if (visit === open.visit) open.reload();
    throw problem;
  }
});

/**
 * Brings an entry back: out of the deleted ones, as it was at the moment shown, or as a version of it. Returns whether
 * it did.
 */
export const bringBack = saying(async (id, version = null) => {
  const { at } = diary;
  if (!id || diary.isReadOnly) return false;
  const [name, title, text] = version === null ? ["bring-back", word("bringBackTitle"), word("bringBackText")]
    : ["restore-version", word("restoreVersionTitle"), word("restoreVersionText", version)];
  if ((version ?? at) !== null && !await question(name, title, text, word("bringBack"), { isSafe: true })) return false;
  await open.sitting?.commit();
  const body = version !== null ? { version } : at !== null ? { at } : {};
  const receipt = await ask("POST", path(`entries/${id}/restore`), { body });
  diary.travel(null);
  const isNothing = receipt.outcome === "unchanged" || receipt.unchanged;
  offerUndo(word(isNothing ? "restoreNothing" : "broughtBack"), !isNothing);
  diary.heard(receipt);
  return true;
});

for (const name of ["undo", "redo"]) $(name).addEventListener("click", () => takeBack(name));
for (const id of ["delete", "empty-delete"]) $(id).addEventListener("click", remove);
$("bring-back").addEventListener("click", () => bringBack(open.id));
list.addEventListener("restore", ({ detail: id }) => bringBack(id));
panel(show);
