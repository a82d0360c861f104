// Which of the two languages the page speaks, and all that it says, by name.
import { browserStorage } from "./storage.js";
import { words } from "./words.js";

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

/** What has this name, with the values in its holes; some names are of a list or a table. */
export function word(name, ...values) {
  const said = words[name]?.[chosen === "ko" ? 1 : 0] ?? name;
  if (typeof said !== "string") return said;
  return said.replace(/\{(\d)(?::([^|]*)\|([^}]*))?\}/g, (_, index, single, several) => {
    const value = values[index], shown = typeof value === "number" ? figures(value) : `${value}`;
    return single === undefined ? shown : `${shown} ${value === 1 ? single : several}`;
  });
}

/** Puts the words in where the page names them, and says which language it speaks. */
export function fillWords(root = document) {
  document.documentElement.lang = language();
  for (const node of root.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of root.querySelectorAll("[data-hint]")) node.placeholder = word(node.dataset.hint);
  for (const node of root.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", word(node.dataset.label));
    if (node.tagName === "BUTTON") node.title = word(node.dataset.label);
  }
}
