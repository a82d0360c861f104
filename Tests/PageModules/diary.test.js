// What the page is told of the diary, and panels that ask the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calm } from "./shell.js";
import { askingPanel, diary, draw } from "./diary.js";

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

test("what a receipt has said is not told again by the stream, and all else is", () => {
  const told = [];
  diary.addEventListener("changed", ({ detail: { entries } }) => told.push(entries));
  diary.heard({ head: 5, entries: ["a"] });
  diary.heard({ head: 4, entries: ["a"] });
  diary.heard({ head: 5, entries: ["a"], drafts: 1 });
  assert.deepEqual(told, [["a"]]);
  for (const one of [["a", "b"], ["b", "c"], null]) diary.heard({ head: 5, entries: one });
  diary.heard({ head: 6, entries: ["c"] });
  diary.heard({ head: 6, entries: [], drafts: 2 });
  assert.deepEqual(told, [["a"], ["a", "b"], ["b", "c"], null, ["c"]]);
});
