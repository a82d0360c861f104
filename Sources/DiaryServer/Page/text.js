// A text as a value: cut where something begins or ends (hits, links, the title), side by side with others, and what
// the keys of the text area do to it beside typing. No DOM.

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

/**
 * Texts side by side as passages: what all say, once, as a text; and where they differ a list of what each says.
 * `differs`: of each text the ranges that not all say. Where these are of other texts, all of it is one passage.
 */
export function passages(texts, differs) {
  // What all say, letter by letter: white space is compared between the letters.
  const shared = texts.map((text, side) => cut(text, (differs[side] ?? []).map((range) => ({ range })))
    .filter(({ over }) => over.length === 0)
    .flatMap(({ text: piece, start }) => [...piece.matchAll(/\S/g)].map(({ index }) => start + index)));
  const letters = texts.map((text, side) => shared[side].map((place) => text[place]).join(""));
  if (letters.some((other) => other !== letters[0])) return [texts];
  const found = [""];
  const say = (text) => found.push(typeof found.at(-1) === "string" ? found.pop() + text : text);
  for (let index = 0; index <= letters[0].length; index += 1) {
    const between = texts.map((text, side) =>
      text.slice(index > 0 ? shared[side][index - 1] + 1 : 0, shared[side][index] ?? text.length));
    if (between.every((other) => other === between[0])) say(between[0]);
    else {
      const lead = sharedSpace(between), rest = between.map((text) => text.slice(lead)),
        end = sharedSpace(rest.map((text) => [...text].reverse().join("")));
      say(between[0].slice(0, lead));
      found.push(rest.map((text) => text.slice(0, text.length - end)));
      say(rest[0].slice(rest[0].length - end));
    }
    say(letters[0][index] ?? "");
  }
  return found;
}

/** How much white space all of some texts begin with. */
function sharedSpace(texts) {
  const [space] = /^\s*/.exec(texts[0]);
  let length = 0;
  while (length < space.length && texts.every((text) => text[length] === space[length])) length += 1;
  return length;
}

/** All that a passage says, one after the other: lines below each other where it is of whole lines. */
export function together(words, before = "", after = "") {
  // What another one says as well, word by word, is not said twice.
  const spaced = (text) => ` ${text.trim().replace(/\s+/g, " ")} `;
  const said = [...new Map(words.map((text) => [spaced(text), text])).values()].filter((text, _, all) =>
    /\S/.test(text) && !all.some((other) => other !== text && spaced(other).includes(spaced(text))));
  if (said.length < 2) return said[0] ?? words[0];
  const isOfLines = /(^|\n)$/.test(before) && /^(\n|$)/.test(after);
  const isApart = before.endsWith("\n\n") || after.startsWith("\n\n") || before + after === "";
  const between = isOfLines ? isApart ? "\n\n" : "\n" : said.some((text) => text.includes("\n")) ? "\n" : " ";
  return said.map((text, index) => (index < said.length - 1 ? text.trimEnd() : text))
    .map((text, index) => (index > 0 ? text.trimStart() : text)).join(between);
}

/** The text that is made of passages: `picks` says of each whose words stay, or "both", as where nothing is picked. */
export function settled(parts, picks) {
  let number = -1;
  return parts.map((part, index) => {
    if (typeof part === "string") return part;
    number += 1;
    return part[picks[number]] ?? together(part, parts[index - 1], parts[index + 1]);
  }).join("");
}

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

/** A pasted text with its links as Markdown: of each what stands between it and the last one, its words, its target. */
export function linked(plain, links) {
  let written = "", from = 0;
  for (const { before, text, target } of links) {
    let place = text === "" ? -1 : plain.indexOf(text, from);
    for (let others = before.split(text).length - 1; place >= 0 && others > 0; others -= 1) {
      place = plain.indexOf(text, place + text.length);
    }
    if (place < 0) continue;
    const words = text.replace(/[[\]\\]/g, "\\$&"), address = target.replace(/[()\s]/g, encodeURIComponent)
      .replaceAll("(", "%28").replaceAll(")", "%29");
    const isLink = text !== target && /^(https?:\/\/|mailto:)/i.test(target);
    written += plain.slice(from, place) + (isLink ? `[${words}](${address})` : text);
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
