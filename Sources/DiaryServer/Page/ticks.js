// The marks on the time slider: where years, months and days begin. Years are named first, then months and days where
// there is room.
import { language } from "./language.js";

const heights = { year: 8, month: 5, day: 3 };
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const shapes = { year: { year: "numeric" }, month: { month: "short" }, day: { month: "numeric", day: "numeric" } };

/** Draws on a canvas as wide as the slider, which has `count` places; `marks` are an axis's. */
export function drawTicks(canvas, marks, count) {
  const { clientWidth: width, clientHeight: height } = canvas, ratio = devicePixelRatio || 1;
  if (!width || !count) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const style = getComputedStyle(canvas), pen = canvas.getContext("2d"), inset = 9; // half of the thumb
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, width, height);
  const left = (place) => Math.round(inset + (width - 2 * inset) * place / count);
  pen.fillStyle = style.color;
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  pen.textBaseline = "bottom";
  for (const [place, , unit] of marks) {
    pen.globalAlpha = unit === "day" ? 0.45 : 0.8;
    pen.fillRect(left(place), height - heights[unit], 1, heights[unit]);
  }
  const taken = [];
  for (const [unit, shape] of Object.entries(shapes)) {
    const words = new Intl.DateTimeFormat(language(), shape);
    pen.globalAlpha = unit === "year" ? 1 : 0.8;
    for (const [place, seconds, own] of marks) {
      if (own !== unit) continue;
      const text = words.format(new Date(seconds * 1000)), start = left(place),
        end = start + pen.measureText(text).width + 10;
      if (end - 10 > width || taken.some(([from, to]) => start < to && from < end)) continue;
      taken.push([start, end]);
      pen.fillText(text, start, height - 9);
    }
  }
}
