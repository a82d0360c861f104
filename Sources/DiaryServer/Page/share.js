// Sharing the open entry: the same bytes as `diarylog share`, to the clipboard, the system's share sheet or a file; and
// printing it, or the list where no entry is open.
import { get } from "./api.js";
import { longDate } from "./dates.js";
import { diary } from "./diary.js";
import { $, make, menu, save, saying, toast } from "./dom.js";
import { open } from "./entry.js";
import { word } from "./language.js";
import { list } from "./list.js";

/** What is typed is shared, too: it is committed first. */
async function bytes(format) {
  if (open.sitting?.isOpen) await open.during(open.sitting.commit());
  return open.during(get(`entries/${open.id}/share`, { format, at: diary.at }, { as: "blob" }));
}

/** Puts a text where the system pastes from. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(word("copied"));
  } catch { toast(word("notCopied")); }
}

const share = saying(async (format) => {
  const blob = await bytes(format);
  const name = `${(open.entry?.date ?? "").slice(0, 10)} ${open.entry?.title || word("noTitle")}`
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ").trim().slice(0, 80);
  const file = new File([blob], `${name}.${format}`, { type: "text/plain" });
  if (navigator.canShare?.({ files: [file] })) {
    try { await navigator.share({ files: [file], title: name }); return; } catch (problem) {
      if (problem.name === "AbortError") return;
    }
  }
  save(file, file.name);
});

const mostPrinted = 2000;

/** Lays the rows of the list out below each other for the printer: on the page only those in view have nodes. */
function layOut() {
  const { source } = list;
  if (open.state !== "none" || !source) return;
  const rows = Array.from({ length: Math.min(source.count, mostPrinted) }, (_, row) => source.row(row)?.entry)
    .filter(Boolean);
  $("printed").replaceChildren(...rows.map(({ title, date, datePrecision, preview }) => make("article", {},
    make("h2", { text: title || word("noTitle") }), make("time", { text: longDate(date, datePrecision) }),
    make("p", { text: preview }))));
  if (!source.isWhole || rows.length < source.count) {
    $("printed").append(make("p", { text: word("firstRows", rows.length) }));
  }
}

/** Prints what is open; of the list all rows, which are asked for first. */
export async function printPage() {
  if (open.state === "none") await list.source?.load(0, mostPrinted).catch(() => {});
  print();
}

addEventListener("beforeprint", layOut);
addEventListener("afterprint", () => $("printed").replaceChildren());
menu($("share-button"), $("share-menu"));
$("share-copy").addEventListener("click", saying(async () => copyText(await (await bytes("txt")).text())));
$("share-text").addEventListener("click", () => share("txt"));
$("share-markdown").addEventListener("click", () => share("md"));
$("share-print").addEventListener("click", printPage);
