// Import by dropping a file on the list, or by choosing one: what an import would do is said first, then a button does
// it.
import { ask, path } from "./api.js";
import { diary } from "./diary.js";
import { $, setText } from "./dom.js";
import { word } from "./strings.js";

/** What waits on the server; and a number that changes with each file. */
let waiting = null, asked = 0;

/** The state of the dialog: "looking" at the file, "ready" to import it, "importing", or "done". */
function show(state, words) {
  const dialog = $("import-dialog");
  dialog.dataset.state = state;
  setText($("import-words"), words);
  $("import-progress").hidden = !["looking", "importing"].includes(state);
  $("import-yes").hidden = state !== "ready";
  $("import-close").disabled = state === "importing";
  setText($("import-close"), word(state === "done" ? "close" : "cancel"));
}

async function forget() {
  const name = waiting;
  waiting = null;
  if (name) await ask("DELETE", path(`imports/${name}`)).catch(() => {});
}

/** Sends a file, and says what would come of it. */
async function look(file) {
  if (!diary.canWrite || $("import-dialog").dataset.state === "importing") return;
  asked += 1;
  const number = asked;
  setText($("import-title"), word("importTitle", file.name));
  show("looking", word("importLooking"));
  if (!$("import-dialog").open) $("import-dialog").showModal(); // before anything is waited for: see "close" below
  await forget();
  try {
    const answer = await ask("POST", path("imports", { name: file.name }), { file });
    if (number !== asked) {
      if (answer.import) ask("DELETE", path(`imports/${answer.import}`)).catch(() => {});
      return;
    }
    waiting = answer.import;
    show(answer.done ? "ready" : "done", answer.words || word("failed"));
    if (answer.done) $("import-yes").focus();
  } catch (problem) { if (number === asked) show("done", problem.message || word("offline")); }
}

async function take() {
  const name = waiting;
  if (!name) return;
  waiting = null;
  show("importing", word("importing"));
  try {
    const { words } = await ask("POST", path(`imports/${name}`), { body: {} });
    show("done", words || word("failed"));
    diary.refresh().catch(() => {});
  } catch (problem) { show("done", problem.message || word("offline")); }
  $("import-close").focus();
}

export function startImporting() {
  const dialog = $("import-dialog"), pane = $("list-pane"),
    carries = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  $("menu-import").addEventListener("click", () => $("import-files").click());
  $("import-files").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) look(file);
  });
  $("import-yes").addEventListener("click", take);
  $("import-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("cancel", (event) => { if (dialog.dataset.state === "importing") event.preventDefault(); });
  // A dialog tells of its closing only in a later task, when it may be open again for another file.
  dialog.addEventListener("close", () => { if (!dialog.open) { asked += 1; forget(); } });
  pane.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = diary.canWrite ? "copy" : "none";
    pane.toggleAttribute("data-drop", diary.canWrite);
  });
  pane.addEventListener("dragleave", (event) => {
    if (!pane.contains(event.relatedTarget)) pane.removeAttribute("data-drop");
  });
  addEventListener("drop", (event) => {
    pane.removeAttribute("data-drop");
    if (carries(event) && pane.contains(event.target)) look(event.dataTransfer.files[0]);
  });
}
