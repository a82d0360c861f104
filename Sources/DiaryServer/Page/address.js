// The address of what is shown, as text: #/at/2026-11-01/entry/3f…/history?q=rain&tag=walk. No DOM.

const orders = ["oldest", "created", "modified", "relevance"];

/**
 * What a fragment asks for. `moment` is a day, whose end is meant, or an event (e812); null is now. `entry` is an id,
 * "new" or null. What cannot be read is left out.
 */
export function readAddress(fragment) {
  const [path, query = ""] = fragment.replace(/^#/, "").split("?", 2), items = new URLSearchParams(query);
  const found =
    /^\/(?:at\/(\d{4}-\d\d-\d\d|e\d{1,15})(?:\/|$))?(?:entry\/([0-9a-f]{32})(\/history)?|(new))?$/.exec(path || "/")
    ?? [];
  const show = items.get("show"), year = items.get("year") ?? "", sort = items.get("sort");
  return {
    moment: found[1] ?? null, entry: found[2] ?? found[4] ?? null, isHistory: Boolean(found[3]),
    asked: {
      q: (items.get("q") ?? "").trim(), tag: items.get("tag") ?? "", year: /^\d{1,4}$/.test(year) ? year : "",
      starred: items.get("starred") === "1", sort: orders.includes(sort) ? sort : "date",
      deleted: show === "deleted", conflicts: show === "conflicts",
    },
  };
}

/** The fragment of what is shown; "" for the diary as it is opened. */
export function addressOf({ moment, entry, isHistory, asked }) {
  const path = [
    ...(moment ? ["at", moment] : []), ...(entry === "new" ? ["new"] : entry ? ["entry", entry] : []),
    ...(entry && entry !== "new" && isHistory ? ["history"] : [])].join("/");
  const items = new URLSearchParams();
  if (asked.q) items.set("q", asked.q);
  if (asked.tag) items.set("tag", asked.tag);
  if (asked.year) items.set("year", asked.year);
  if (asked.starred) items.set("starred", "1");
  if (orders.includes(asked.sort)) items.set("sort", asked.sort);
  if (asked.deleted || asked.conflicts) items.set("show", asked.deleted ? "deleted" : "conflicts");
  const query = items.toString();
  return path || query ? `#/${path}${query ? `?${query}` : ""}` : "";
}
