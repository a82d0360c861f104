// An entry's fields besides its text: date, tags, star, place, weather. Each change goes the way of typing: through the
// sitting, into one commit. A place has the name that the settings give it, and a link to a map at a service of choice,
// which is asked for nothing before a person follows it.
import { get, latest } from "./api.js";
import { localNow, longDate, timestamp, wall } from "./dates.js";
import { diary, draw, panel } from "./diary.js";
import { $, answer, button, choices, cross, fill, label, make, saying, setText, toast } from "./dom.js";
import { open } from "./entry.js";
import { word } from "./language.js";
import { weatherSign } from "./list.js";
import { askFor } from "./search.js";
import { browserStorage } from "./storage.js";
import { titleOf } from "./text.js";

const kept = "diarylog.map";
/** The maps that a link may lead to, by name. */
const maps = {
  OpenStreetMap: ({ lat, lon }) => `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`,
  "카카오맵": ({ lat, lon }) => `https://map.kakao.com/link/map/${lat},${lon}`,
  "네이버 지도": ({ lat, lon }) => `https://map.naver.com/p/search/${lat},${lon}`,
  "Google Maps": ({ lat, lon }) => `https://www.google.com/maps/search/?api=1&query=${lat},${lon}`,
};
let named = [];
/** Asks for the names of places, which are a comfort. */
export const loadPlaces = () => get("places").then(({ places }) => { named = places; draw(); }, () => {});
const service = () => {
  const name = browserStorage.get(kept);
  return name && Object.hasOwn(maps, name) ? name : Object.keys(maps)[0];
};

/** The name of a place that has one here: as near as names are kept. */
const nameOf = ({ lat, lon }) => named
  .find((place) => Math.abs(place.lat - lat) < 0.006 && Math.abs(place.lon - lon) < 0.006)?.name;
/** An entry's place in words: what another app called it, the name that it has here, or its coordinates. */
export function placeWords({ place, placeName = "" }) {
  if (placeName) return placeName;
  return place ? nameOf(place) ?? `${place.lat.toFixed(4)}, ${place.lon.toFixed(4)}` : "";
}
/** The value of any field in words. */
export function valueWords(value) {
  if (value === null || value === undefined || value.length === 0) return word("nothing");
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => one.name ?? `#${one}`).join(" ");
  if (typeof value === "object") return value.main ?? placeWords({ place: value });
  return longDate(value, value.length > 10 ? "minute" : "day");
}

function put({ lat = "", lon = "" } = {}) {
  $("place-lat").value = lat;
  $("place-lon").value = lon;
  $("place-mistake").hidden = true;
}

/** Asks for a place: {lat, lon}, null for none, undefined where nothing is to change. */
async function askPlace(place) {
  put(place ?? {});
  const list = $("place-named");
  list.parentElement.hidden = named.length === 0;
  const names = named.map(({ name }) => [name, name]);
  choices(list, [["", word("placeChoose")], ...names], place ? nameOf(place) ?? "" : "");
  choices($("place-map"), Object.keys(maps).map((name) => [name, name]), service());
  while (await answer($("place-dialog"), named.length ? list : $("place-lat"))) {
    const [lat, lon] = ["place-lat", "place-lon"].map((id) => $(id).value.trim().replace(",", "."));
    if (!lat && !lon) return null;
    const next = { lat: Number(lat), lon: Number(lon) };
    if (lat && lon && Math.abs(next.lat) <= 90 && Math.abs(next.lon) <= 180) return next;
    $("place-mistake").hidden = false;
  }
  return undefined;
}

/** `keepalive`: the page is going. */
function set(fields, { keepalive = false } = {}) {
  if (!open.canEdit) return;
  const sitting = open.sit();
  sitting.change(fields);
  if (!sitting.isNothing && (keepalive || open.state !== "editing")) sitting.commit({ keepalive });
  open.show();
}

function show() {
  if (!open.isLoaded) return;
  const { entry, sitting } = open, canWrite = open.canEdit;
  setText($("entry-title"), titleOf(open.text) || word("noTitle"));
  $("star").setAttribute("aria-pressed", open.value("starred") === true);
  $("star").disabled = !canWrite;
  $("edit").disabled = !canWrite;
  $("entry-date").disabled = !canWrite;
  for (const id of ["newer", "older", "history-open", "share-button"]) $(id).disabled = !open.id;
  $("delete").disabled = !diary.canWrite || open.state === "none" || entry?.deleted === true;
  const given = open.value("tags") ?? [], said = (entry?.textTags ?? []).filter((tag) => !given.includes(tag));
  fill($("tag-list"), [given, said, canWrite],
    () => [...given.map((tag) => chip(tag, true, canWrite)), ...said.map((tag) => chip(tag, false))]);
  $("tag-add").hidden = !canWrite;
  if (!canWrite) $("tag-add").value = "";
  const place = open.value("place") ?? null;
  const words = placeWords({ place, placeName: entry?.placeName }) || word("addPlace");
  setText($("place-text"), words);
  label($("place"), place ? word("changePlace", words) : words);
  $("place").hidden = !place && !canWrite;
  $("place").disabled = !canWrite;
  $("place").classList.toggle("unset", !place);
  $("place-link").hidden = !place;
  if (place) $("place-link").href = maps[service()](place);
  setText($("weather"), entry?.weather ? `${weatherSign(entry.weather)} ${entry.weather.main}`.trim() : "");
  const stored = sitting?.entry ?? entry;
  setText($("written"),
    stored ? [word("writtenAt", timestamp(stored.createdAt)),
    stored.version > 1 ? word("changedAt", timestamp(stored.modifiedAt)) : null].filter(Boolean).join(" · ") : "");
}

function chip(tag, isGiven, canRemove = false) {
  const remove = () => set({ tags: (open.value("tags") ?? []).filter((other) => other !== tag) });
  return make("li", { class: "tag", "data-tag": tag, "data-given": isGiven ? 1 : 0 },
    button("tag-name", () => askFor({ tag, q: "" }), { text: `#${tag}`, title: isGiven ? null : word("saidInText") }),
    canRemove ? cross("tag-remove", word("removeTag", tag), remove) : null);
}

/** The tags with those that are being typed; null where these are none, or there already. */
function withTyped() {
  const typed = $("tag-add").value.split(",").map((tag) => tag.trim().replace(/^#(?=.)/, "")).filter(Boolean);
  const tags = open.value("tags") ?? [], all = new Set([...tags, ...typed]);
  return all.size > tags.length ? { tags: [...all] } : null;
}
function typeTag() {
  const fields = withTyped();
  if (open.canEdit && (fields || open.sitting)) open.sit().halfTyped(fields);
}
/** The field is emptied last: a browser that closes the window may cut this short, and calls it once more. */
function addTag(options = {}) {
  const fields = withTyped();
  if (fields) set(fields, options); else open.sitting?.halfTyped(null);
  $("tag-add").value = "";
}

/** Says what a date in words means, and puts it into the fields; the server reads it, as it does for the commands. */
const readDate = latest(async (isNewest) => {
  const text = $("date-words").value.trim();
  if (!text) return sayDate();
  try {
    const { date, datePrecision } = await get("date", { text });
    if (!isNewest()) return;
    if (!date) return setText($("date-said"), word("noSuchDate"));
    setText($("date-said"), longDate(date, datePrecision));
    $("date-field").value = date.slice(0, 10);
    $("time-field").value = datePrecision === "day" ? "" : date.slice(11, 16);
  } catch (problem) { if (isNewest()) setText($("date-said"), problem.message); }
});

/** Says the date of the fields in the reader's language, which a browser's own field may not speak. */
function sayDate() {
  const [day, time] = [$("date-field").value, $("time-field").value];
  setText($("date-said"), day ? longDate(time ? `${day}T${time}` : day, time ? "minute" : "day") : "");
}

let dateRead = Promise.resolve();
const askDate = saying(async () => {
  const now = open.value("date") ?? localNow(), date = wall(now);
  const precision = open.value("datePrecision") ?? (date.hasTime ? "minute" : "day");
  $("date-field").value = now.slice(0, 10);
  $("time-field").value = date.hasTime && precision !== "day" ? now.slice(11, 16) : "";
  $("date-words").value = "";
  sayDate();
  const [dayBefore, timeBefore] = [$("date-field").value, $("time-field").value];
  if (!await open.during(answer($("date-dialog"), $("date-words")))) return;
  await open.during(dateRead); // what was typed last may not be read yet
  if (!$("date-field").value) return;
  const [day, time] = [$("date-field").value, $("time-field").value];
  if (day === dayBefore && time === timeBefore) return;
  if (!time) return set({ date: day, datePrecision: "day" });
  // The writer's own offset stays: moving an entry to another day is no journey.
  const offset = /(?:[+-]\d\d:\d\d|Z)$/.exec(date.hasTime ? now : "")?.[0]
    ?? localNow(new Date(`${day}T${time}`)).slice(-6);
  set({ date: `${day}T${time}:00${offset}`, datePrecision: "minute" });
});

const changePlace = saying(async () => {
  const place = await open.during(askPlace(open.value("place") ?? null));
  if (place !== undefined) set({ place }); else show(); // the map may be another one
});

/** The star of the open entry goes on or off. */
export const toggleStar = () => set({ starred: open.value("starred") !== true });

panel(show);
$("place-named").addEventListener("change", ({ target }) => {
  const found = named.find(({ name }) => name === target.value);
  if (found) put(found);
});
$("place-map").addEventListener("change", ({ target }) => browserStorage.set(kept, target.value));
$("place-remove").addEventListener("click", () => { put(); $("place-dialog").close("yes"); });
$("place-here").addEventListener("click", () => {
  navigator.geolocation?.getCurrentPosition(
    ({ coords }) => put({ lat: coords.latitude.toFixed(5), lon: coords.longitude.toFixed(5) }),
    () => toast(word("placeUnknown")), { timeout: 10_000 });
});
$("star").addEventListener("click", toggleStar);
$("entry-date").addEventListener("click", askDate);
$("date-words").addEventListener("input", () => { dateRead = readDate(); });
for (const id of ["date-field", "time-field"]) $(id).addEventListener("input", sayDate);
$("place").addEventListener("click", changePlace);
$("tag-add").addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (event.key === "Enter" || event.key === ",") { event.preventDefault(); addTag(); }
  if (event.key === "Escape") {
    event.stopPropagation();
    $(open.state === "editing" ? "text" : "reading").focus({ preventScroll: true });
  }
});
$("tag-add").addEventListener("input", typeTag);
$("tag-add").addEventListener("blur", () => addTag({ keepalive: !document.hasFocus() })); // the window may be closing
addEventListener("pagehide", () => addTag({ keepalive: true }));
