// The history of the open entry: its versions, what each changed, and which version each line is from.
import { get, latest } from "./api.js";
import { timestamp } from "./dates.js";
import { askingPanel, diary, draw, panel } from "./diary.js";
import { $, make, saying, stepped } from "./dom.js";
import { open } from "./entry.js";
import { valueWords } from "./fields.js";
import { word } from "./language.js";
import { bringBack } from "./undo.js";

/** The paragraphs of a hunk, with the words that came and went marked in them. */
function paragraphs(pieces) {
  const lines = [make("div", { class: "line" })];
  for (const { kind, text } of pieces) {
    text.split("\n").forEach((part, index) => {
      if (index) lines.push(make("div", { class: "line" }));
      if (part) {
        lines.at(-1).append(
          kind === "same" ? part : make(kind === "added" ? "ins" : "del", { class: kind, text: part }));
      }
    });
  }
  // The last piece ends in a line feed.
  lines.pop();
  for (const line of lines) if (!line.textContent) line.append("\u00a0");
  return lines;
}

/** A difference: the fields, then the text with its changes. */
export function differenceNodes({ hunks = [], fields = {} }) {
  const nodes = [];
  for (const [field, sides] of Object.entries(fields)) {
    nodes.push(make("p", { class: "field-change" }, make("span", { text: `${word("fieldNames")[field] ?? field}: ` }),
      make("del", { text: valueWords(sides.before) }), " → ", make("ins", { text: valueWords(sides.after) })));
  }
  hunks.forEach((hunk, index) => {
    if (index) nodes.push(make("hr"));
    nodes.push(...paragraphs(hunk.pieces));
  });
  return nodes;
}

/** What is shown, and whether by lines. */
let versions = [], chosen = null, isByLine = false;

async function load(isNewest) {
  const answer = await get(`entries/${open.id}/history`, { at: diary.at })
    .catch((problem) => { sayIn("diff", problem); throw problem; });
  if (!isNewest()) return;
  versions = answer.versions;
  if (!versions.some((version) => version.version === chosen)) chosen = versions[0]?.version ?? null;
  choose(chosen);
}

function choose(version) {
  chosen = version;
  $("versions").replaceChildren(...versions.map((version) => make("li", {
    class: "version", role: "option", id: `version-${version.version}`, "data-version": version.version,
    "aria-selected": String(version.version === chosen), on: { click: () => choose(version.version) },
  },
    make("b", { text: word("acts")[version.act] ?? version.kind }),
    make("span", { text: word("version", version.version) }),
    make("time", { text: timestamp(version.recordedAt) }))));
  $("versions").setAttribute("aria-activedescendant", `version-${version}`);
  $(`version-${version}`)?.scrollIntoView({ block: "nearest" });
  $("version-restore").hidden = !diary.canWrite || version === null || version === versions[0]?.version;
  if (version !== null) showChosen();
}

/** Says in a panel why it has nothing to show. */
function sayIn(panel, { name, message }) {
  if (name !== "AbortError") $(panel).replaceChildren(make("p", { class: "quiet", text: message }));
}

/** What a version changed, against the one it was made on. */
async function changesOf({ version, parents }) {
  const nodes = differenceNodes(
    await get(`entries/${open.id}/diff`, { from: Math.max(0, ...(parents ?? [version - 1])), to: version }));
  return nodes.length ? nodes : [make("p", { class: "quiet", text: word("noDifference") })];
}

/** The lines of a version, and when each was written. */
async function linesOf({ seq }) {
  const { lines } = await get(`entries/${open.id}/blame`, { at: seq ?? diary.at });
  return lines.map(({ version, recordedAt, text }, index) => {
    const when = timestamp(recordedAt), isSame = version === lines[index - 1]?.version;
    return make("div", { class: "blame-line", "data-version": version, title: `${word("version", version)} · ${when}` },
      make("small", { text: isSame ? "" : when }), make("span", { text: text || "\u00a0" }));
  });
}

const showChosen = latest(async (isNewest) => {
  const panel = isByLine ? "blame" : "diff", version = versions.find((other) => other.version === chosen);
  try {
    const nodes = await open.during(isByLine ? linesOf(version) : changesOf(version));
    if (isNewest()) $(panel).replaceChildren(...nodes);
  } catch (problem) { if (isNewest()) sayIn(panel, problem); }
});

function tab(is) {
  isByLine = is;
  show();
  if (chosen !== null) choose(chosen);
}

function show() {
  const { looksBack } = open;
  $("history").hidden = !looksBack;
  $("entry").classList.toggle("looks-back", looksBack);
  $("history-open").setAttribute("aria-expanded", looksBack);
  $("diff").hidden = isByLine;
  $("blame").hidden = !isByLine;
  $("history-tab-changes").setAttribute("aria-selected", !isByLine);
  $("history-tab-lines").setAttribute("aria-selected", isByLine);
}

/** Opens or closes the history. */
export function showHistory(is = !open.looksBack) {
  if (is && (!open.id || open.state === "none")) return;
  const was = open.looksBack;
  open.looksBack = is;
  if (is && !was) chosen = null;
  draw();
  if (is) $("versions").focus({ preventScroll: true });
  else if (was) $("history-open").focus();
}

const restore = saying(async () => { if (await open.during(bringBack(open.id, chosen))) showHistory(false); });

$("history-open").addEventListener("click", () => showHistory());
$("history-close").addEventListener("click", () => showHistory(false));
$("history-tab-changes").addEventListener("click", () => tab(false));
$("history-tab-lines").addEventListener("click", () => tab(true));
$("version-restore").addEventListener("click", restore);
$("versions").addEventListener("keydown", (event) => {
  const index = versions.findIndex((version) => version.version === chosen);
  const to = stepped(event, index, versions.length);
  if (to === undefined) return;
  event.preventDefault();
  const next = versions[Math.max(0, Math.min(to, versions.length - 1))];
  if (next) choose(next.version);
});
$("history").querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  tab(!isByLine);
  $(isByLine ? "history-tab-lines" : "history-tab-changes").focus();
});
$("blame").addEventListener("pointerover", (event) => {
  const version = event.target.closest(".blame-line")?.dataset.version;
  for (const line of $("blame").children) line.classList.toggle("lit", line.dataset.version === version);
});
panel(show);
askingPanel(() => (open.looksBack && open.entry ? [open.id, open.entry.event, diary.at].join() : ""), load);
