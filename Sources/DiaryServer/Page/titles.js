// Whether the first line of a text is a title that is shown large: one rule for reading and for writing. A text area
// makes only what stands on its first row large; so what does not fit on one row is not a title.
import { $ } from "./dom.js";
import { headingRange, titleRange } from "./pieces.js";

/**
 * Where the title stands that is shown large, or null. `isNew`: what is begun anew has one from its first letter on.
 */
export function largeTitle(text, { isNew = false } = {}) {
  const first = isNew ? titleRange(text) : null,
    range = headingRange(text) ?? (first && first[1] - first[0] <= 80 ? first : null);
  if (range === null) return null;
  const probe = $("title-probe"), style = getComputedStyle($("sheet"));
  probe.textContent = text.slice(...range);
  const room = $("sheet").clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room > 0 && probe.offsetWidth > room ? null : range;
}
