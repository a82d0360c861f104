// The page as an app of its own: what a browser asks of one that is to be installed. The name is the diary's, which
// only a page that was let in knows; so this is made here, and the server gives it to nobody. No worker keeps any
// text.
import { diary } from "./diary.js";
import { $ } from "./dom.js";
import { language } from "./language.js";

/** Offers the page to be installed, under the diary's name. */
export function offerApp() {
  const root = `${location.origin}/`, colour = getComputedStyle(document.body).getPropertyValue("--side").trim();
  const manifest = {
    id: root, start_url: root, scope: root, name: diary.state.diary, short_name: diary.state.diary, lang: language(),
    display: "standalone", background_color: colour, theme_color: colour,
    icons: [{ src: `${root}icon.svg`, sizes: "any", type: "image/svg+xml" }],
  };
  const address = `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`;
  if ($("app").href !== address) $("app").href = address;
}
