// All of the page but its first list (page.js): loads the parts, and starts what asks the server.
import { ask as request, hasToken, keepHalf, path, signals, silentSince } from "./api.js";
import "./changed.js";
import "./conflict.js";
import { timeOfDay } from "./dates.js";
import { diary, draw, panel } from "./diary.js";
import { $, menu, saying, setText, toast } from "./dom.js";
import { startDrafts } from "./drafts.js";
import { open } from "./entry.js";
import { loadPlaces } from "./fields.js";
import "./importing.js";
import "./keys.js";
import { fillWords, language, switchLanguage, word } from "./language.js";
import { list } from "./list.js";
import { startLive } from "./live.js";
import { startRouter } from "./router.js";
import { ask } from "./search.js";
import { copyText } from "./share.js";
import { isStorageRefused, leaveTab, nameTab, retryAll, typedText } from "./storage.js";
import { heardSync } from "./sync.js";
import { titleOf } from "./text.js";

/** Says plainly why the page cannot go on, and what can be done. */
function problem(code, title, text) {
  $("problem").hidden = false;
  $("problem").dataset.code = code;
  setText($("problem-title"), title);
  setText($("problem-text"), text);
  $("problem-kept").hidden = $("problem-copy").hidden = typedText({ everywhere: true }) === "";
}

/** Says where the server is that does not answer, and since when, and offers what was typed. */
function showOffline() {
  const since = silentSince();
  $("offline").hidden = since === null;
  if (since === null) return;
  setText($("offline-text"), word("offlineAt", `${location.origin}/`, timeOfDay(since)));
  $("offline-copy").hidden = typedText() === "";
}

/** A table is damaged: all is made anew that follows from the log. */
const rebuild = saying(async () => {
  $("damaged-rebuild").disabled = true;
  try { await request("POST", path("rebuild"), { body: {} }); } finally { $("damaged-rebuild").disabled = false; }
  $("damaged").hidden = true;
  await diary.refresh();
  ask();
  open.again();
});

/**
 * Offers the page to be installed as an app. Its name is the diary's, which only a page that was let in knows; so this
 * is made here, and the server gives it to nobody. No worker keeps any text.
 */
function offerApp() {
  const root = `${location.origin}/`, colour = getComputedStyle(document.body).backgroundColor;
  const manifest = {
    id: root, start_url: root, scope: root, name: diary.state.diary, short_name: diary.state.diary, lang: language(),
    display: "standalone", background_color: colour, theme_color: colour,
    icons: [{ src: `${root}icon.svg`, sizes: "any", type: "image/svg+xml" }],
  };
  const address = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  if ($("app").href !== address) $("app").href = address;
}

/** Puts all words in, in the language of the page. */
function speak() {
  fillWords();
  draw();
  list.draw(true);
  if (open.state !== "none") open.show();
}

menu($("menu-button"), $("menu"));
$("menu-language").addEventListener("click", () => { switchLanguage(); speak(); ask(); });
$("problem-copy").addEventListener("click", () => copyText(typedText({ everywhere: true })));
$("offline-copy").addEventListener("click", () => copyText(typedText()));
$("damaged-rebuild").addEventListener("click", rebuild);
let wasReadOnly = false;
panel(() => {
  // The tab is named by the entry that is open, and by the diary.
  const title = open.state === "none" ? "" : titleOf(open.text);
  document.title = (title ? `${title.slice(0, 60)} · ` : "") + (diary.state?.diary ?? "diarylog");
  if (!diary.state) return;
  setText($("diary-name"), diary.state.diary);
  offerApp();
  if (wasReadOnly === diary.isReadOnly) return;
  wasReadOnly = diary.isReadOnly;
  open.show();
});
panel(showOffline);

/** `hasKey`: whether the server may know this page; `isFirst`: whether it was opened with the key itself. */
export async function startRest({ hasKey, isFirst }) {
  const refused = () => {
    if (isFirst) problem("token", word("tokenTitle"), word("tokenText"));
    else problem("no-token", word("noTokenTitle"), word("noTokenText"));
  };
  signals.addEventListener("token", () => { refused(); leaveTab(); });
  // An address with a key that is put into this window is taken like one of another window.
  addEventListener("hashchange", () => { if (location.hash && !location.hash.startsWith("#/")) location.reload(); });
  if (!hasKey) return refused();
  for (const name of ["offline", "online"]) signals.addEventListener(name, draw);
  // Nothing of it is shown until it is open again.
  signals.addEventListener("locked", () => problem("locked", word("lockedTitle"), word("lockedText")));
  // What was asked meanwhile and had no answer is asked again.
  signals.addEventListener("online", () => {
    if ($("problem").dataset.code === "locked") $("problem").hidden = true;
    retryAll();
    ask();
    open.again();
  });
  signals.addEventListener("damaged", ({ detail }) => {
    $("damaged").hidden = false;
    setText($("damaged-text"), detail);
  });
  await nameTab();
  await startRouter();
  await Promise.all([list.source ?? ask(), diary.refresh().catch(() => {})]);
  if (!diary.state) await diary.refresh().catch(() => {});
  speak();
  if (isStorageRefused()) toast(word("storageRefused"), word("close"));
  if (hasToken()) request("POST", path("session"), { body: {} }).then(({ half }) => keepHalf(half), () => {});
  loadPlaces();
  startDrafts();
  const heard = { sync: heardSync, head: (data) => diary.heard(data) };
  startLive((event, data) => heard[event]?.(data), retryAll, diary.state?.head);
  panel(() => { if (list.source) document.body.dataset.ready ??= "1"; });
  draw();
}
