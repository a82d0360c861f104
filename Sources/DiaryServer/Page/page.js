// The page of `diarylog serve` begins here: with the list, which is what one waits for. All else comes then (parts.js).
import { readAddress } from "./address.js";
import { hasToken, takeKey } from "./key.js";
import { list } from "./list.js";
import { askFor } from "./search.js";
import { fillWords } from "./strings.js";

/** Has the browser fetch the files of the rest at once, not as each module names the next. */
function fetchRest() {
  const names = document.querySelector("meta[name=later]")?.getAttribute("content") ?? "";
  for (const href of names.split(" ").filter(Boolean)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

async function start() {
  const hasKey = takeKey(), isFirst = hasToken();
  fillWords();
  Object.assign(document.body.dataset, { at: "head", settled: "yes", view: "list", live: "closed" });
  const wanted = readAddress(location.hash);
  list.start();
  // A list of the past wants the timeline, and comes with the rest.
  if (hasKey && wanted.moment === null) {
    const shown = new Promise((resolve) => { list.addEventListener("shown", resolve, { once: true }); });
    await Promise.race([shown, askFor(wanted.asked)]);
  }
  fetchRest();
  const { startRest } = await import("./parts.js");
  await startRest({ hasKey, isFirst });
}

start();
