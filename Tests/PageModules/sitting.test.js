// Sittings against a server that is slow, whose answers get lost, and that others write to as well.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { calm, elapse, held, waiting } from "./shell.js";
import { diary } from "./diary.js";
import { Server } from "./server.js";
import { Sitting, states } from "./sitting.js";

let server;
beforeEach(() => { server = new Server(); localStorage.items.clear(); held.clear(); waiting.length = 0; });

/** Answers all that is asked, until nothing is. */
async function answerAll() {
  await calm();
  while (waiting.length > 0) {
    const request = waiting.shift();
    request.answer(server.answer(request));
    await calm();
  }
}
/** The copies of texts that the browser has. */
const copies = () => [...localStorage.items].filter(([name]) => name.startsWith("diarylog.sitting."))
  .map(([, text]) => JSON.parse(text));

async function begun(text) {
  const sitting = new Sitting(null);
  sitting.change({ text });
  sitting.keep();
  await answerAll();
  return sitting;
}

test("what is typed is kept as a draft after a pause, and one commit makes it an entry", async () => {
  const sitting = new Sitting(null);
  sitting.change({ text: "감" });
  assert.equal(copies().length, 1);
  await elapse(300);
  await answerAll();
  assert.deepEqual([sitting.state, server.drafts.size, copies().length, held.size], ["kept", 1, 0, 1]);
  sitting.commit();
  await answerAll();
  assert.deepEqual([sitting.state, server.entry.text, server.drafts.size, held.size], ["saved", "감", 0, 0]);
});

for (const options of [{}, { keepalive: true }]) {
  test(`a draft that is thrown away elsewhere is begun anew, and leaves nothing ${JSON.stringify(options)}`, async () => {
    const sitting = await begun("감");
    server.discardElsewhere();
    if (options.keepalive) sitting.change({ text: "감나무" });
    sitting.commit(options);
    await answerAll();
    assert.equal(server.entry.text, sitting.text);
    assert.deepEqual([server.commits, server.drafts.size, copies(), [...held]], [1, 0, [], []]);
  });
}

/** The next request gets through, and its answer does not. */
async function loseAnswer() {
  await calm();
  const request = waiting.shift();
  server.answer(request);
  request.fail();
  await calm();
}
const ways = {
  "a draft": async (sitting) => { sitting.commit(); },
  "a draft and what was typed since": async (sitting) => {
    sitting.change({ text: "감나무" });
    sitting.commit({ keepalive: true });
  },
  "what had no draft yet": async (sitting) => {
    server.drafts.clear(); // as if it had never been kept
    Object.assign(sitting, { draft: null, kept: 0 });
    sitting.commit({ keepalive: true });
  },
};
for (const [what, commit] of Object.entries(ways)) {
  for (const isNew of [true, false]) {
    test(`what is typed on after the answer to a commit was lost is the same entry: ${what}, ${isNew}`, async () => {
      const sitting = await begun("감");
      if (!isNew) {
        sitting.commit();
        await answerAll();
        sitting.change({ text: "감 " });
        sitting.keep();
        await answerAll();
      }
      const { made } = server;
      await commit(sitting);
      await loseAnswer();
      sitting.change({ text: "감나무 아래" });
      sitting.commit();
      for (let turn = 0; turn < 3; turn += 1) { await answerAll(); await elapse(); }
      assert.deepEqual([sitting.state, server.entry.text, server.made], ["saved", "감나무 아래", Math.max(1, made)]);
      assert.deepEqual([server.drafts.size, copies(), [...held]], [0, [], []]);
    });
  }
}

test("what somebody else wrote behind a commit whose answer was lost is not written over", async () => {
  const sitting = await begun("감");
  sitting.commit();
  await loseAnswer();
  server.writeElsewhere("배");
  sitting.change({ text: "감나무" });
  sitting.commit();
  await answerAll();
  assert.deepEqual([sitting.state, sitting.textThere, sitting.text], ["conflict", "배", "감나무"]);
  sitting.settle("배와 감나무");
  await answerAll();
  assert.deepEqual([sitting.state, server.entry.text, server.made], ["saved", "배와 감나무", 1]);
});

test("a conflict that is settled by the text that is there leaves no copy for the next page to offer", async () => {
  const sitting = await begun("감");
  sitting.commit();
  await answerAll();
  server.writeElsewhere("배");
  sitting.change({ text: "감나무" });
  sitting.commit();
  await answerAll();
  assert.equal(sitting.state, "conflict");
  sitting.settle("배");
  await answerAll();
  assert.deepEqual([sitting.state, server.entry.text, copies(), [...held]], ["saved", "배", [], []]);
});

test("what is half typed has a copy beside all that is kept and committed, which the next page ends", async () => {
  const sitting = await begun("감"), half = () => copies().map(({ content, wantsCommit }) => [content.tags, wantsCommit]);
  sitting.halfTyped({ tags: ["가"] });
  assert.deepEqual(half(), [[["가"], true]]);
  sitting.change({ text: "감나무" }); // as a reading of the field would
  sitting.halfTyped({ tags: ["가을"] });
  await elapse(300);
  await answerAll();
  assert.deepEqual([sitting.state, half()], ["kept", [[["가을"], true]]]);
  sitting.commit();
  await answerAll();
  assert.deepEqual([sitting.state, server.entry.text, half()], ["saved", "감나무", [[["가을"], true]]]);
  sitting.halfTyped(null);
  assert.deepEqual(copies(), []);
});

test("what is to be one change says so in its copy before anything is answered: the tab may be closing", async () => {
  const sitting = new Sitting(null);
  sitting.change({ text: "감" });
  sitting.commit();
  assert.deepEqual(copies().map(({ wantsCommit }) => wantsCommit), [true]);
  await answerAll();
  assert.deepEqual([sitting.state, copies()], ["saved", []]);
});

test("a full disk is said until there is room", async () => {
  const sitting = await begun("감");
  sitting.change({ text: "감나무" });
  sitting.keep();
  await calm();
  waiting.shift().answer({ status: 503, error: { code: "storage", message: "The disk is full." } });
  await calm();
  assert.deepEqual([sitting.state, sitting.why, copies().length], ["offline", "The disk is full.", 1]);
  sitting.commit();
  await answerAll();
  assert.deepEqual([sitting.state, sitting.why, server.entry.text, copies().length], ["saved", null, "감나무", 0]);
});

test("a draft that takes the place of one that is gone is held for this tab", async () => {
  const sitting = await begun("감");
  server.discardElsewhere();
  sitting.commit();
  await calm();
  for (let turn = 0; turn < 3; turn += 1) { // the commit is refused, and again, as no other got through; a new draft is kept
    const request = waiting.shift();
    request.answer(server.answer(request));
    await calm();
  }
  assert.deepEqual([[...held], server.drafts.size], [[`diarylog.writing.${sitting.name}`], 1]);
});

test("a new entry with nothing to see asks for nothing, and keeps what was set", async () => {
  const sitting = new Sitting(null);
  sitting.change({ starred: true });
  sitting.commit();
  await answerAll();
  const told = [];
  diary.addEventListener("drafts", () => told.push("drafts"));
  for (let turn = 0; turn < 3; turn += 1) await elapse();
  assert.deepEqual([told, waiting.length, sitting.content], [[], 0, { starred: true }]);
});

/** Numbers that follow from a seed. */
function numbers(seed) {
  let state = seed;
  return (most) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % most;
  };
}

/** Whether a text can still be had: from the server, or from this browser. */
const isHad = (text) => [server.entry, ...server.drafts.values()].some((one) => one?.text === text)
  || copies().some(({ content }) => content.text === text);

/** The states and events that sittings go through, as "state event"; what stands in no row is met as undefined. */
function watched() {
  const met = new Set();
  for (const [state, row] of Object.entries(states)) {
    states[state] = new Proxy(row, { get(_, event) { met.add(`${state} ${String(event)}`); return row[event]; } });
  }
  return met;
}

/** An entry's sitting that goes on from a draft that the server has. */
function resumed(text) {
  server.writeElsewhere("감", true);
  const body = { text, entry: "e", base: "v1", sitting: "s" };
  const { draft: { draft, version, revision } } = server.answer({ method: "POST", path: "drafts", body });
  return Sitting.of({ ...server.entry }, { draft: { draft, version, revision }, content: { text } }, { isKept: true });
}
/** One that goes on from a copy that only the browser has, of a draft or of none, while characters are composed. */
function found(text, { draft = null } = {}) {
  if (!draft) server.writeElsewhere("감", true);
  const sitting = Sitting.of({ ...server.entry }, { draft, content: { text } }, { isKept: false });
  localStorage.setItem(`diarylog.sitting.${sitting.name}`, JSON.stringify({ content: sitting.content }));
  sitting.compose(true);
  return sitting;
}
const beginnings = [
  () => new Sitting(null), () => new Sitting(null), () => resumed("감나무"), () => resumed(""), () => found("감나무"),
  () => found("감나무 too long"), () => found("감나무 아래", resumed("감나무"))];

test("no text is lost, whatever answers get lost and whoever writes meanwhile", async () => {
  const pairs = Object.entries(states).flatMap(([state, row]) => Object.keys(row).map((event) => `${state} ${event}`));
  const met = watched();
  for (let seed = 1; seed <= 500; seed += 1) {
    const number = numbers(seed);
    server = new Server();
    localStorage.items.clear();
    held.clear();
    waiting.length = 0;
    const sitting = beginnings[seed % beginnings.length]();
    let words = 0, trace = [], stopping = Promise.resolve();
    const acts = {
      type() { if (!sitting.conflict) sitting.change({ text: `${sitting.text} w${words += 1}`.trim() }); },
      typeInConflict() { if (sitting.conflict) sitting.change({ starred: true }); },
      typeTooMuch() { if (!sitting.conflict) sitting.change({ text: `${sitting.text} too long` }); },
      shorten() { if (sitting.text.includes("too long")) sitting.change({ text: "short" }); },
      erase() { if (!sitting.conflict) sitting.change({ text: "" }); },
      keep() { sitting.keep(); },
      commit() { sitting.commit(); },
      leave() { sitting.commit({ keepalive: true }); },
      compose() { sitting.compose(!sitting.isComposing); },
      pause: () => elapse(300),
      rest: () => elapse(),
      answer() { const request = waiting.shift(); request?.answer(server.answer(request)); },
      loseAnswer() { const request = waiting.shift(); if (request) { server.answer(request); request.fail(); } },
      loseRequest() { waiting.shift()?.fail(); },
      discard() { server.discardElsewhere(); },
      write() { server.writeElsewhere(`elsewhere ${seed} ${trace.length}`); },
      delete() { if (sitting.entry) server.deleteElsewhere(); },
      hear() { if (sitting.entry && server.entry.version > sitting.entry.version) sitting.overtaken(server.entry); },
      bringBack() { if (sitting.elsewhere === "deleted") sitting.bringBack(); },
      keepThere() { server.keepElsewhere(`draft elsewhere ${seed} ${trace.length}`); },
      settle() { if (sitting.conflict) sitting.settle(sitting.text); },
      settleByTheirs() { if (sitting.conflict) sitting.settle(sitting.textThere); },
      settleAsDraft() { if (sitting.conflict) sitting.settle(sitting.text, { commits: false }); },
      stop() { stopping = sitting.stop(); },
      resume() { if (sitting.state === "ended") stopping.then(() => sitting.state === "ended" && sitting.resume()); },
    };
    const names = [...Object.keys(acts), "type", "answer", "answer", "answer", "resume", "settle", "commit",
      "shorten", "compose", "keep", "settleByTheirs"];
    for (let step = 0; step < 60; step += 1) {
      const name = names[number(names.length)];
      trace.push(name);
      await acts[name]();
      await calm();
      // A crash after any step leaves the text where it can be found, but for what somebody threw away by purpose.
      const isDiscarded = sitting.draft !== null
        && (server.drafts.get(sitting.draft.draft)?.text ?? "draft elsewhere").startsWith("draft elsewhere");
      if (sitting.isOpen && sitting.text && !isDiscarded) assert.ok(isHad(sitting.text), `${seed}: ${trace}`);
    }
    sitting.compose(false);
    for (let turn = 0; turn < 20 && (sitting.isOpen || waiting.length > 0 || sitting.state === "ended"); turn += 1) {
      await answerAll();
      await stopping;
      if (sitting.state === "ended") sitting.resume();
      await answerAll();
      if (sitting.state === "emptied" || (sitting.isOpen && sitting.isNothing) || sitting.text.includes("too long")) {
        sitting.change({ text: "a word" });
      }
      if (sitting.conflict) sitting.settle(sitting.text);
      else if (sitting.elsewhere === "deleted") sitting.bringBack();
      else sitting.commit();
      await answerAll();
      await elapse();
    }
    await answerAll();
    const { text } = sitting;
    assert.ok(server.made <= 1, `one entry is made of it ${seed}: ${trace}`);
    assert.ok(!sitting.isOpen && (text === "" || server.texts.includes(text)), `${seed}: ${sitting.state} ${trace}`);
    assert.deepEqual([copies(), [...held]], [[], []], `${seed}: ${trace}`);
  }
  assert.deepEqual([...met].filter((pair) => !pairs.includes(pair)), [], "what stands in no row does not happen");
  assert.deepEqual(pairs.filter((pair) => !met.has(pair)), [], "and each row happens");
});

test("what was typed into an entry that was forgotten can become an entry of its own", async () => {
  const sitting = await begun("감");
  sitting.commit();
  await answerAll();
  sitting.change({ text: "감나무" });
  sitting.keep();
  await answerAll();
  const draft = sitting.draft.draft;
  sitting.overtaken({ status: "forgotten", deleted: true });
  server.entry = null;
  assert.equal(sitting.elsewhere, "forgotten");
  assert.deepEqual(copies().map(({ content }) => content.text), ["감나무"], "the next page can offer it");
  sitting.beginAnew();
  await answerAll();
  assert.deepEqual([sitting.state, sitting.elsewhere, server.entry.text], ["saved", "", "감나무"]);
  assert.deepEqual([server.drafts.has(draft), copies(), [...held]], [false, [], []]);
});

test("a sitting can be typed in and stopped in every state, and asks for nothing before a conflict is settled", () => {
  for (const [state, row] of Object.entries(states)) {
    assert.equal(row.typed, { conflict: "conflict", ended: "ended" }[state] ?? "typing");
    assert.equal(row.stopped, "ended");
    assert.equal(row.sent, state === "ended" ? "ended" : state === "conflict" ? undefined : "saving");
    for (const next of Object.values(row)) assert.ok(next in states, `${state}: ${next}`);
  }
});
