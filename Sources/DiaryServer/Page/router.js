// Where the page is: whatever is shown has an address, and Back, Forward, a reload and a copied link lead there again.
import { addressOf, readAddress } from "./address.js";
import { diary } from "./diary.js";
import { write } from "./editor.js";
import { open } from "./entry.js";
import { showHistory } from "./history.js";
import { list } from "./list.js";
import { askFor, whatIsAsked } from "./search.js";
import { eventOf, loadTimeline, nameOf } from "./slider.js";

let isFollowing = false, isTyping = false;

/** What is shown, as an address says it. */
const shown = () => ({
  moment: diary.at === null ? null : nameOf(diary.at), entry: open.state === "none" ? null : open.id ?? "new",
  isHistory: open.looksBack, asked: whatIsAsked(),
});

/**
 * Puts the address of what is shown into the bar, as a step of the browser's history, or in the place of the last one.
 * Words that are typed one after the other are one step, and so is a drag of the slider, which tells only of its end.
 */
function note({ replaces = false, isWord = false } = {}) {
  if (isFollowing || diary.isMoving) return;
  const address = addressOf(shown());
  const goesOn = isWord && isTyping;
  isTyping = isWord;
  if (address === location.hash) return;
  history[replaces || goesOn ? "replaceState" : "pushState"](null, "", address || location.pathname);
}

/** Shows what the address says. Days are known once there is a timeline. */
function follow() {
  if (location.hash && !location.hash.startsWith("#/")) return; // a key
  const wanted = readAddress(location.hash);
  isFollowing = true;
  isTyping = false;
  try {
    if (wanted.entry === null) open.close();
    diary.travel(wanted.moment ? eventOf(wanted.moment) : null);
    askFor(wanted.asked);
    if (wanted.entry && wanted.entry !== "new") open.open(wanted.entry);
    else if (wanted.entry && diary.at === null && open.state === "none") write();
    if (wanted.isHistory !== open.looksBack) showHistory(wanted.isHistory);
  } finally { isFollowing = false; }
}

export async function startRouter() {
  list.hrefs = () => {
    const here = { ...shown(), isHistory: false };
    return (id) => addressOf({ ...here, entry: id });
  };
  addEventListener("popstate", follow);
  diary.addEventListener("moment", () => note());
  diary.addEventListener("asked", ({ detail }) => note(detail));
  open.addEventListener("went", ({ detail }) => note(detail ?? {}));
  if (readAddress(location.hash).moment) await loadTimeline();
  follow();
  note({ replaces: true });
}
