// Two texts: what was typed, and what is there by now. Both stand side by side, and nothing goes before a choice.
import { diary } from "./diary.js";
import { $, setText } from "./dom.js";
import { open } from "./entry.js";
import { edit } from "./editor.js";
import { word } from "./strings.js";

function show() {
  const { sitting } = open, conflict = sitting?.conflict ?? null;
  $("conflict").hidden = conflict === null || diary.isPast;
  $("entry").classList.toggle("disagrees", !$("conflict").hidden);
  if (conflict === null) return;
  setText($("conflict-text"), word(conflict.kind === "entry" ? "conflictEntry" : "conflictDraft"));
  setText($("conflict-mine"), sitting.text);
  setText($("conflict-theirs"), (conflict.entry ?? conflict.draft).text);
}

async function settle(choice) {
  const { sitting } = open, visit = open.visit;
  if (!sitting?.conflict) return;
  const settled = sitting.settle(choice);
  open.entry = sitting.entry;
  show();
  open.show();
  if (choice === "both") edit();
  await settled;
  if (visit === open.visit && choice !== "both") { open.turnTo("reading"); open.show(); open.reload(); }
}

export function startConflict() {
  open.addEventListener("sitting", ({ detail: sitting }) => {
    sitting.addEventListener("conflict", () => { if (open.sitting === sitting) { open.turnTo("reading"); open.show(); show(); $("keep-mine").focus(); } });
    show();
  });
  for (const name of ["left", "shown"]) open.addEventListener(name, show);
  for (const choice of ["mine", "theirs", "both"]) $(`keep-${choice}`).addEventListener("click", () => settle(choice));
}
