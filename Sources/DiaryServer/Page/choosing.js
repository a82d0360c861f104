// Several entries at once: chosen in the list, then tagged, starred, deleted, or written into a file. Each is one
// change of the diary, which one undo takes back.
import { ask, path } from "./api.js";
import { diary, panel } from "./diary.js";
import { $, answer, menu, question, save, saying, setText } from "./dom.js";
import { word } from "./language.js";
import { list } from "./list.js";
import { randomName } from "./storage.js";
import { offerUndo } from "./undo.js";

const isChoosing = () => list.chosen !== null;

function show() {
  const count = list.chosen?.size ?? 0;
  $("choosing").hidden = !isChoosing();
  $("filters").hidden = isChoosing();
  setText($("chosen-count"), word("chosenCount", count));
  for (const id of ["chosen-tag", "chosen-star", "chosen-delete"]) $(id).disabled = count === 0 || !diary.canWrite;
  $("chosen-export").disabled = count === 0;
}

/** Begins or ends choosing. Returns whether it was under way. */
export function choose(is = !isChoosing()) {
  const was = isChoosing();
  if (was === is) return was;
  list.choose(is ? new Set() : null);
  if (is) $("list").focus();
  return was;
}

/** Puts the row that the keys are on among the chosen ones, or takes it out. */
export function chooseActive() {
  if (!isChoosing()) choose(true);
  list.toggle(list.active);
}

/** Changes all that is chosen, by one request. */
const change = saying(async (body, done) => {
  const entries = [...list.chosen];
  const receipt = await ask("POST", path("many"), { body: { ...body, entries, key: randomName() } });
  choose(false);
  diary.heard(receipt);
  offerUndo(word(done, entries.length), receipt.outcome === "changed");
});

async function remove() {
  const { size } = list.chosen;
  if (await question("delete-many", word("deleteManyTitle", size), word("deleteManyText"), word("delete"))) {
    await change({ delete: true }, "deletedMany");
  }
}

async function tag() {
  $("many-tag").value = "";
  if (!await answer($("tag-dialog"), $("many-tag"))) return;
  const name = $("many-tag").value.trim().replace(/^#(?=.)/, "");
  if (name) await change({ addTags: [name] }, "taggedMany");
}

const write = saying(async (format) => {
  const bytes = await ask("POST", path("export"), { body: { entries: [...list.chosen], format }, as: "blob" });
  save(bytes, `${diary.state?.diary ?? "diary"}.${{ markdown: "md", txt: "txt", json: "json" }[format]}`);
});

$("menu-choose").addEventListener("click", () => choose(true));
$("chosen-end").addEventListener("click", () => { choose(false); $("list").focus(); });
$("chosen-delete").addEventListener("click", remove);
$("chosen-tag").addEventListener("click", tag);
$("chosen-star").addEventListener("click", () => change({ starred: true }, "starredMany"));
for (const format of ["markdown", "txt", "json"]) $(`export-${format}`).addEventListener(
  "click", () => write(format));
menu($("chosen-export"), $("export-menu"));
panel(show);
