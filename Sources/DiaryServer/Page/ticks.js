// The marks on the time slider: where days, months or years begin among the operations, and how much each step wrote.
import { language } from "./strings.js";

/** Draws on a canvas as wide as the slider. */
export function drawTicks(canvas, timeline, partsOf) {
  const { clientWidth: width, clientHeight: height } = canvas, ratio = devicePixelRatio || 1;
  if (!width || !timeline.count) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const style = getComputedStyle(canvas), pen = canvas.getContext("2d"), inset = 9; // half of the thumb
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, width, height);
  const left = (step) => inset + (width - 2 * inset) * step / timeline.count;
  const marks = timeline.ticks(Math.max(8, width / 7), partsOf);
  pen.fillStyle = style.color;
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  pen.textBaseline = "bottom";
  const year = new Intl.DateTimeFormat(language(), { year: "numeric" });
  const month = new Intl.DateTimeFormat(language(), { month: "short" });
  const day = new Intl.DateTimeFormat(language(), { month: "numeric", day: "numeric" });
  const sizes = { year: 8, month: 5, day: 3 };
  const finest = marks.some(([, , unit]) => unit === "day") ? "day" : marks.some(([, , unit]) => unit === "month") ? "month" : "year";
  let free = -1;
  for (const [step, seconds, unit] of marks) {
    const x = left(step - 1);
    pen.globalAlpha = unit === "day" ? 0.45 : 0.8;
    pen.fillRect(Math.round(x), height - sizes[unit], 1, sizes[unit]);
    if (unit === "day" && finest === "day" && marks.length > width / 60) continue;
    const date = new Date(seconds * 1000);
    const words = unit === "year" && finest !== "day" ? year.format(date) : unit === "day" || finest === "day" ? day.format(date) : month.format(date);
    const wide = pen.measureText(words).width;
    if (x < free || x + wide > width) continue;
    pen.globalAlpha = 0.9;
    pen.fillText(words, Math.round(x), height - 9);
    free = x + wide + 10;
  }
}
