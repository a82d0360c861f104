// What was typed and is not in the diary: the sittings of this tab, and of what the server has not said to have kept a
// copy in the browser's own storage, one for each sitting. A tab holds a lock by its name, so that no other tab offers
// what is still being written there.
import { randomName } from "./api.js";
import { tabStorage } from "./storage.js";

const prefix = "diarylog.sitting.";
const memory = new Map(); // where storage is full or forbidden, at least as long as the tab lives
let tab = tabStorage.get("diarylog.tab");
let letGoOfTab = () => {};

/** Holds a lock of this browser, where it gives any. Returns what lets go of it. */
function hold(name) {
  let letGo;
  const held = new Promise((resolve) => { letGo = () => resolve(null); });
  navigator.locks?.request(name, () => held).catch(() => { /* forbidden, as storage is */ });
  return letGo;
}
/** What is held in some tab: the ends of the locks' names that begin so. */
async function held(beginning) {
  const names = await navigator.locks?.query().then((state) => state.held.map(({ name }) => name), () => []) ?? [];
  return new Set(names.filter((name) => name.startsWith(beginning)).map((name) => name.slice(beginning.length)));
}
const tabs = "diarylog.tab.", drafts = "diarylog.draft.";

/** Gives this tab its name, and holds its lock for as long as it lives. */
export async function nameTab() {
  if (!tab || (await held(tabs)).has(tab)) tab = randomName(); // a copied tab has the other one's storage
  tabStorage.set("diarylog.tab", tab);
  letGoOfTab = hold(tabs + tab);
}
/** This tab is not let in any more: what it holds is another's to offer. */
export const leaveTab = () => letGoOfTab();

/** Holds a draft's lock while it is written on here, so that no other tab offers it. Returns what lets go of it. */
export const holdDraft = (draft) => hold(drafts + draft);
/** The drafts that are written on in some tab. */
export const draftsInHand = () => held(drafts);

/** The sittings with something that is not committed yet. */
export const sittings = new Set();

/** All that is open is committed: the page is hidden or goes. */
export function commitAll(options) { for (const sitting of sittings) if (!sitting.conflict) sitting.commit(options); }
/** The server answers again: what waited goes at once. */
export function retryAll() { for (const sitting of sittings) if (sitting.state === "offline") sitting.again(); }

/** Writes a sitting down. Costs the length of its text. Where it has no room, an older copy of it goes as well. */
export function keepCopy(name, record) {
  const whole = { ...record, name, tab, at: Date.now() };
  memory.set(name, whole);
  try { localStorage.setItem(prefix + name, JSON.stringify(whole)); } catch {
    try { localStorage.removeItem(prefix + name); } catch { /* forbidden: memory has it */ }
  }
}

/** The server has it: the copy goes. */
export function dropCopy(name) {
  memory.delete(name);
  try { localStorage.removeItem(prefix + name); } catch { /* forbidden: nothing was there */ }
}

/**
 * What was typed and is not in the diary, the newest first, as one text: of this tab, or all that the browser holds.
 */
export function typedText({ everywhere = false } = {}) {
  const open = [...sittings].filter((sitting) => sitting.isOpen && "text" in sitting.content).reverse();
  const held = copies().filter((copy) => everywhere || copy.tab === tab).sort((one, other) => other.at - one.at);
  const texts = [...open.map(({ text }) => text), ...held.map(({ content }) => content.text).filter(Boolean)];
  return [...new Set(texts)].join("\n\n────────\n\n");
}

function copies() {
  const found = new Map(memory);
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (!key.startsWith(prefix)) continue;
      try {
        const copy = JSON.parse(localStorage.getItem(key));
        if (copy?.content && !(found.get(copy.name)?.at > copy.at)) found.set(copy.name, copy); // the newest wins
      } catch { /* not ours */ }
    }
  } catch { /* forbidden */ }
  return [...found.values()];
}

/** The copies that nobody writes on: of this diary, not of a tab that lives. `mine` are names in use here. One that was
 * typed before the diary's name was known has none. */
export async function orphans(diaryName, mine) {
  const alive = await held(tabs);
  return copies().filter((copy) => !mine.has(copy.name) && ["", diaryName].includes(copy.diary)
    && (copy.tab === tab || !alive.has(copy.tab))).sort((one, other) => other.at - one.at);
}
