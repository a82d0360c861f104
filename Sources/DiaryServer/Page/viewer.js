// Pictures and videos, large: those of an entry, one after the other by arrows and swipes, with the entry's day and
// place; and files, saved. The browser itself makes a picture larger by two fingers.
import { file, path } from "./api.js";
import { longDate } from "./dates.js";
import { $, answer, save, saying, setText, toast } from "./dom.js";
import { isFilm, isSeen } from "./thumbnails.js";
import { placeWords } from "./fields.js";
import { figures } from "./language.js";

let pictures = [], current = 0, entry = null, address = "", asked = 0;

/** Saves a file where the browser saves files. */
export const saveFile = saying(async ({ sha256: hash, name }) => save(await file(path(`attachments/${hash}`)), name));

function show(src) {
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

/** Shows one of the pictures: the one asked for last. Returns whether it could be had. */
async function turn(to) {
  if (!pictures[to]) return false;
  asked += 1;
  const number = asked;
  try {
    const { sha256: hash, mediaType: type } = pictures[to], bytes = await file(path(`attachments/${hash}`));
    const src = URL.createObjectURL(isFilm(pictures[to]) ? new Blob([bytes], { type }) : bytes);
    if (number !== asked) { URL.revokeObjectURL(src); return false; }
    current = to;
    show(src);
    return true;
  } catch (problem) { toast(problem.message); return false; }
}

/** Opens the pictures of an entry at the one with this hash. */
export async function seePictures(of, hash) {
  entry = of;
  pictures = of.attachments.filter((one) => isSeen(one) || isFilm(one));
  if (!await turn(pictures.findIndex(({ sha256 }) => sha256 === hash))) return;
  await answer($("picture-dialog"), $("picture-close"));
  asked += 1;
  clear();
  URL.revokeObjectURL(address);
  address = "";
}

export function startViewer() {
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
}
