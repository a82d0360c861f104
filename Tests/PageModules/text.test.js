// What the text area's keys do to a text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { goneOn, indented, languageOf, linked, shownPlace, shownText, withEnds } from "./text.js";

const done = (text, change) => change && text.slice(0, change.start) + change.insert + text.slice(change.end);

test("Enter goes on with a list, and ends it in an empty item", () => {
  for (const [text, after] of [
    ["- 우유", "- 우유\n- "], ["  * a", "  * a\n  * "], ["9. 아홉", "9. 아홉\n10. "], ["1) a", "1) a\n2) "],
    ["- [x] 했다", "- [x] 했다\n- [ ] "], ["x\n- a", "x\n- a\n- "], ["- a\n- ", "- a\n"], ["- [ ] ", ""],
    ["+\ta", "+\ta\n+\t"],
  ]) assert.equal(done(text, goneOn(text, text.length)), after, text);
  for (const text of ["a", "-a", "1.a", "2026. 11. 22.b".slice(0, 4), "", "**bold**", "---"]) {
    assert.equal(goneOn(text, text.length), null, text);
  }
  assert.equal(goneOn("- abc", 1), null); // before the item begins a line simply ends
  assert.equal(done("- abc", goneOn("- abc", 3)), "- a\n- bc");
});

test("Tab indents an item and takes that back, and is none elsewhere", () => {
  assert.equal(done("- a", indented("- a", 3, false)), "  - a");
  assert.equal(done("x\n  - a", indented("x\n  - a", 7, true)), "x\n- a");
  assert.equal(done("\t- a", indented("\t- a", 4, true)), "- a");
  assert.equal(done("- a", indented("- a", 3, true)), "- a");
  assert.equal(indented("a", 1, false), null);
});

test("a pasted page keeps its links, and a scheme that is not followed is no link", () => {
  const link = (before, text, target) => ({ before, text, target });
  const links = [
    link("", "한강", "https://example.org/한강 (강)"), link("을 ", "https://a.b", "https://a.b"),
    link(" ", "x", "javascript:alert(1)"), link(" ", "[글]", "http://c.d/"), link(" 끝", "gone", "http://e.f"),
  ];
  assert.equal(
    linked("한강을 https://a.b x [글] 끝", links),
    "[한강](https://example.org/한강%20%28강%29)을 https://a.b x [\\[글\\]](http://c.d/) 끝");
  assert.equal(linked("plain", []), "plain");
  // Words that are no link, or one that is not followed, stand before the same words that are.
  assert.equal(
    linked("here or here, here, here", [
      link("here or ", "here", "http://a.b"), link(", ", "here", "data:,"), link(", ", "here", "http://c.d"),
    ]), "here or [here](http://a.b), here, [here](http://c.d)");
});

test("lines keep their ends, whatever is changed between them", () => {
  const text = "가\r\n나\n다\r라\r\n";
  assert.equal(shownText(text), "가\n나\n다\n라\n");
  assert.equal(shownPlace(text, 3), 2);
  for (const [value, written] of [
    [shownText(text), text], ["가\n나x\n다\n라\n", "가\r\n나x\n다\r라\r\n"], ["가\n\n나\n다\n라\n", "가\r\n\r\n나\n다\r라\r\n"],
    ["가\n다\n라\n", "가\r\n다\r라\r\n"], ["", ""], ["가\n나\n다\n라\n마", "가\r\n나\n다\r라\r\n마"], ["x", "x"], ["x\ny", "x\r\ny"],
  ]) assert.equal(withEnds(value, text), written, JSON.stringify(value));
  assert.equal(withEnds("a\nb", "a"), "a\nb");
});

test("what is written comes back as it was shown, by chance", () => {
  let state = 7;
  const draw = (below) => { state = (state * 1103515245 + 12345) % 2147483648; return state % below; };
  const part = () => ["a", "가", "\n", "\r\n", "\r", "", "- "][draw(7)];
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: draw(12) }, part).join("");
    assert.equal(withEnds(shownText(text), text), text);
    const value = shownText(Array.from({ length: draw(12) }, part).join(""));
    assert.equal(shownText(withEnds(value, text)), value);
  }
});

test("a text is spelled in the language of its letters", () => {
  assert.deepEqual(["오늘 coffee", "a long walk 한강", "", "2026"].map((text) => languageOf(text, "ko")), ["ko", "en", "ko", "ko"]);
});
