// Files that are dropped on the list, or chosen: pictures begin entries of their days; of all others is said first what
// an import would do, then a button does it.
import { ask, path } from "./api.js";
import { fileTitle } from "./attachments.js";
import { localNow, shortDate } from "./dates.js";
import { diary } from "./diary.js";
import { $, carriesFiles, onDrop, onPick, setText, toast } from "./dom.js";
import { open } from "./entry.js";
import { word } from "./language.js";
import { randomName } from "./storage.js";
import { exifRoom, takenAt } from "./thumbnails.js";

/**
 * The files that wait on the server, {name, file}; a number that changes each time that some are given; and what goes
 * on: "looking" at the files, "ready" to import them, "importing", or "done".
 */
let waiting = [], asked = 0, state = "done";

function show(now, words) {
  state = now;
  $("import-dialog").dataset.state = state;
  setText($("import-words"), words);
  $("import-progress").hidden = !["looking", "importing"].includes(state);
  $("import-yes").hidden = state !== "ready";
  $("import-close").disabled = state === "importing";
  setText($("import-close"), word(state === "done" ? "close" : "cancel"));
}

/** The server keeps none of them any more. */
function forget() {
  for (const { name } of waiting) ask("DELETE", path(`imports/${name}`)).catch(() => {});
  waiting = [];
}

/** What was said of each file, with dates as people write them; with its name, where it is one of several. */
const words = (said) => said
  .map(([file, text]) => [file, text.replace(/^\d{4}-\S+(?=  )/gm, (date) => shortDate(date))])
  .map(([{ name }, text]) => (said.length === 1 || text.startsWith(name) ? text : `${name}: ${text}`)).join("\n");

/** What is said of a file that is sent, or imported; where that cannot be, why. */
const saidOf = (address, options) =>
  ask("POST", address, options).catch((problem) => ({ words: problem.message }));

/** Sends files, and says what would come of them. */
async function look(files) {
  asked += 1;
  const number = asked, said = [];
  setText($("import-title"), files.length > 1 ? word("importMany", files.length) : word("importTitle", files[0].name));
  show("looking", word("importLooking"));
  if (!$("import-dialog").open) $("import-dialog").showModal(); // before anything is waited for: see "close" below
  forget();
  for (const file of files) {
    const { import: name = null, words: own } = await saidOf(path("imports", { name: file.name }), { file });
    if (name) waiting.push({ name, file });
    if (number !== asked) return forget();
    said.push([file, own.trim() || word("importUnknown")]);
    show("looking", words(said));
  }
  show(waiting.length > 0 ? "ready" : "done", words(said));
  if (waiting.length > 0) $("import-yes").focus();
}

async function take() {
  const files = waiting, said = [];
  waiting = [];
  show("importing", word("importing"));
  for (const { name, file } of files) {
    said.push([file, (await saidOf(path(`imports/${name}`), { body: {} })).words.trim() || word("failed")]);
  }
  show("done", words(said));
  diary.refresh().catch(() => {});
  $("import-close").focus();
}

/** Begins an entry for each day on which some pictures were taken, with those of the day in it; opens the first. */
async function beginEntries(files) {
  const taken = [];
  for (const one of files) {
    const bytes = new Uint8Array(await one.slice(0, exifRoom).arrayBuffer());
    taken.push({ one, date: takenAt(bytes) ?? localNow(new Date(one.lastModified)) });
  }
  taken.sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  const days = Map.groupBy(taken, ({ date }) => date.slice(0, 10));
  let done = 0, first = null;
  try {
    for (const pictures of days.values()) {
      const [{ one, date }] = pictures;
      const when = { date: `${date.slice(0, 16)}:00${date.slice(19)}`, datePrecision: "minute" };
      const body = { text: fileTitle(one), ...when, key: randomName() };
      const { entry } = await ask("POST", path("entries"), { body });
      first ??= entry.id;
      for (const { one: file } of pictures) {
        done += 1;
        toast(word("attaching", file.name, done, files.length));
        await ask("POST", path(`entries/${entry.id}/attachments`, { name: file.name }), { file });
      }
    }
    toast(word("begun", days.size, files.length));
  } catch (problem) { toast(problem.message); }
  if (first !== null) await open.open(first);
}

/** Takes files of any kind. */
async function receive(files) {
  if (!diary.canWrite || state === "importing") return;
  const isPicture = ({ type, name }) => /^(image|video)\//.test(type) || /\.hei[cf]$/i.test(name);
  const pictures = files.filter(isPicture), others = files.filter((file) => !isPicture(file));
  if (pictures.length > 0) await beginEntries(pictures);
  if (others.length > 0) await look(others);
}

const dialog = $("import-dialog");
onPick($("menu-import"), $("import-files"), receive);
$("import-yes").addEventListener("click", take);
$("import-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("cancel", (event) => { if (state === "importing") event.preventDefault(); });
// A dialog tells of its closing only in a later task, when it may be open again for another file.
dialog.addEventListener("close", () => { if (!dialog.open) { asked += 1; forget(); } });
// A file that is dropped beside all boxes must not take the page's place.
const stay = (event) => { if (carriesFiles(event)) event.preventDefault(); };
for (const name of ["dragover", "drop"]) addEventListener(name, stay);
onDrop($("list-pane"), () => diary.canWrite, receive);
