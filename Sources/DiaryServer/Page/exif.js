// When a picture was taken, as its file says it (EXIF). No DOM.

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
