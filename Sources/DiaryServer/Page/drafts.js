// What was begun and not finished: the server's drafts, and what only this browser has. Each can be gone on with.
import { ask, get, latest, orNull, path, signals } from "./api.js";
import { localNow, shortDate } from "./dates.js";
import { diary, panel } from "./diary.js";
import { $, button, cross, fill, make, question, saying, toast } from "./dom.js";
import { edit } from "./editor.js";
import { open } from "./entry.js";
import { word } from "./language.js";
import { list } from "./list.js";
import { Sitting } from "./sitting.js";
import { dropCopy, orphans, sittings, sittingsInHand } from "./storage.js";
import { titleOf } from "./text.js";

const fields = ["text", "date", "datePrecision", "dateOffsetSeconds", "zone", "tags", "starred", "place"];
/** What a draft says, as CONTENT. */
const contentOf = (draft) =>
  Object.fromEntries(fields.filter((field) => draft[field] !== undefined).map((field) => [field, draft[field]]));

/** The name of a draft's sitting; one that was begun by no page is called as itself. */
const nameOf = ({ sitting, draft }) => sitting ?? draft;
/** What a sitting knows of its draft. */
const standing = ({ draft, version, revision }) => ({ draft, version, revision });

/** A sitting that goes on from a copy, on the version of the entry that it was begun on. */
function sittingOf(copy, entry, draft) {
  const base = entry && copy.base ? { ...entry, event: copy.base, version: copy.version ?? entry.version } : entry;
  const { name, key, content } = copy;
  return Sitting.of(base, { draft: draft ? standing(draft) : copy.draft, content: { ...content }, name, key },
    { isKept: false });
}

/** Nothing is asked for a sitting any more; what was typed in it is offered. */
async function giveUp(sitting) {
  await sitting.stop();
  sittings.delete(sitting);
}

/**
 * Ends what a closed page had begun to commit and heard no answer to. The requests have the same keys as before, so
 * what did get through is not done twice; what cannot be ended is offered as a draft.
 */
async function endClosed() {
  const copies = (await orphans(diary.state?.diary ?? "", new Set())).filter((copy) => copy.wantsCommit);
  for (const copy of copies) {
    try {
      const entry = copy.entry ? await get(`entries/${copy.entry}`) : null;
      const sitting = sittingOf(copy, entry, null);
      await sitting.commit({ keepalive: !copy.draft });
      if (sitting.isOpen && sitting.state !== "offline") await giveUp(sitting);
    } catch { /* it is offered below */ }
  }
}

/** The sitting of this tab that the server has refused, if that is what is offered. */
const refused = ({ draft, copy }) => [...sittings]
  .find((sitting) => sitting.state === "refused"
    && (sitting.name === copy?.name || (draft && sitting.draft?.draft === draft.draft)));

const resume = saying(async ({ draft, copy }) => {
  const here = refused({ draft, copy }), id = draft?.entry ?? copy?.entry ?? null;
  if (here && here === open.sitting) return edit();
  const asked = (here ? giveUp(here) : Promise.resolve()).then(() => Promise.all([
    id ? get(`entries/${id}`).catch(orNull) : null, copy ? null : get(`drafts/${draft.draft}`)]));
  const [entry, whole] = await open.during(asked);
  if (diary.isPast) diary.travel(null);
  const sitting = copy ? sittingOf(copy, entry, draft)
    : Sitting.of(entry, { draft: standing(whole), content: contentOf(whole), name: nameOf(whole) }, { isKept: true });
  if (entry?.deleted) sitting.elsewhere = "deleted";
  if (entry?.status === "forgotten") sitting.elsewhere = "forgotten";
  open.begin(sitting, { entry });
  if (copy) sitting.keep();
  edit();
});

const discard = saying(async ({ draft, copy }, title) => {
  if (!await question("discard-draft", word("discardTitle"), word("discardText", title), word("discard"))) return;
  const here = refused({ draft, copy });
  if (here) await giveUp(here);
  if (here && here === open.sitting) { open.read(); open.reload(); }
  if (draft) await ask("DELETE", path(`drafts/${draft.draft}`)).catch(orNull);
  if (copy) dropCopy(copy.name);
  toast(word("discarded"));
  refresh();
});

function row(item) {
  const { draft, copy } = item;
  const title = titleOf(copy?.content.text ?? "") || draft?.title || copy?.title || word("noTitle");
  const where = copy ? word("keptHere") : draft.draft;
  const isNew = !(draft?.entry ?? copy?.entry), date = copy?.content.date ?? draft?.date;
  const about = [isNew ? word("draftOfNew") : "", date || isNew ? shortDate(date ?? localNow()) : ""];
  return make("li", { class: "draft", "data-draft": draft?.draft ?? "", "data-sitting": copy?.name ?? "" },
    button("draft-resume", () => resume(item), { label: `${word("resume")}: ${title}` },
      make("span", { class: "draft-title", text: title }),
      make("small", { text: [...about, where].filter(Boolean).join(" · ") })),
    cross("draft-discard", `${word("discard")}: ${title}`, () => discard(item, title)));
}

/** What is offered: {draft, copy}, one of which may be null. */
let offered = [];

/** Asks for the drafts, and leaves out those that are being written on, here or in another tab. */
const refresh = latest(async (isNewest) => {
  if (diary.isReadOnly) return;
  try {
    // One may begin or end meanwhile.
    const inHand = await sittingsInHand(), kept = (await get("drafts")).drafts;
    for (const name of await sittingsInHand()) inHand.add(name);
    // Where the browser gives no locks, those of this tab are known all the same.
    for (const { name, state } of sittings) if (state === "refused") inHand.delete(name); else inHand.add(name);
    const copies = await orphans(diary.state?.diary ?? "", inHand);
    if (!isNewest()) return;
    list.drafts = new Set(kept.map((draft) => draft.entry).filter(Boolean));
    const copied = new Set(copies.map((copy) => copy.draft?.draft));
    offered = [
      ...copies.map((copy) => ({ copy, draft: kept.find(({ draft }) => draft === copy.draft?.draft) ?? null })),
      ...kept.filter((draft) => !inHand.has(nameOf(draft)) && !copied.has(draft.draft))
        .map((draft) => ({ draft, copy: null }))];
    show();
    list.draw(true);
  } catch { /* once the server answers it is asked again */ }
});

function show() {
  $("drafts").hidden = offered.length === 0;
  fill($("draft-rows"), offered, () => offered.map(row));
}

export function startDrafts() {
  panel(show);
  diary.addEventListener("drafts", () => refresh());
  signals.addEventListener("online", () => refresh());
  endClosed().finally(() => refresh());
}
