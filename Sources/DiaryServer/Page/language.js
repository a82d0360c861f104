// Which of the two languages the page speaks, and how each of them counts. No DOM.

/** A count with its noun. */
export const one = (count, single, several) => `${figures(count)} ${count === 1 ? single : several}`;
const kept = localStorage.getItem("diarylog.language");
let chosen = kept === "ko" || kept === "en" ? kept : /^ko\b/i.test(navigator.language) ? "ko" : "en";

/** The language the page speaks: "ko" or "en". */
export const language = () => chosen;
/** A number with its separators. */
export const figures = (number) => new Intl.NumberFormat(chosen).format(number);

/** The Korean particle that follows a text: after a final consonant the first, after a vowel the second; both where a
 *  letter does not tell. */
export function particle(text, afterConsonant, afterVowel) {
  const code = text.trimEnd().normalize("NFC").codePointAt(text.trimEnd().normalize("NFC").length - 1) - 0xac00;
  if (!(code >= 0 && code < 11172)) return `${afterConsonant}(${afterVowel})`;
  return code % 28 ? afterConsonant : afterVowel;
}

/** Speaks the other language from now on. */
export function switchLanguage() {
  chosen = chosen === "ko" ? "en" : "ko";
  localStorage.setItem("diarylog.language", chosen);
}
