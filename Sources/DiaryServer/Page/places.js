// Places: the names that the settings give them, where the reader is, and a map at a service of choice. Nothing is
// asked of a service before a person follows the link.
import { get } from "./api.js";
import { answer } from "./dialog.js";
import { $, make, toast } from "./dom.js";
import { browserStorage } from "./storage.js";
import { word } from "./strings.js";

const kept = "diarylog.map";
/** The maps that a link may lead to, by name. */
const maps = {
  OpenStreetMap: ({ lat, lon }) => `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`,
  "카카오맵": ({ lat, lon }) => `https://map.kakao.com/link/map/${lat},${lon}`,
  "네이버 지도": ({ lat, lon }) => `https://map.naver.com/p/search/${lat},${lon}`,
  "Google Maps": ({ lat, lon }) => `https://www.google.com/maps/search/?api=1&query=${lat},${lon}`,
};
let named = [];
const service = () => {
  const name = browserStorage.get(kept);
  return name && Object.hasOwn(maps, name) ? name : Object.keys(maps)[0];
};

/** The name of a place that has one here: as near as names are kept. */
const nameOf = ({ lat, lon }) => named
  .find((place) => Math.abs(place.lat - lat) < 0.006 && Math.abs(place.lon - lon) < 0.006)?.name;
/** An entry's place in words: what another app called it, the name that it has here, or its coordinates. */
export function placeWords({ place, placeName }) {
  if (placeName) return placeName;
  return place ? nameOf(place) ?? `${place.lat.toFixed(4)}, ${place.lon.toFixed(4)}` : "";
}
/** Where the map of a place is. */
export const mapOf = (place) => maps[service()](place);

/** Asks for the names. */
export async function loadPlaces() {
  try { named = (await get("places")).places; } catch { /* names are a comfort */ }
}

function put({ lat, lon }) { $("place-lat").value = lat; $("place-lon").value = lon; $("place-mistake").hidden = true; }

/** Asks for a place: {lat, lon}, null for none, undefined where nothing is to change. */
export async function askPlace(place) {
  $("place-lat").value = place?.lat ?? "";
  $("place-lon").value = place?.lon ?? "";
  $("place-mistake").hidden = true;
  const list = $("place-named");
  list.parentElement.hidden = named.length === 0;
  list.replaceChildren(
    make("option", { value: "", text: word("placeChoose") }),
    ...named.map(({ name }) => make("option", { value: name, text: name })));
  list.value = place ? nameOf(place) ?? "" : "";
  $("place-map").replaceChildren(...Object.keys(maps).map((name) => make("option", { value: name, text: name })));
  $("place-map").value = service();
  while (await answer($("place-dialog"), named.length ? list : $("place-lat"))) {
    const [lat, lon] = ["place-lat", "place-lon"].map((id) => $(id).value.trim().replace(",", "."));
    if (!lat && !lon) return null;
    const next = { lat: Number(lat), lon: Number(lon) };
    if (lat && lon && Math.abs(next.lat) <= 90 && Math.abs(next.lon) <= 180) return next;
    $("place-mistake").hidden = false;
  }
  return undefined;
}

export function startPlaces() {
  $("place-named").addEventListener("change", ({ target }) => {
    const found = named.find(({ name }) => name === target.value);
    if (found) put(found);
  });
  $("place-map").addEventListener("change", ({ target }) => browserStorage.set(kept, target.value));
  $("place-remove").addEventListener("click", () => { put({ lat: "", lon: "" }); $("place-dialog").close("yes"); });
  $("place-here").addEventListener("click", () => {
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => put({ lat: coords.latitude.toFixed(5), lon: coords.longitude.toFixed(5) }),
        () => toast(word("placeUnknown")), { timeout: 10_000 });
  });
}
