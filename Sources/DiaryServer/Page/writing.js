// What the keys of the text area do to the text beside typing: lists go on, a pasted page keeps its links, lines keep
// their ends. No DOM: a text goes in, an edit comes out.

/** What begins an item of a list: where it is indented to, its sign, and the box of a task. */
const item = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\][ \t]+)?/;

const lineAt = (text, place) => {
  const start = text.lastIndexOf("\n", place - 1) + 1, end = text.indexOf("\n", place);
  return { start, end: end < 0 ? text.length : end };
};

/**
 * What Enter does in an item of a list: the next one begins; in an empty item the list ends. {start, end, insert}, or
 * null where a line simply ends.
 */
export function goneOn(text, caret) {
  const { start, end } = lineAt(text, caret), line = text.slice(start, end), found = item.exec(line);
  if (!found || caret < start + found[0].length) return null;
  const [head, indent, sign, gap, box] = found;
  if (line.length === head.length) return { start, end, insert: "" };
  const next = /\d/.test(sign) ? `${Number(sign.slice(0, -1)) + 1}${sign.at(-1)}` : sign;
  return { start: caret, end: caret, insert: `\n${indent}${next}${gap}${box ? "[ ] " : ""}` };
}

/** What Tab does in an item of a list, and with `isBack` Shift and Tab: {start, end, insert}, or null elsewhere. */
export function indented(text, caret, isBack) {
  const { start, end } = lineAt(text, caret), found = item.exec(text.slice(start, end));
  if (!found) return null;
  if (!isBack) return { start, end: start, insert: "  " };
  const room = /^(\t| {1,2})/.exec(found[1])?.[0].length ?? 0;
  return { start, end: start + room, insert: "" };
}

/** A pasted text with its links, each {text, target} in their order, as Markdown. */
export function linked(plain, links) {
  let written = "", from = 0;
  for (const { text, target } of links) {
    const place = text === "" ? -1 : plain.indexOf(text, from);
    if (place < 0 || text === target || !/^(https?:\/\/|mailto:)/i.test(target)) continue;
    const words = text.replace(/[[\]\\]/g, "\\$&"), address = target.replace(/[()\s]/g, encodeURIComponent)
      .replaceAll("(", "%28").replaceAll(")", "%29");
    written += `${plain.slice(from, place)}[${words}](${address})`;
    from = place + text.length;
  }
  return written + plain.slice(from);
}

const ends = /\r\n?|\n/g;

/** A text as a text area has it, which knows one end of a line. */
export const shownText = (text) => text.replace(ends, "\n");

/** Where a place in a text is in what is shown of it. */
export const shownPlace = (text, place) => shownText(text.slice(0, place)).length;

/** What a text area has, with the ends of lines that the text had: a line that was not touched keeps its own. */
export function withEnds(value, text) {
  if (!text.includes("\r")) return value;
  const had = text.match(ends), before = shownText(text).split("\n"), now = value.split("\n");
  const least = Math.min(before.length, now.length);
  let head = 0, tail = 0;
  while (head < least && before[head] === now[head]) head += 1;
  while (tail < least - head && before.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const touched = before.length - tail; // where the lines that were not touched begin again
  const endOf = (index) => had[index >= now.length - tail ? index - now.length + before.length
    : index < touched ? index : touched - 1] ?? had[0];
  let written = "";
  for (const [index, line] of now.slice(0, -1).entries()) {
    const end = endOf(index);
    written += line + (end === "\n" && line === "" && written.endsWith("\r") ? "\r" : end); // \r and \n would be one
  }
  return written + now.at(-1);
}

/** The language that a text is spelled in: Korean where it has more of Hangul than of Latin letters. */
export function languageOf(text, otherwise) {
  const head = text.slice(0, 2000), hangul = head.match(/\p{Script=Hangul}/gu)?.length ?? 0,
    latin = head.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return hangul + latin === 0 ? otherwise : hangul * 3 >= latin ? "ko" : "en";
}
