// The diary on other devices: a dot by its name says where that stands, and a press says it in words. The server runs
// `diarylog` for it; what that says comes with the live stream.
import { ask, get, path } from "./api.js";
import { moment } from "./dates.js";
import { diary, panel } from "./diary.js";
import { $, answer, label, saying, setText } from "./dom.js";
import { word } from "./language.js";

let standing = null, isAsking = false;

/** What the dot shows, and what it is called. */
function look() {
  const { wantsKey, failure, exchangedAt, unsent } = standing;
  if (wantsKey) return ["key", word("syncKey")];
  if (failure === "unreachable") return ["unreachable",
    exchangedAt ? word("syncUnreachable", moment(Date.parse(exchangedAt) / 1000)) : word("syncNeverReached")];
  if (failure) return ["trouble", word("syncTrouble")];
  return unsent > 0 ? ["waiting", word("syncWaits", unsent)] : ["sent", word("syncSent")];
}

/** Shows the dot; in the page's language. */
function show() {
  const dot = $("sync");
  dot.hidden = standing === null;
  if (standing === null) return;
  const [state, text] = look();
  dot.dataset.state = state;
  dot.dataset.running = standing.isRunning ? "1" : "0";
  label(dot, text);
  // Never disabled: it would lose the focus, and whoever presses meanwhile gets the next exchange.
  $("sync-now").setAttribute("aria-busy", isAsking);
  $("sync-now").hidden = diary.isReadOnly;
}

/** What came with the live stream: null where the diary takes no part. */
export function heardSync(heard) {
  standing = heard;
  show();
  if ($("sync-dialog").open) readWords();
}

async function readWords() {
  const said = await get("sync").catch(() => null);
  if (said) setText($("sync-words"), said.words.trim());
}

const now = saying(async () => {
  if (isAsking) return;
  isAsking = true;
  show();
  try { heardSync(await ask("POST", path("sync"), { body: {} })); } finally {
    isAsking = false;
    show();
  }
});

$("sync").addEventListener("click", () => { readWords(); answer($("sync-dialog"), $("sync-close")); });
$("sync-now").addEventListener("click", now);
panel(show);
