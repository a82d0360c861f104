// A text cut where something begins or ends: hits, links, the title. No DOM: pieces are values.

/**
 * Cuts a text at the ends of ranges, each {range: [start, end], …} in UTF-16 units. Returns [{text, over: [range, …]}]:
 * each piece with all ranges that cover it. Ranges that make no sense are left out.
 */
export function cut(text, ranges) {
  const sound = ranges.filter(({ range: [start, end] }) => start >= 0 && start < end && end <= text.length);
  const cuts = new Set([0, text.length]);
  for (const { range } of sound) { cuts.add(range[0]); cuts.add(range[1]); }
  const sorted = [...cuts].sort((one, other) => one - other);
  const pieces = [];
  for (let index = 0; index + 1 < sorted.length; index += 1) {
    const [start, end] = [sorted[index], sorted[index + 1]];
    pieces.push(
      { text: text.slice(start, end), start, over: sound.filter(({ range }) => range[0] <= start && end <= range[1]) });
  }
  return pieces;
}

/** Where the first line that holds something stands: [start, end], or null in a blank text. */
export function titleRange(text) {
  const found = /[^\s\u200b\ufeff]/u.exec(text);
  if (!found) return null;
  const start = text.lastIndexOf("\n", found.index) + 1;
  const end = text.indexOf("\n", found.index);
  return [start, end < 0 ? text.length : end];
}

/**
 * Where the title stands that is shown large; null where the first line is a paragraph: longer than 80 characters, or
 * with nothing below it.
 */
export function headingRange(text) {
  const range = titleRange(text);
  return range && range[1] - range[0] <= 80 && /\S/.test(text.slice(range[1])) ? range : null;
}

/** Whether there is nothing to see in a text. */
export const isBlank = (text) => !/[^\s\p{C}]/u.test(text ?? "");
/** The first line that holds something. */
export const titleOf = (text) => {
  const range = titleRange(text ?? "");
  return range ? text.slice(...range).trim() : "";
};
