// Requests: what is said of those that were not done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { calm, waiting } from "./shell.js";
import { ask, latest, path, signals } from "./api.js";

let silences = 0;
signals.addEventListener("offline", () => { silences += 1; });

test("a file that cannot be read, such as a folder, is no server that does not answer", async () => {
  const unreadable = async () => { throw new DOMException("a folder", "NotReadableError"); };
  const file = { name: "사진", arrayBuffer: unreadable, slice: () => ({ arrayBuffer: unreadable }) };
  await assert.rejects(ask("POST", path("imports"), { file }), /사진 cannot be read/);
  assert.equal(silences, 0);
});

test("whatever is not done says so in a sentence, also where the server said nothing", async () => {
  const said = [];
  for (const status of [500, 404]) {
    const asked = ask("GET", path("state")).catch((problem) => said.push(problem.message));
    await calm();
    waiting.pop().answer({ status });
    await asked;
  }
  const asked = ask("GET", path("state")).catch((problem) => said.push(problem.message));
  await calm();
  waiting.pop().fail();
  await asked;
  assert.deepEqual(said, ["That did not work.", "That did not work.", "The server does not answer."]);
});

test("of questions that follow each other one is asked at a time, and only the newest is answered", async () => {
  const asked = [], given = [];
  let answer;
  const question = latest(async (value, isNewest) => {
    asked.push(value);
    await new Promise((resolve) => { answer = resolve; });
    if (isNewest()) given.push(value);
  });
  const all = [question(0), question(1)]; // two reasons, one question
  await calm();
  all.push(question(2), question(3));
  for (let turn = 0; turn < 2; turn += 1) { answer(); await calm(); }
  await Promise.all(all);
  assert.deepEqual([asked, given], [[1, 3], [3]]);
});
