// The browser's own storage. Where the browser refuses it, memory stands in for it, as long as the page lives.

function guarded(storage) {
  const memory = new Map();
  return {
    /** What was kept under a name; null if there is nothing. */
    get(name) { try { return storage().getItem(name); } catch { return memory.get(name) ?? null; } },
    set(name, text) { try { storage().setItem(name, text); } catch { memory.set(name, text); } },
  };
}

/** What stays in this browser, and what stays in this tab. */
export const browserStorage = guarded(() => localStorage);
export const tabStorage = guarded(() => sessionStorage);

/** Whether the browser refuses storage: nothing that is typed outlives a crash. */
export function isStorageRefused() { try { return localStorage === null; } catch { return true; } }
