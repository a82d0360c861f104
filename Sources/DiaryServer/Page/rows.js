// One row of the list: a node that is made once and filled again and again.
import { shortDate } from "./dates.js";
import { diary } from "./diary.js";
import { icon, make, setText } from "./dom.js";
import { clearThumbnail, fillThumbnail, firstPicture } from "./thumbnails.js";
import { word } from "./strings.js";

/** The side of a row's picture, in pixels of the screen. */
const side = 56;

const weathers = { "01": "☀️", "02": "🌤️", "03": "☁️", "04": "☁️", "09": "🌧️", 10: "🌦️", 11: "⛈️", 13: "❄️", 50: "🌫️" };
const named =
  { clear: "☀️", sunny: "☀️", clouds: "☁️", cloudy: "☁️", rain: "🌧️", drizzle: "🌦️", snow: "❄️", thunderstorm: "⛈️",
    mist: "🌫️", fog: "🌫️", haze: "🌫️", wind: "🌬️" };
/** A sign for the weather, or its word where there is no sign. */
export const weatherSign = (weather) =>
  (weather ? weathers[weather.icon?.slice(0, 2)] ?? named[weather.main?.toLowerCase()] ?? weather.main : "");

/** An empty row. */
export function makeRow(number) {
  // A link, so that it can be opened in another tab and copied; the list itself has the focus.
  const node = make("a", { class: "row", role: "option", id: `row-${number}`, tabindex: -1, hidden: true });
  const parts = {
    title: make("span", { class: "row-title" }), date: make("time", { class: "row-date" }),
    weather: make("span", { class: "row-weather" }), star: make("span", { class: "row-star", hidden: true }),
    draft: make("span", { class: "row-draft", hidden: true }),
      stands: make("span", { class: "row-stands", hidden: true }),
    preview: make("span", { class: "row-preview" }), tags: make("span", { class: "row-tags" }),
    restore: make("span", { class: "row-restore", hidden: true }),
      picture: make("span", { class: "row-picture", "aria-hidden": "true" }),
  };
  parts.star.append(icon("star"));
  node.append(
    make("span", { class: "row-head" }, parts.title, parts.star, parts.draft, parts.stands),
    make("span", { class: "row-line" }, parts.preview),
    make("span", { class: "row-foot" }, parts.date, parts.weather, parts.tags), parts.restore, parts.picture);
  node.parts = parts;
  return node;
}

/** Fills a row with a hit or entry; undefined: it is still being loaded. */
export function fillRow(node, { index, count, found, href, isOpen, isActive, isChosen, hasDraft }) {
  const { parts, dataset } = node, entry = found?.entry;
  node.hidden = false;
  dataset.index = index;
  dataset.state = entry ? "ready" : "loading";
  dataset.id = entry?.id ?? "";
  if (entry) node.setAttribute("href", href(entry.id)); else node.removeAttribute("href");
  node.classList.toggle("active", isActive);
  node.setAttribute("aria-selected", isChosen ?? isOpen);
  node.toggleAttribute("data-chosen", isChosen === true);
  node.setAttribute("aria-posinset", index + 1);
  node.setAttribute("aria-setsize", count);
  if (entry?.title && found.title?.length > 1) fillPieces(parts.title, found.title, found.loose);
  else setText(parts.title, entry ? entry.title || word(entry.status === "notUnderstood" ? "newer" : "noTitle") : "");
  parts.title.classList.toggle("placeholder", Boolean(entry && !entry.title));
  // Who looks for what was deleted looks for when.
  setText(parts.date,
    !entry ? "" : entry.deleted ? word("deletedOn", shortDate(entry.modifiedAt)) : shortDate(entry.date));
  parts.restore.hidden = !entry?.deleted || !diary.canWrite;
  setText(parts.restore, word("bringBack"));
  setText(parts.weather, entry ? weatherSign(entry.weather) : "");
  parts.weather.title = entry?.weather?.main ?? "";
  const picture = firstPicture(entry);
  node.toggleAttribute("data-pictured", picture !== undefined);
  if (picture) fillThumbnail(parts.picture, picture.sha256, side).then((is) => {
    if (!is) node.removeAttribute("data-pictured");
  });
  else clearThumbnail(parts.picture);
  parts.star.hidden = !entry?.starred;
  parts.star.setAttribute("aria-label", word("starred"));
  parts.star.setAttribute("role", "img");
  parts.draft.hidden = !hasDraft;
  parts.draft.title = hasDraft ? word("hasDraft") : "";
  const stands = entry ? standsWords(entry) : "";
  parts.stands.hidden = !stands;
  setText(parts.stands, stands);
  const tags = entry ? [...new Set([...entry.tags, ...entry.textTags])] : [];
  setText(parts.tags, tags.map((tag) => `#${tag}`).join(" "));
  if (found?.pieces?.length > 0) fillPieces(parts.preview, found.pieces, found.loose);
  else setText(parts.preview, entry ? entry.preview || word("noText") : "");
  parts.preview.classList.toggle("placeholder", Boolean(entry && !entry.preview));
}

/** What stands side by side in an entry, in a word or two. */
const standsWords = (entry) =>
  (entry.status === "conflict" ? word("rowTexts", new Set(entry.alternatives.map(({ event }) => event)).size + 1)
  : entry.contested ? word("rowContested") : entry.lost?.length ? word("rowLost") : "");

/** A text with its hits: plain, match, plain, … */
function fillPieces(node, pieces, loose) {
  const nodes = pieces
    .map((piece, index) => (index % 2 ? make("mark", { text: piece, class: loose ? "half" : undefined }) : piece));
  node.replaceChildren(...nodes);
}
