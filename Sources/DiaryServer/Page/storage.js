// The browser's own storage. Where the browser refuses it, or has no room, memory stands in for it, as long as the page
// lives. In it, until the server has said to have it, is what was typed: a copy for each sitting. A tab holds a lock by
// its name, so that no other tab offers what is still being written there.

function guarded(storage) {
  const memory = new Map();
  /** What storage answers; undefined where it is refused or full. */
  const tried = (work) => { try { return work(storage()); } catch { return undefined; } };
  const remove = (name) => { memory.delete(name); tried((own) => own.removeItem(name)); };
  return {
    /** What was kept under a name; null if there is nothing. */
    get: (name) => memory.get(name) ?? tried((own) => own.getItem(name)) ?? null,
    /** Where there is no room, what was kept before goes as well. */
    set(name, text) {
      memory.delete(name);
      if (tried((own) => { own.setItem(name, text); return true; })) return;
      remove(name);
      memory.set(name, text);
    },
    remove,
    names: () => [...new Set([...memory.keys(), ...tried(Object.keys) ?? []])],
  };
}

/** What stays in this browser, and what stays in this tab. */
export const browserStorage = guarded(() => localStorage);
export const tabStorage = guarded(() => sessionStorage);

/** Whether the browser refuses storage: nothing that is typed outlives a crash. */
export function isStorageRefused() { try { return localStorage === null; } catch { return true; } }

export const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** A random name: of a sitting, of a request that may be repeated. */
export const randomName = () => hexadecimal(crypto.getRandomValues(new Uint8Array(16)));

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
const tabs = "diarylog.tab.", locks = "diarylog.writing.";

/** Gives this tab its name, and holds its lock for as long as it lives. */
export async function nameTab() {
  if (!tab || (await held(tabs)).has(tab)) tab = randomName(); // a copied tab has the other one's storage
  tabStorage.set("diarylog.tab", tab);
  letGoOfTab = hold(tabs + tab);
}
/** This tab is not let in any more: what it holds is another's to offer. */
export const leaveTab = () => letGoOfTab();

/** Holds a sitting's lock before it has a draft, so that no other tab offers that. Returns what lets go of it. */
export const holdSitting = (name) => hold(locks + name);
/** The sittings that go on in some tab, by name. */
export const sittingsInHand = () => held(locks);

/** The sittings of this tab with something that is not committed yet. */
export const sittings = new Set();

/** All that is open is committed: the page is hidden or goes. */
export function commitAll(options) { for (const sitting of sittings) if (!sitting.conflict) sitting.commit(options); }
/** The server answers again: what waited goes at once. */
export function retryAll() { for (const sitting of sittings) if (sitting.state === "offline") sitting.again(); }

const prefix = "diarylog.sitting.";

/** Writes a sitting down. Costs the length of its text. */
export function keepCopy(name, record) {
  browserStorage.set(prefix + name, JSON.stringify({ ...record, name, tab, at: Date.now() }));
}
/** The server has it: the copy goes. */
export const dropCopy = (name) => browserStorage.remove(prefix + name);

/** The copies, the newest first. */
const copies = () => browserStorage.names().filter((name) => name.startsWith(prefix)).flatMap((name) => {
  try {
    const copy = JSON.parse(browserStorage.get(name));
    return copy.content ? [copy] : [];
  } catch { return []; } // not ours
}).sort((one, other) => other.at - one.at);

/**
 * What was typed and is not in the diary, the newest first, as one text: of this tab, or all that the browser holds.
 */
export function typedText({ everywhere = false } = {}) {
  const open = [...sittings].filter((sitting) => sitting.isOpen && "text" in sitting.content).reverse();
  const held = copies().filter((copy) => everywhere || copy.tab === tab);
  const texts = [...open.map(({ text }) => text), ...held.map(({ content }) => content.text).filter(Boolean)];
  return [...new Set(texts)].join("\n\n────────\n\n");
}

/** The copies that nobody writes on: of this diary, not of a tab that lives. `mine` are names in use here. One that was
 * typed before the diary's name was known has none. */
export async function orphans(diaryName, mine) {
  const alive = await held(tabs);
  return copies().filter((copy) => !mine.has(copy.name) && ["", diaryName].includes(copy.diary)
    && (copy.tab === tab || !alive.has(copy.tab)));
}
