// Questions to a person. The safe answer has the focus, Escape is no, and nothing is done before yes.
import { $, setText } from "./dom.js";
import { fillWords } from "./strings.js";

/** Asks, and answers whether yes was said. `name` is for tests. */
export function question(name, title, text, yes, { isSafe = false } = {}) {
  const dialog = $("ask"), button = $("ask-yes");
  dialog.dataset.question = name;
  setText($("ask-title"), title);
  setText($("ask-text"), text);
  setText(button, yes);
  button.className = isSafe ? "strong" : "danger";
  return answer(dialog, $("ask-no"));
}

/** The questions that are asked, by dialog. */
const asked = new Map();

/**
 * Shows a dialog whose form has buttons "yes" and "no"; resolves when it is closed. A dialog tells of its closing only
 * in a later task; if it is shown again before, the first question gets its own answer and never the second's.
 */
export function answer(dialog, focused) {
  if (dialog.open) return Promise.resolve(false);
  asked.get(dialog)?.();
  fillWords(dialog);
  dialog.returnValue = "no";
  dialog.showModal();
  focused?.focus();
  return new Promise((resolve) => {
    const closed = () => {
      if (dialog.open) return;
      dialog.removeEventListener("close", closed);
      asked.delete(dialog);
      resolve(dialog.returnValue === "yes");
    };
    asked.set(dialog, closed);
    dialog.addEventListener("close", closed);
  });
}

/** A menu under a button: arrows go through it, Escape and a click elsewhere close it. */
export function menu(button, box) {
  const items = () => [...box.querySelectorAll("[role=menuitem]:not([hidden])")];
  const set = (is) => { box.hidden = !is; button.setAttribute("aria-expanded", is); };
  button.addEventListener("click", () => { set(box.hidden); if (!box.hidden) items()[0]?.focus(); });
  box.addEventListener("keydown", (event) => {
    const all = items(), now = all.indexOf(document.activeElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") { event.stopPropagation(); set(false); button.focus(); }
    else if (to !== undefined) { event.preventDefault(); all.at((to + all.length) % all.length).focus(); }
  });
  box.addEventListener("click", (event) => {
    if (event.target.closest("[role=menuitem]")) { set(false); button.focus(); }
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.hidden && !box.contains(event.target) && !button.contains(event.target)) set(false);
  });
  box.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget) && event.relatedTarget !== button) set(false);
  });
}
