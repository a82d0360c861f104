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
