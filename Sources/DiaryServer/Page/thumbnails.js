// Pictures: small ones, made by the browser and kept in memory under the hash of the file, for the list, the calendar,
// the entry; and when one was taken. The first browser that sees a large one gives the server a small one, which all
// others ask for (Docs/Decisions/0054-the-browser-makes-small-pictures.md).
import { ask, file, path } from "./api.js";
import { diary } from "./diary.js";
import { make } from "./dom.js";

const isPicture = ({ mediaType }) => /^image\/(png|jpeg|gif|webp)$/.test(mediaType);
/** What some browsers can read as a picture; the hashes of those that this one could not. */
const mayBePicture = ({ mediaType }) => /^image\/(?!svg)/.test(mediaType), unreadable = new Set();
/** Whether a file is to be seen here, as far as is known: this browser makes a picture of it. */
export const isSeen = (one) => isPicture(one) || (mayBePicture(one) && !unreadable.has(one.sha256));
/** Whether this browser plays a file. */
export const isFilm = ({ mediaType }) =>
  /^video\//.test(mediaType) && document.createElement("video").canPlayType(mediaType) !== "";
/** The first picture of an entry, or undefined. */
export const firstPicture = (entry) => entry?.attachments?.find(isPicture);

/**
 * Small pictures by hash and size, the newest last; and how many are made at a time, so that others are answered too.
 */
const small = new Map(), mostPixels = 30_000_000, atOnce = 2;
const waiting = [];
let underWay = 0, pixels = 0;

/** The shorter side of what the server keeps, in pixels; and what is no larger than so many bytes is small already. */
const keptSide = 360, enough = 128 * 1024;

async function made(hash, side) {
  const wanted = side * devicePixelRatio, isSmall = side <= keptSide;
  const bytes = await file(path(`attachments/${hash}`, { small: isSmall }));
  const whole = await createImageBitmap(bytes);
  if (isSmall && bytes.size > enough && diary.canWrite) give(hash, drawn(whole, keptSide));
  const canvas = drawn(whole, wanted);
  whole.close();
  return canvas;
}

/** Gives the server a small picture of a file; where that cannot be, the next browser does. */
function give(hash, canvas) {
  canvas.toBlob((bytes) => {
    if (bytes && bytes.size <= enough) {
      ask("PUT", path(`attachments/${hash}`), { file: bytes }).catch(() => {});
    }
  }, "image/webp", 0.8);
}

function drawn(whole, side) {
  const scale = Math.min(1, side / Math.min(whole.width, whole.height));
  const [width, height] = [whole.width, whole.height].map((length) => Math.max(1, Math.round(length * scale)));
  const canvas = make("canvas", { width, height }), pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(whole, 0, 0, width, height);
  return canvas;
}

function keep(name, canvas) {
  small.set(name, canvas);
  pixels += canvas.width * canvas.height;
  for (const [other, { width, height }] of small) {
    if (pixels <= mostPixels || other === name) return;
    small.delete(other);
    pixels -= width * height;
  }
}

/** What is asked for last is made first: it is what one looks at. What nobody wants any more is passed over. */
function next() {
  while (underWay < atOnce && waiting.length > 0) {
    const { hash, side, isWanted, resolve } = waiting.pop();
    if (!isWanted()) { resolve(undefined); continue; }
    underWay += 1;
    made(hash, side).then(resolve, ({ name }) => {
      if (name === "InvalidStateError") unreadable.add(hash); // the bytes were there, and no picture in them
      resolve(null);
    }).finally(() => { underWay -= 1; next(); });
  }
}

/** A picture whose shorter side has so many pixels; null where it cannot be read, undefined if unwanted. */
async function thumbnail(hash, side, isWanted) {
  const name = `${hash} ${side}`, known = small.get(name);
  if (known) return known;
  const canvas = await new Promise((resolve) => { waiting.push({ hash, side, isWanted, resolve }); next(); });
  if (canvas && !small.has(name)) keep(name, canvas);
  return canvas;
}

/** Puts a picture into a node that was made for it, as long as that stands. Returns false where it cannot be read. */
export async function fillThumbnail(node, hash, side) {
  await null; // the node has its place by then
  const canvas = await thumbnail(hash, side, () => node.isConnected);
  if (!canvas) return canvas === undefined;
  const copy = make("canvas", { width: canvas.width, height: canvas.height });
  copy.getContext("2d").drawImage(canvas, 0, 0);
  node.replaceChildren(copy);
  return true;
}

/** How much of a file is looked at: what a camera says stands before the picture. */
export const exifRoom = 256 * 1024;

/** When the picture of a file that begins so was taken, on the camera's clock: a date of the API, or null. */
export function takenAt(bytes) {
  const mark = [0x45, 0x78, 0x69, 0x66, 0, 0]; // Exif
  const start = bytes.findIndex((_, at) => mark.every((byte, index) => bytes[at + index] === byte));
  if (start < 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start + mark.length);
  try {
    const isLittle = view.getUint8(0) === 0x49;
    const table = (at) => new Map(Array.from({ length: view.getUint16(at, isLittle) }, (_, index) => {
      const item = at + 2 + index * 12;
      return [view.getUint16(item, isLittle), view.getUint32(item + 8, isLittle)];
    }));
    const text = (at, length) => String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
    const first = table(view.getUint32(4, isLittle)), more = first.has(0x8769) ? table(first.get(0x8769)) : new Map();
    const at = more.get(0x9003) ?? more.get(0x9004) ?? first.get(0x132), offset = more.get(0x9011) ?? more.get(0x9010);
    const date = /^([1-9]\d{3}):([01]\d):([0-3]\d) ([0-2]\d:[0-5]\d:[0-5]\d)/.exec(text(at, 19));
    if (!date) return null;
    const zone = offset === undefined ? null : /^[+-]\d\d:\d\d/.exec(text(offset, 6));
    return `${date[1]}-${date[2]}-${date[3]}T${date[4]}${zone ?? ""}`;
  } catch { return null; } // it ends before what it promises
}
