// Panels that ask the server: an answer that nobody wants any more is shown by none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calm } from "./shell.js";
import { askingPanel, draw } from "./diary.js";

test("an answer that comes after a panel was closed is not shown, nor after it asks for something else", async () => {
  let wanted = "", answer;
  const asked = [], shown = [];
  askingPanel(() => wanted, async (isNewest) => {
    const what = wanted;
    asked.push(what);
    await new Promise((resolve) => { answer = resolve; });
    if (isNewest()) shown.push(what);
  });
  for (wanted of ["one", "", "two", "three"]) { draw(); await calm(); }
  for (let turn = 0; turn < 2; turn += 1) { answer(); await calm(); }
  assert.deepEqual([asked, shown], [["one", "three"], ["three"]]);
  wanted = "";
  draw();
  await calm();
  for (wanted of ["four", ""]) { draw(); await calm(); }
  answer();
  await calm();
  assert.deepEqual([asked, shown], [["one", "three", "four"], ["three"]]);
});
