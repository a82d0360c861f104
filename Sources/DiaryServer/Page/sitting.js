// A sitting: one stretch of writing on one entry. What is typed becomes a draft, and the draft one commit. All requests
// of a sitting go one after the other (a chain), so nothing overtakes anything; each may be repeated without harm.
//
//     change ──300 ms──► keep (draft: POST, then PUT) ──blur, leaving, hiding, 10 s──► commit ──► entry
//        └► copy in the browser, until the server says kept
import { ask, get, orNull, path } from "./api.js";
import { diary } from "./diary.js";
import { dropCopy, holdSitting, keepCopy, randomName, sittings } from "./storage.js";
import { isBlank, titleOf } from "./text.js";

/** In most states a person may type, a request may go, and the sitting may be stopped. */
const open = { typed: "typing", sent: "saving", stopped: "ended" };
/** What comes of a request that keeps; while characters are composed, none of it was said to be under way. */
const answers = { kept: "kept", nothing: "", silent: "offline", refused: "refused", differs: "conflict" };

/**
 * The states of a sitting, and which one follows on which event; what stands in no row does not happen. They are the
 * states of the state line but for "ended", of which nothing is shown.
 */
export const states = {
  "": { ...open, ...answers, emptied: "emptied" },
  typing: { ...open, ...answers },
  saving: { ...open, ...answers, saved: "saved", emptied: "emptied" },
  kept: { ...open, emptied: "emptied" },
  saved: open,
  offline: { ...open, ...answers },
  refused: { ...open, ...answers },
  emptied: { ...open, emptied: "emptied" },
  // Nothing is asked before a person chooses: what is typed meanwhile has its copy.
  conflict: { typed: "conflict", settled: "typing", kept: "kept", saved: "saved", stopped: "ended" },
  // What was under way when it was stopped is answered yet, and changes nothing.
  ended: {
    ...Object.fromEntries([...Object.keys(open), ...Object.keys(answers), "saved", "emptied"]
      .map((event) => [event, "ended"])), resumed: "",
  },
};

/** What is done by itself in a state, and after how many milliseconds. */
const longest = 10_000;
const alarms = {
  typing: { after: () => 300, run: (sitting) => sitting.keep() },
  kept: { after: () => 10_000, run: (sitting) => sitting.commit() },
  offline: { after: ({ wait }) => wait, run: (sitting) => sitting.again() },
};

/** Tells of "state" (detail: the event that led to it) and "committed" (detail: the receipt). */
export class Sitting extends EventTarget {
  /** One of the states, and what there is to say of it: why it was refused, what it disagrees with. */
  state = ""; why = null;
  /** What this sitting changed: CONTENT of the API. */
  content = {};
  /** The draft that has it: its name, the version of the entry that it was begun on, and its revision. */
  draft = null;
  /** How many edits are not committed yet, and how many of these the draft has; a request says how many it carries. */
  edits = 0; kept = 0;
  /** What the editor began with, where that is not the entry's text: all texts of a conflict. */
  start = null;
  /** What came of the entry elsewhere: "", "changed" (do the two fit? the commit will say), "deleted", "forgotten". */
  elsewhere = "";
  isComposing = false;
  name = randomName(); key = randomName();
  /** What is half typed and no change yet, such as a tag: fields that only the copy has; null: nothing is. */
  half = null;
  /** How long the next try waits for a server that does not answer, in milliseconds; 0: nothing is tried. */
  wait = 0;
  #wantsCommit = false; #letGo = null; #timer = 0; #chain = Promise.resolve();

  /** `entry`: the entry as it is shown; null for a new one. */
  constructor(entry) { super(); this.entry = entry; }

  /** Goes on with a draft that the server has, or with a copy that only the browser has: `of` has some fields of it. */
  static of(entry, of, { isKept }) {
    const sitting = Object.assign(new Sitting(entry), of, { edits: 1, kept: isKept ? 1 : 0 });
    sittings.add(sitting);
    return sitting;
  }

  /** A field with what was typed over it. */
  value(field) { return field in this.content ? this.content[field] : this.entry?.[field]; }
  get text() { return this.content.text ?? this.start ?? this.entry?.text ?? ""; }
  get isOpen() { return this.edits > 0; }
  get isNew() { return this.entry === null; }
  /** A new one with nothing to see: never made. */
  get isNothing() { return this.isNew && isBlank(this.text); }
  /** What it stands against until a person chooses: {kind: "entry" or "draft", …}, or null. */
  get conflict() { return this.state === "conflict" ? this.why : null; }

  /** Goes to the state that follows on an event. */
  #turn(event, why = null) {
    const next = states[this.state][event];
    if (next === undefined) return;
    const isOther = next !== this.state || why !== null;
    Object.assign(this, { state: next, why: isOther ? why : this.why });
    this.#setAlarm();
    if (isOther) this.#tell(event);
  }
  #tell(event) { this.dispatchEvent(new CustomEvent("state", { detail: event })); }

  /** Nothing new is asked by itself while characters are composed. */
  #setAlarm() {
    clearTimeout(this.#timer);
    const alarm = this.isComposing && this.state !== "offline" ? undefined : alarms[this.state];
    const delay = alarm?.after(this);
    if (delay) this.#timer = setTimeout(() => alarm.run(this), delay);
  }
  compose(is) { this.isComposing = is; this.#setAlarm(); }

  /** Something was typed, or a field was set; or a conflict is "settled" by that. */
  change(fields, event = "typed") {
    if (this.state === "ended") return;
    this.half = null;
    Object.assign(this.content, fields);
    this.edits += 1;
    sittings.add(this);
    this.#copy();
    this.#turn(event);
  }

  /** A field is half typed, and would say this if the page went now; null: it is not typed on any more. */
  halfTyped(fields) {
    this.half = fields;
    if (fields || this.isOpen) sittings.add(this); else sittings.delete(this);
    this.#copy();
  }

  /** The entry is another one elsewhere: this. */
  overtaken(entry) {
    const was = this.elsewhere, { deleted, status } = entry;
    this.elsewhere = status === "forgotten" ? status : deleted ? "deleted" : "changed";
    this.#copyForgotten();
    this.#tell("overtaken");
    if (was === "deleted" && this.elsewhere === "changed" && this.state === "refused") {
      this.#enqueue(() => this.#commitOnto(entry));
    }
  }

  /** The draft may have gone with its entry: the browser keeps what was typed. */
  #copyForgotten() {
    if (this.elsewhere !== "forgotten" || !this.isOpen) return;
    this.kept = 0;
    this.#copy();
  }

  /** The browser has what the server has not, and nothing else. */
  #copy() {
    const isKept = this.kept === this.edits && !this.conflict && !this.half;
    if (isKept || (this.isNothing && !this.draft)) return dropCopy(this.name);
    keepCopy(this.name, {
      diary: diary.state?.diary ?? "", entry: this.entry?.id ?? null, base: this.entry?.event ?? null,
      version: this.entry?.version ?? null, draft: this.draft, title: titleOf(this.text),
      content: { ...this.content, ...this.half }, key: this.key,
      wantsCommit: !this.conflict && (this.#wantsCommit || this.half !== null), // what closes now is ended later
    });
  }

  /** Does a job behind all others, if a request may go by then. */
  #enqueue(job) {
    const done = this.#chain.then(() => (["conflict", "ended"].includes(this.state) ? false : job()))
      .catch((problem) => this.#failed(problem));
    this.#chain = done;
    return done;
  }

  /** Keeps what was typed as a draft. Returns whether the server has all of it. */
  keep(options) { return this.#enqueue(() => this.#keepNow(options)); }

  /** Makes what was typed one change of the entry. `keepalive`: the page may be going. */
  commit(options = {}) {
    if (!this.isOpen) return this.#chain.then(() => true);
    clearTimeout(this.#timer);
    this.#wantsCommit = true;
    if (this.kept < this.edits) this.#copy(); // whoever opens the page next ends this
    return this.#enqueue(async () => {
      if (!this.isOpen) return true;
      if (options.keepalive && this.kept < this.edits && !this.isNothing && (this.isNew || !isBlank(this.text))) {
        return this.draft ? this.#commitNow(options, { typed: true }) : this.#commitAtOnce(options);
      }
      return await this.#keepNow(options) && await this.#commitNow(options);
    });
  }

  /**
   * Changes the entry in another way than by typing, `job(id)`: what was typed before is committed first, and what is
   * typed meanwhile waits. Returns the receipt; null if the typing could not be committed.
   */
  apart(job) {
    let failure = null;
    return this.#enqueue(async () => {
      while (this.isOpen) {
        if (this.isNothing) return null;
        if (await this.#keepNow() && !await this.#commitNow()) return null;
      }
      if (!this.entry) return null;
      try {
        const receipt = await job(this.entry.id);
        this.#written(receipt);
        return receipt;
      } catch (problem) { failure = problem; return null; }
    }).then((receipt) => { if (failure) throw failure; return receipt || null; });
  }

  async #keepNow(options, isAgain = false) {
    if (this.kept === this.edits) {
      if (["typing", "offline"].includes(this.state)) this.#turn("kept"); // after a stop, or nothing else had failed
      return true;
    }
    if (this.isNothing && !this.draft) { this.#turn("nothing"); return true; }
    const { edits, draft } = this;
    if (!this.isComposing) this.#turn("sent");
    this.#letGo ??= holdSitting(this.name);
    try {
      const body = { ...this.content }, { id = null, event = null } = this.entry ?? {};
      Object.assign(body, draft ? { revision: draft.revision } : { entry: id, base: event, sitting: this.name });
      const [method, place] = draft ? ["PUT", `drafts/${draft.draft}`] : ["POST", "drafts"];
      const answer = await ask(method, path(place), { body, ...options });
      const { draft: name, version = null, revision } = answer.draft;
      this.draft = { draft: name, version, revision };
      this.kept = edits;
    } catch (problem) {
      if (problem.code !== "draft-gone" || isAgain) throw problem;
      return this.#keepAnew(problem, options);
    }
    this.wait = 0;
    this.#copy();
    if (this.edits !== edits) { this.#turn("typed"); return false; }
    this.#turn("kept");
    return true;
  }

  /** `typed`: what was typed since the draft was kept goes along, in one request. */
  async #commitNow(options, { typed = false, isAgain = false, expecting = undefined } = {}) {
    if (!this.draft) { this.#wantsCommit = false; return true; } // there was nothing to keep
    if (!this.isNew && isBlank(this.text)) {
      if (this.kept === this.edits) { this.#wantsCommit = false; this.#turn("emptied"); }
      return false;
    }
    const edits = typed ? this.edits : this.kept, { draft, revision } = this.draft;
    this.#turn("sent");
    let receipt;
    try {
      const along = typed ? { ...this.content, revision } : {};
      receipt = await ask(
        "POST", path(`drafts/${draft}/commit`), { body: { ...along, key: this.key, expecting }, ...options });
    } catch (problem) {
      if (isAgain || !["draft-gone", "key-taken"].includes(problem.code)) throw problem;
      return await this.#keepAnew(problem, options) && this.#commitNow(options, { isAgain: true });
    }
    this.#done(edits, receipt);
    return true;
  }

  /**
   * The draft is gone, or another text has the key. Either a commit got through whose answer did not: then all that is
   * typed is one more change of what that wrote; or somebody threw the draft away. Keeps what was typed in a new draft.
   */
  async #keepAnew({ code, body }, options) {
    const { draft: { draft }, entry, key } = this;
    const isTaken = code === "key-taken", written = isTaken ? await get(`entries/${body.entry}`).catch(orNull)
      : (await ask("POST", path(`drafts/${draft}/commit`), { body: { key } }).catch(orNull))?.entry;
    if (written && written.version !== (entry?.version ?? 0) + 1) { // somebody else went on from there
      return this.#disagree({ kind: "entry", entry: written });
    }
    if (written) this.#written({ entry: written });
    this.#leaveDraft(written || isTaken ? { key: randomName() } : {});
    const isKept = await this.#keepNow(options, true);
    if (isKept) await ask("DELETE", path(`drafts/${draft}`)).catch(() => {});
    return isKept;
  }

  /** The page may be going and there is no draft yet: what was typed becomes the entry in one request. */
  async #commitAtOnce(options) {
    const { edits, entry, key } = this;
    this.#turn("sent");
    this.#done(edits, entry === null
      ? await ask("POST", path("entries"), { body: { ...this.content, key }, ...options })
      : await ask("PUT", path(`entries/${entry.id}`),
        { body: { ...this.content, expecting: entry.version, key }, ...options }));
    return true;
  }

  /** So many edits are in the diary, or were found to be nothing. */
  #done(edits, receipt) {
    this.wait = 0;
    this.#wantsCommit = false;
    this.edits -= edits;
    this.elsewhere = "";
    if ("text" in this.content) this.start = null;
    if (receipt.entry) this.entry = receipt.entry;
    this.#leaveDraft({ key: randomName() });
    if (this.isOpen) this.#turn("typed");
    else this.#close(receipt.outcome === "blank" ? "nothing" : "saved");
    this.#written(receipt);
  }

  /** Nothing that was typed waits any more. */
  #close(event) {
    this.content = {};
    this.#turn(event);
    this.halfTyped(this.half);
  }

  /** The diary has a change of the entry. */
  #written(receipt) {
    if (receipt.entry) this.entry = receipt.entry;
    this.dispatchEvent(new CustomEvent("committed", { detail: receipt }));
    diary.heard(receipt);
  }

  /**
   * What was typed has no draft any more, or another: it was committed, settled, or thrown away elsewhere. What is not
   * in the diary has a copy at any moment.
   */
  #leaveDraft(fields = {}) {
    const { name } = this;
    this.#release();
    Object.assign(this, { draft: null, kept: 0, name: randomName(), ...fields });
    this.#copy();
    dropCopy(name);
  }
  #release() { this.#letGo?.(); this.#letGo = null; }

  #failed(problem) {
    if (problem.name === "AbortError") return false;
    this.#copy();
    if (problem.isPassing || problem.status === 401) {
      this.wait = problem.status === 401 ? 0 : Math.min(longest, this.wait ? this.wait * 2 : 400);
      this.#turn("silent", problem.code === "storage" ? problem.message : ""); // such as a full disk
      return false;
    }
    const { entry, draft, differs } = problem.body ?? {};
    if (problem.code === "conflict" && entry) return this.#disagree({ kind: "entry", entry });
    if (problem.code === "draft-conflict" && draft) return this.#disagree({ kind: "draft", draft, differs });
    this.#wantsCommit = false;
    this.#release();
    this.elsewhere = { isDeleted: "deleted", isForgotten: "forgotten" }[problem.body?.error?.reason] ?? this.elsewhere;
    this.#copyForgotten();
    if (problem.code === "replaced") this.#leaveDraft(); // the draft was in the other file: all of it is only here
    this.#turn("refused", problem.message);
    diary.tell("drafts");
    return false;
  }
  #disagree(conflict) {
    this.#turn("differs", conflict);
    this.#copy();
    return false;
  }

  /** Brings the entry back that was deleted elsewhere, and commits what was typed onto it. */
  bringBack() {
    return this.#enqueue(async () => {
      this.#turn("sent");
      const receipt = await ask("POST", path(`entries/${this.entry.id}/restore`), { body: {} });
      this.elsewhere = "";
      diary.heard(receipt);
      return this.#commitOnto(receipt.entry);
    });
  }
  async #commitOnto(entry) {
    this.#wantsCommit = true;
    if (!await this.#keepNow()) return false;
    // Where nothing but the deletion came between, the entry says again what the draft was begun on.
    const version = entry?.version, isTheSame = version === this.draft?.version + 2;
    return this.#commitNow({}, { expecting: isTheSame ? version : undefined });
  }

  /** What was typed into an entry that was forgotten becomes an entry of its own. */
  beginAnew() {
    const old = this.draft;
    this.#leaveDraft({ entry: null, elsewhere: "", start: null, key: randomName() });
    this.change({ text: this.text });
    return this.#takeOver(old, true);
  }

  /** Tries once more what did not get through. */
  again() {
    if (this.isOpen && this.state !== "ended") return this.#wantsCommit ? this.commit() : this.keep();
  }

  /** In a conflict: the text that stands in the place of what was typed. */
  get textThere() { return (this.conflict?.entry ?? this.conflict?.draft)?.text; }

  /**
   * Settles a conflict by a text: commits it, or keeps it as a draft to go on with; what is there already is taken as
   * it is. The text is kept anew on top of what is there before the old draft goes.
   */
  settle(text, { commits = true } = {}) {
    const { kind, entry, draft } = this.conflict, takes = commits && text === this.textThere, old = this.draft;
    if (kind === "draft") {
      this.draft = { ...old, revision: draft.revision };
      if (takes) {
        this.content.text = text;
        this.kept = this.edits;
        dropCopy(this.name);
        this.#turn("kept");
        return this.keep();
      }
      this.change({ text }, "settled");
      return commits ? this.commit() : this.keep();
    }
    if (takes) this.edits = 0;
    this.#leaveDraft({ entry, elsewhere: "", start: null, key: randomName() });
    if (takes) this.#close("saved"); else this.change({ text }, "settled");
    return this.#takeOver(old, commits);
  }

  /** Keeps what was typed before an older draft of it goes. */
  #takeOver(old, commits) {
    return this.#enqueue(async () => {
      const isKept = await this.#keepNow();
      if (old && isKept) await ask("DELETE", path(`drafts/${old.draft}`)).catch(() => {});
      return isKept && (!commits || await this.#commitNow());
    });
  }

  /**
   * Ends the sitting: once what is under way has been answered a job is done, and what was typed goes, draft and copy.
   * Returns what came of the job, null where it did nothing; where one of the two fails, the sitting goes on.
   */
  async end(job = () => null) {
    await this.stop();
    try {
      const done = await job();
      if (this.draft) await ask("DELETE", path(`drafts/${this.draft.draft}`)).catch((problem) => {
        if (problem.status !== 404 && done === null) throw problem;
      });
      dropCopy(this.name);
      sittings.delete(this);
      return done;
    } catch (problem) {
      this.resume();
      throw problem;
    }
  }

  /** Nothing is asked any more once what is under way has been answered. What was typed stays where it is. */
  async stop() {
    this.#turn("stopped");
    await this.#chain;
    this.#release();
  }
  /** After a stop: goes on. */
  resume() {
    this.#turn("resumed");
    if (this.isOpen) { this.#turn("typed"); this.again(); }
  }
}
