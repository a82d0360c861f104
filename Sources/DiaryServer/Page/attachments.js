// The files of the open entry: pictures to see, others to save, and how new ones come: dropped, pasted, chosen, or
// from a phone's camera. What is made small is made small here; the diary keeps what was given.
import { ask, path, randomName } from "./api.js";
import { localNow } from "./dates.js";
import { panel } from "./diary.js";
import { $, carriesFiles, fill, icon, label, make, saying, takeFiles, toast } from "./dom.js";
import { open } from "./entry.js";
import { exifRoom, fillThumbnail, isFilm, isSeen, takenAt } from "./thumbnails.js";
import { saveFile, seePictures } from "./viewer.js";
import { figures } from "./language.js";
import { word } from "./strings.js";

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
  return label(make("button", { class: "file", type: "button",
      on: { click: () => (plays ? seePictures(open.entry, hash) : saveFile(attachment)) } },
    icon("file"), make("span", { class: "file-name", text: name }), make("small", { text: sizeOf(size) })),
  word(plays ? "seePicture" : "saveFile", name));
}

/** A button with a picture that opens it large; where the browser cannot read it, with its name. */
function picture(attachment, side, words = attachment.name) {
  const { sha256: hash } = attachment, holder = make("span", { class: "thumbnail" });
  const button =
    make("button", { class: "picture", type: "button", on: { click: () => seePictures(open.entry, hash) } }, holder);
  label(button, word("seePicture", words));
  fillThumbnail(holder, hash, side).then((is) => {
    if (!is) button.replaceWith(chip(attachment));
  });
  return button;
}

function item(attachment, canWrite) {
  const { name, sha256: hash } = attachment;
  const button = isSeen(attachment) ? picture(attachment, sides.below) : chip(attachment);
  const node = make("li", { class: "attachment", "data-hash": hash, "data-name": name }, button);
  if (canWrite) {
    const away =
      make("button", { class: "attachment-remove", type: "button", on: { click: () => remove(attachment) } },
        icon("close"));
    label(away, word("removeFile", name));
    node.append(away);
  }
  return node;
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
const titleOf = ({ name }) => name.replace(/\.[^.]+$/, "").trim() || word("picture");

/** Begins an entry for each day on which some pictures were taken, with those of the day in it; opens the first. */
export async function beginEntries(files) {
  const taken = [];
  for (const one of files) {
    const bytes = new Uint8Array(await one.slice(0, exifRoom).arrayBuffer());
    taken.push({ one, date: takenAt(bytes) ?? localNow(new Date(one.lastModified)) });
  }
  taken.sort((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
  const days = new Map();
  for (const picture of taken) {
    const day = picture.date.slice(0, 10);
    days.set(day, [...days.get(day) ?? [], picture]);
  }
  let done = 0, first = null;
  try {
    for (const pictures of days.values()) {
      const [{ one, date }] = pictures;
      const { entry } = await ask("POST", path("entries"),
        { body: { text: titleOf(one), date, datePrecision: "minute", key: randomName() } });
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

/** Puts files to the open entry, one after the other. A new entry with nothing in it is called as the first of them. */
const attach = saying(async (files) => {
  if (files.length === 0 || !open.canEdit) return;
  const sitting = open.sit();
  if (sitting.isNothing) sitting.change({ text: titleOf(files[0]) });
  for (const [index, one] of files.entries()) {
    toast(word("attaching", one.name, index + 1, files.length));
    const receipt =
      await sitting.apart((id) => ask("POST", path(`entries/${id}/attachments`, { name: one.name }), { file: one }));
    if (!receipt) return toast(word("notAttached", one.name));
    if (receipt.outcome === "unchanged") toast(word("attachedBefore", one.name));
    else if (index === files.length - 1) toast(word("attached", files.length));
  }
});

export function startAttachments() {
  panel(show);
  for (const id of ["attach", "camera"]) {
    $(id).addEventListener("click", () => $(`${id}-files`).click());
    $(`${id}-files`).addEventListener("change", ({ target }) => {
      const files = [...target.files];
      target.value = "";
      attach(files);
    });
  }
  takeFiles($("entry"), () => open.canEdit, attach);
  // A file that is dropped beside all boxes must not take the page's place.
  const stay = (event) => { if (carriesFiles(event)) event.preventDefault(); };
  for (const name of ["dragover", "drop"]) addEventListener(name, stay);
  addEventListener("paste", (event) => {
    const files = [...event.clipboardData?.files ?? []];
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    attach(files);
  });
}
