// The page of `diarylog serve` begins here: with the list, which is what one waits for. All else comes then (parts.js).
import { hasKey, isFirst } from "./key.js";
import { readAddress } from "./address.js";
import { fillWords } from "./language.js";
import { askFor } from "./search.js";

async function start() {
  fillWords();
  Object.assign(document.body.dataset, { at: "head", settled: "yes", view: "list", live: "closed" });
  const wanted = readAddress(location.hash);
  // A list of the past wants the timeline, and comes with the rest.
  if (hasKey && wanted.moment === null) await askFor(wanted.asked);
  const { startRest } = await import("./parts.js");
  await startRest({ hasKey, isFirst });
}

start();
