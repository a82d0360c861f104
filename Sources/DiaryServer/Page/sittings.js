// All that is being written: the sittings with something that is not committed yet, and what is done with all of them.

export const sittings = new Set();

/** All that is open is committed: the page is hidden or goes. */
export function commitAll(options) { for (const sitting of sittings) if (!sitting.conflict) sitting.commit(options); }
/** The texts of what is not committed yet, the newest first. */
export const typedTexts = () => [...sittings].filter((sitting) => sitting.isOpen && "text" in sitting.content)
  .map((sitting) => sitting.text).reverse();
/** The server answers again: what waited goes at once. */
export function retryAll() { for (const sitting of sittings) if (sitting.state === "offline") sitting.again(); }
