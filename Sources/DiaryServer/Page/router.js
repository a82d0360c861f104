// Where the page is: whatever is shown has an address, and Back, Forward, a reload and a copied link lead there again.
import { addressOf, readAddress } from "./address.js";
import { diary, panel } from "./diary.js";
import { $ } from "./dom.js";
import { write } from "./editor.js";
import { open } from "./entry.js";
import { showHistory } from "./history.js";
import { list } from "./list.js";
import { askFor, whatIsAsked } from "./search.js";
import { eventOf, loadTimeline, nameOf } from "./slider.js";

let isFollowing = false;
/** What the address in the bar says, and whether words lead there that are being typed; null before the page stands. */
let noted = null;

/** What is shown, as an address says it. */
const shown = () => ({
  moment: diary.at === null ? null : nameOf(diary.at), entry: open.state === "none" ? null : open.id ?? "new",
  isHistory: open.looksBack, asked: whatIsAsked(),
});
const noteOf = (now) => ({ address: addressOf(now), entry: now.entry, q: now.asked.q, visit: open.visit });

/**
 * Puts the address of what is shown into the bar, as a step of the browser's history. A drag of the slider is one step,
 * and so are words that are typed one after the other; a new entry that is written takes the place of "new".
 */
function note() {
  if (noted === null || isFollowing || diary.isMoving) return;
  const before = noted, now = noteOf(shown());
  if (now.address === before.address) { before.visit = now.visit; return; }
  const isWord = now.q !== before.q && now.q !== "" && document.activeElement === $("search");
  const isWritten = before.entry === "new" && now.entry !== null && now.visit === before.visit;
  noted = { ...now, isWord };
  put(isWritten || (isWord && before.isWord) ? "replaceState" : "pushState");
}
const put = (how) => history[how](null, "", noted.address || location.pathname);

/** Shows what the address says. Days are known once there is a timeline. */
function follow() {
  if (location.hash && !location.hash.startsWith("#/")) return; // a key
  const wanted = readAddress(location.hash);
  isFollowing = true;
  try {
    if (wanted.entry === null) open.close();
    diary.travel(wanted.moment ? eventOf(wanted.moment) : null);
    askFor(wanted.asked);
    if (wanted.entry && wanted.entry !== "new") open.open(wanted.entry);
    else if (wanted.entry && diary.at === null && open.state === "none") write();
    if (wanted.isHistory !== open.looksBack) showHistory(wanted.isHistory);
  } finally { isFollowing = false; }
  noted = noteOf(shown());
}

export async function startRouter() {
  list.hrefs = () => {
    const here = { ...shown(), isHistory: false };
    return (id) => addressOf({ ...here, entry: id });
  };
  addEventListener("popstate", follow);
  panel(note);
  if (readAddress(location.hash).moment) await loadTimeline();
  follow();
  put("replaceState");
}
