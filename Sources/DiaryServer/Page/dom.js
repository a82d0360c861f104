// Small words for the DOM: finding, making and filling nodes; and what is said to a person, and asked. Text is always
// text.
import { fillWords } from "./language.js";

/**
 * The node with this id.
 * @type {(id: string) => any}
 */
export const $ = (id) => document.getElementById(id);

/**
 * A node with a class, a label (its name for eyes and ears), attributes (data-… and aria-… as they are written) and
 * children (nodes or text).
 * @type {(tag: string, attributes?: any, ...children: any[]) => any}
 */
export function make(tag, { class: name, text, on, label: words, ...attributes } = {}, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (words) label(node, words);
  if (text !== undefined && text !== null) node.textContent = text;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(key, value);
  }
  for (const [event, listener] of Object.entries(on ?? {})) node.addEventListener(event, listener);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button of a class that does something; attributes and children as above. */
export const button = (name, click, attributes, ...children) =>
  make("button", { class: name, type: "button", on: { click }, ...attributes }, ...children);

/** A button that takes something away: a cross. */
export const cross = (name, words, click) => button(name, click, { label: words }, icon("close"));

/** One of the icons in page.html. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Sets a text only where it differs, so that nothing is announced or painted twice. */
export function setText(node, text) { if (node.textContent !== text) node.textContent = text; }

const filled = new WeakMap();
/**
 * Fills a node where it is to show something else than it does: `of` is all that `nodes` makes its content of. Who is
 * about to press what stands there finds it there. Returns whether it was filled.
 */
export function fill(node, of, nodes) {
  const key = JSON.stringify([document.documentElement.lang, of]);
  if (filled.get(node) === key) return false;
  filled.set(node, key);
  node.replaceChildren(...nodes());
  return true;
}

/** Gives a button its name for eyes and ears. */
export function label(node, text) {
  node.setAttribute("aria-label", text);
  node.title = text;
}

/** Gives a select its choices, each [value, words], and chooses one. */
export function choices(select, all, value) {
  fill(select, all, () => all.map(([key, text]) => make("option", { value: key, text })));
  if (select.value !== value) select.value = value;
}

/** Whether the list and the entry have room beside each other. */
export const isWide = () => matchMedia("(min-width: 48rem)").matches;

/** Whether something that is dragged has files. */
export const carriesFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") === true;

/** Gives `take` the files that are dropped on a box where it `mayTake` them; they mark it while they are over it. */
export function onDrop(box, mayTake, take) {
  box.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.dataTransfer.dropEffect = mayTake() ? "copy" : "none";
    box.toggleAttribute("data-drop", mayTake());
  });
  box.addEventListener("dragleave", (event) => {
    if (!box.contains(event.relatedTarget)) box.removeAttribute("data-drop");
  });
  box.addEventListener("drop", (event) => {
    box.removeAttribute("data-drop");
    if (carriesFiles(event) && mayTake()) take([...event.dataTransfer.files]);
  });
}

/** Gives `take` the files that are chosen by a button; `input` is where the browser has them chosen. */
export function onPick(opener, input, take) {
  opener.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = ""; // the same ones may be chosen once more
    take(files);
  });
}

/** Saves bytes where the browser saves files. */
export function save(bytes, name) {
  const address = URL.createObjectURL(bytes);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

let going = 0;
/** A short message that goes by itself; with an action it stays longer. */
export function toast(text, action, run) {
  setText($("toast-text"), text);
  const button = $("toast-action");
  button.hidden = !action;
  button.textContent = action ?? "";
  button.onclick = () => { $("toast").hidden = true; run?.(); };
  $("toast").hidden = false;
  clearTimeout(going);
  going = setTimeout(() => { $("toast").hidden = true; }, action ? 8000 : 4000);
}

/** What a person begins: where it fails, a short message says why; what was given up (an AbortError) says nothing. */
export const saying = (work) => (...values) => work(...values).catch((problem) => {
  if (problem.name !== "AbortError") toast(problem.message);
});

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

/** Which of `count` things, one behind the other, a key leads to from the one that is `now`; undefined: to none. */
export const stepped = ({ key }, now, count) =>
  ({ ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: count - 1 })[key];

/** A menu under a button: arrows go through it, Escape and a click elsewhere close it. */
export function menu(button, box) {
  const items = () => [...box.querySelectorAll("[role=menuitem]:not([hidden])")];
  const set = (is) => { box.hidden = !is; button.setAttribute("aria-expanded", is); };
  button.addEventListener("click", () => { set(box.hidden); if (!box.hidden) items()[0]?.focus(); });
  box.addEventListener("keydown", (event) => {
    const all = items(), to = stepped(event, all.indexOf(document.activeElement), all.length);
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
