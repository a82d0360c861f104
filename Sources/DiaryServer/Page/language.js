// Which of the two languages the page speaks, and how each of them counts. No DOM.
import { browserStorage } from "./storage.js";

/** A count with its noun. */
export const one = (count, single, several) => `${figures(count)} ${count === 1 ? single : several}`;
const kept = browserStorage.get("diarylog.language");
let chosen = kept === "ko" || kept === "en" ? kept : /^ko\b/i.test(navigator.language) ? "ko" : "en";

/** The language the page speaks: "ko" or "en". */
export const language = () => chosen;
/** A number with its separators. */
export const figures = (number) => new Intl.NumberFormat(chosen).format(number);

/** Speaks the other language from now on. */
export function switchLanguage() {
  chosen = chosen === "ko" ? "en" : "ko";
  browserStorage.set("diarylog.language", chosen);
}
