// All words of the page by their names, in the reader's language.
import { language } from "./language.js";
import { words as entry } from "./words-entry.js";
import { words as page } from "./words-page.js";

const words = { ...page, ...entry };

/** The word with this name; what needs a value is a function of it. */
export function word(name, ...values) {
  const pair = words[name];
  if (!pair) return name;
  const found = pair[language() === "ko" ? 1 : 0];
  return typeof found === "function" ? found(...values) : found;
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
