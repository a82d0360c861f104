// The files of the open entry: pictures and videos to see, small and large, others to save, and how new ones come:
// dropped, pasted, chosen, or from a phone's camera. Large ones follow each other by arrows and swipes; the browser
// itself makes one larger by two fingers.
import { ask, file, latest, path } from "./api.js";
import { longDate } from "./dates.js";
import { panel } from "./diary.js";
import { $, answer, button, cross, fill, icon, make, onDrop, onPick, save, saying, setText, toast } from "./dom.js";
import { open } from "./entry.js";
import { placeWords } from "./fields.js";
import { figures, word } from "./language.js";
import { fillThumbnail, isFilm, isSeen } from "./thumbnails.js";

/** The pictures that are seen large, the one of them, their entry, and its address. */
let pictures = [], current = 0, entry = null, address = "";

/** Saves a file where the browser saves files. */
const saveFile = saying(async ({ sha256: hash, name }) => save(await file(path(`attachments/${hash}`)), name));

function showLarge(src) {
  const { name } = pictures[current], old = address, plays = isFilm(pictures[current]);
  address = src;
  clear();
  $("picture").hidden = plays;
  $("film").hidden = !plays;
  $(plays ? "film" : "picture").src = src;
  $("picture").alt = name;
  if (old) URL.revokeObjectURL(old);
  setText($("picture-name"),
    pictures.length > 1 ? `${name} · ${figures(current + 1)}/${figures(pictures.length)}` : name);
  setText($("picture-where"),
    [longDate(entry.date, entry.datePrecision), placeWords(entry)].filter(Boolean).join(" · "));
  $("picture-before").disabled = current === 0;
  $("picture-after").disabled = current === pictures.length - 1;
  for (const id of ["picture-before", "picture-after"]) $(id).hidden = pictures.length < 2;
}

function clear() {
  $("picture").removeAttribute("src");
  $("film").removeAttribute("src");
  $("film").load(); // ends what it plays
}

/** Shows one of the pictures: the one asked for last. */
const turn = latest(async (to, isNewest) => {
  const one = pictures[to];
  if (!one) return;
  try {
    const bytes = await file(path(`attachments/${one.sha256}`));
    if (!isNewest() || pictures[to] !== one) return;
    current = to;
    showLarge(URL.createObjectURL(isFilm(one) ? new Blob([bytes], { type: one.mediaType }) : bytes));
  } catch (problem) { toast(problem.message); }
});

/** Opens the pictures of an entry at the one with this hash. */
async function see(of, hash) {
  entry = of;
  pictures = of.attachments.filter((one) => isSeen(one) || isFilm(one));
  await turn(pictures.findIndex(({ sha256 }) => sha256 === hash));
  if (!address || dialog.open) return;
  await answer(dialog, $("picture-close"));
  clear();
  URL.revokeObjectURL(address);
  address = "";
  pictures = [];
}

/** The shorter side of a picture below the text, and of one in it, in pixels of the screen. */
const sides = { below: 320, within: 720 };

/** A size as people read it. */
function sizeOf(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  let value = bytes, unit = 0;
  while (value >= 1000 && unit < 3) { value /= 1000; unit += 1; }
  return `${figures(Number(value.toFixed(unit > 1 ? 1 : 0)))} ${units[unit]}`;
}

const remove = saying(async ({ sha256: hash, name }) => {
  const receipt = await open.sit().apart((id) => ask("DELETE", path(`entries/${id}/attachments/${hash}`)));
  toast(receipt ? word("fileRemoved", name) : word("failed"));
});

/** A button with the name of a file, which saves it, or plays it where the browser can. */
function chip(attachment) {
  const { name, size, sha256: hash } = attachment, plays = isFilm(attachment);
  const run = () => (plays ? see(open.entry, hash) : saveFile(attachment));
  return button("file", run, { label: word(plays ? "seePicture" : "saveFile", name) },
    icon("file"), make("span", { class: "file-name", text: name }), make("small", { text: sizeOf(size) }));
}

/** A button with a picture that opens it large; where the browser cannot read it, with its name. */
function picture(attachment, side, words = attachment.name) {
  const { sha256: hash } = attachment, holder = make("span", { class: "thumbnail" });
  const node = button("picture", () => see(open.entry, hash), { label: word("seePicture", words) }, holder);
  fillThumbnail(holder, hash, side).then((is) => { if (!is) node.replaceWith(chip(attachment)); });
  return node;
}

function item(attachment, canWrite) {
  const { name, sha256: hash } = attachment;
  return make("li", { class: "attachment", "data-hash": hash, "data-name": name },
    isSeen(attachment) ? picture(attachment, sides.below) : chip(attachment),
    canWrite ? cross("attachment-remove", word("removeFile", name), () => remove(attachment)) : null);
}

function show() {
  const all = open.entry?.attachments ?? [], canWrite = open.canEdit;
  // A picture stands where the text names it, and is not told again below.
  const places = [...$("reading").querySelectorAll(".place-of-picture")],
    named = new Set(places.map(({ dataset }) => dataset.hash));
  for (const place of places) {
    const one = all.find(({ sha256: hash }) => hash === place.dataset.hash);
    if (one && !place.hasChildNodes()) place.append(picture(one, sides.within, place.dataset.words || one.name));
  }
  const attachments = all.filter(({ sha256: hash }) => !named.has(hash));
  $("attach-tools").hidden = !canWrite;
  $("attachments").hidden = attachments.length === 0;
  fill($("attachments"), [attachments, canWrite], () => attachments.map((attachment) => item(attachment, canWrite)));
}

/** What an entry is called that begins with a file. */
export const fileTitle = ({ name }) => name.replace(/\.[^.]+$/, "").trim() || word("picture");

/** Puts files to the open entry, one after the other. A new entry with nothing in it is called as the first of them. */
const attach = saying(async (files) => {
  if (files.length === 0 || !open.canEdit) return;
  const sitting = open.sit();
  if (sitting.isNothing) sitting.change({ text: fileTitle(files[0]) });
  for (const [index, one] of files.entries()) {
    toast(word("attaching", one.name, index + 1, files.length));
    const receipt =
      await sitting.apart((id) => ask("POST", path(`entries/${id}/attachments`, { name: one.name }), { file: one }));
    if (!receipt) return toast(word("notAttached", one.name));
    if (receipt.outcome === "unchanged") toast(word("attachedBefore", one.name));
    else if (index === files.length - 1) toast(word("attached", files.length));
  }
});

panel(show);
for (const id of ["attach", "camera"]) onPick($(id), $(`${id}-files`), attach);
onDrop($("entry"), () => open.canEdit, attach);
addEventListener("paste", (event) => {
  const files = [...event.clipboardData?.files ?? []];
  if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
  event.preventDefault();
  attach(files);
});
const dialog = $("picture-dialog"), image = $("picture");
$("picture-save").addEventListener("click", () => saveFile(pictures[current]));
$("picture-before").addEventListener("click", () => turn(current - 1));
$("picture-after").addEventListener("click", () => turn(current + 1));
dialog.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) { event.preventDefault(); turn(current + by); }
});
// A finger that goes to the side turns; two fingers are the browser's.
let from = null;
image.addEventListener("pointerdown", (event) => {
  from = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null;
});
image.addEventListener("pointerup", (event) => {
  if (from === null || (visualViewport?.scale ?? 1) > 1) return;
  const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
  from = null;
  if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y)) turn(current + (x < 0 ? 1 : -1));
});
image.addEventListener("pointercancel", () => { from = null; });
