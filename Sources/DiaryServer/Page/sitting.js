// A sitting: one stretch of writing on one entry. What is typed becomes a draft, and the draft one commit. All requests
// of a sitting go one after the other (a chain), so nothing overtakes anything; each may be repeated without harm.
//
//     change ──300 ms──► keep (draft: POST, then PUT) ──blur, leaving, hiding, 10 s──► commit ──► entry
//        └► copy in the browser, until the server says kept
import { ask, path, randomName } from "./api.js";
import { diary } from "./diary.js";
import { dropCopy, holdDraft, keepCopy, sittings } from "./copies.js";
import { isBlank, titleOf } from "./pieces.js";

const pause = 300, idle = 10_000;

/** Tells of "state" (the state line), "committed" (detail: the receipt), "conflict". */
export class Sitting extends EventTarget {
  /** As it stands: what is shown in the state line, and why. */
  state = ""; reason = "";
  /** What this sitting changed: CONTENT of the API. */
  content = {};
  draft = null; revision = null; conflict = null;
  /** The version of the entry that the draft was begun on. */
  draftVersion = null;
  /** Edits count up; a request says how many of them it has. */
  edits = 0; kept = 0; committed = 0;
  isComposing = false; isEnded = false;
  /** What the editor began with, where that is not the entry's text: all texts of a conflict. */
  start = null;
  /** The entry has been changed elsewhere since; whether the two fit together, the commit will say. */
  isElsewhere = false;
  /** The entry has been deleted elsewhere since: nothing can be committed before it is brought back. */
  isDeleted = false;
  name = randomName(); key = randomName();
  #letGo = null;
  #chain = Promise.resolve(); #timer = 0; #idle = 0; #retry = 0; #wait = 0; #wantsCommit = false;

  /** `entry`: the entry as it is shown; null for a new one. */
  constructor(entry) { super(); this.entry = entry; }

  /** Goes on with a draft that the server has, or with a copy that only the browser has. */
  static of(
    entry, { draft = null, draftVersion = null, revision = null, content, isKept, name = undefined, key = undefined }) {
    const sitting = new Sitting(entry);
    Object.assign(
      sitting, { draft, draftVersion, revision, content: { ...content }, edits: 1, kept: isKept ? 1 : 0,
        name: name ?? sitting.name, key: key ?? sitting.key });
    sittings.add(sitting);
    return sitting;
  }

  /** A field with what was typed over it. */
  value(field) { return field in this.content ? this.content[field] : this.entry?.[field]; }
  get text() { return this.content.text ?? this.start ?? this.entry?.text ?? ""; }
  get isOpen() { return this.edits > this.committed; }
  /** Whether the server has said no: what was typed waits for a person, among what is not finished. */
  get isRefused() { return this.state === "refused"; }
  get isNew() { return this.entry === null; }
  /** A new one with nothing to see: never made. */
  get isNothing() { return this.isNew && isBlank(this.text); }

  #setText(state, reason = "") {
    this.state = state;
    this.reason = reason;
    this.dispatchEvent(new Event("state"));
  }

  /** Something was typed, or a field was set. */
  change(fields) {
    if (this.isEnded) return;
    Object.assign(this.content, fields);
    this.edits += 1;
    sittings.add(this);
    if (this.conflict) return this.#copy();
    this.#copy();
    this.#setText("typing");
    this.schedule();
  }

  /** The entry was changed or deleted elsewhere; whether that and what was typed fit together, the commit will say. */
  overtaken({ deleted }) {
    Object.assign(this, { isElsewhere: true, isDeleted: deleted === true });
    this.dispatchEvent(new Event("state"));
  }

  #copy() {
    if (this.isNothing && !this.draft) return dropCopy(this.name);
    keepCopy(this.name, {
      diary: diary.state?.diary ?? "", entry: this.entry?.id ?? null, base: this.entry?.event ?? null,
      version: this.entry?.version ?? null, draft: this.draft, revision: this.revision, title: titleOf(this.text),
        content: this.content,
      key: this.key, wantsCommit: this.#wantsCommit && !this.conflict,
    });
  }

  /** A pause in typing keeps the draft, a long one commits; nothing is asked while characters are composed. */
  schedule() {
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    if (this.isComposing || this.isEnded) return;
    this.#timer = setTimeout(() => this.keep(), pause);
    this.#idle = setTimeout(() => this.commit(), idle);
  }
  compose(is) { this.isComposing = is; this.schedule(); }

  #enqueue(job) {
    const done = this.#chain.then(() => (this.isEnded ? false : job())).catch((problem) => this.#failed(problem));
    this.#chain = done;
    return done;
  }

  /** Keeps what was typed as a draft. Returns whether the server has all of it. */
  keep(options) { clearTimeout(this.#timer); return this.#enqueue(() => this.#keepNow(options)); }

  /** Makes what was typed one change of the entry. `keepalive`: the page may be going. */
  commit(options = {}) {
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    if (!this.isOpen) return this.#chain.then(() => true);
    this.#wantsCommit = true;
    if (options.keepalive && this.kept < this.edits) this.#copy(); // whoever opens the page next ends this
    return this.#enqueue(async () => {
      if (options.keepalive && this.kept < this.edits && !this.conflict && !this.isNothing
        && (this.isNew || !isBlank(this.text))) {
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
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    let failure = null;
    return this.#enqueue(async () => {
      while (this.isOpen) {
        if (this.conflict || this.isNothing) return null;
        if (await this.#keepNow() && !await this.#commitNow()) return null;
      }
      if (!this.entry) return null;
      try {
        const receipt = await job(this.entry.id);
        if (receipt.entry) this.entry = receipt.entry;
        this.dispatchEvent(new CustomEvent("committed", { detail: receipt }));
        if (receipt.head) diary.heard(receipt.head, receipt.entries ?? []);
        return receipt;
      } catch (problem) { failure = problem; return null; }
    }).then((receipt) => { if (failure) throw failure; return receipt || null; });
  }

  async #keepNow(options, isAgain = false) {
    if (this.conflict) return false;
    if (this.kept === this.edits) return true;
    if (this.isNothing && !this.draft) { this.#setText(isBlank(this.text) ? "" : "typing"); return true; }
    const edits = this.edits;
    if (!this.isComposing) this.#setText("saving");
    if (this.draft) this.#letGo ??= holdDraft(this.draft);
    try {
      const answer = this.draft
        ? await ask(
          "PUT", path(`drafts/${this.draft}`), { body: { ...this.content, revision: this.revision }, ...options })
        : await ask(
          "POST", path("drafts"),
          { body: { ...this.content, entry: this.entry?.id ?? null, base: this.entry?.event ?? null,
              sitting: this.name }, ...options });
      this.draft = answer.draft.draft;
      this.draftVersion = answer.draft.version ?? null;
      this.#letGo ??= holdDraft(this.draft);
      this.revision = answer.draft.revision ?? answer.revision;
      this.kept = edits;
    } catch (problem) {
      if (problem.code !== "draft-gone" || isAgain) throw problem;
      this.#leaveDraft();
      return this.#keepNow(options, true);
    }
    this.#answered();
    if (this.edits !== edits) { this.#copy(); return false; }
    dropCopy(this.name);
    this.#setText("kept");
    diary.tell("drafts");
    return true;
  }

  /** `typed`: what was typed since the draft was kept goes along, in one request. */
  async #commitNow(options, { typed = false, isAgain = false, expecting = undefined } = {}) {
    if (!this.draft) { this.#done(this.kept, null); return true; }
    if (!this.isNew && isBlank(this.text)) { this.#wantsCommit = false; this.#setText("emptied"); return false; }
    const edits = typed ? this.edits : this.kept;
    this.#setText("saving");
    let receipt;
    try {
      const along = typed ? { ...this.content, revision: this.revision } : {};
      receipt = await ask(
        "POST", path(`drafts/${this.draft}/commit`), { body: { ...along, key: this.key, expecting }, ...options });
    } catch (problem) {
      if (isAgain || !["draft-gone", "key-taken"].includes(problem.code)) throw problem;
      if (problem.code === "key-taken") this.key = randomName();
      else this.#leaveDraft();
      return await this.#keepNow(options) && this.#commitNow(options, { isAgain: true });
    }
    this.#done(edits, receipt);
    return true;
  }

  /** The page may be going and there is no draft yet: what was typed becomes the entry in one request. */
  async #commitAtOnce(options) {
    const edits = this.edits;
    this.#setText("saving");
    const receipt = this.isNew
      ? await ask("POST", path("entries"), { body: { ...this.content, key: this.key }, ...options })
      : await ask(
        "PUT", path(`entries/${this.entry.id}`),
        { body: { ...this.content, expecting: this.entry.version, key: this.key }, ...options });
    this.#done(edits, receipt);
    return true;
  }

  #done(edits, receipt) {
    this.#answered();
    this.#wantsCommit = false;
    this.committed = edits;
    this.isElsewhere = false;
    if ("text" in this.content) this.start = null;
    if (receipt?.entry) this.entry = receipt.entry;
    this.#leaveDraft({ key: randomName() });
    if (this.isOpen) { if (!this.isNothing) this.schedule(); } else {
      this.content = {};
      sittings.delete(this);
      this.#setText(receipt && receipt.outcome !== "blank" ? "saved" : "");
    }
    diary.tell("drafts");
    if (!receipt) return;
    this.dispatchEvent(new CustomEvent("committed", { detail: receipt }));
    if (receipt.head) diary.heard(receipt.head, receipt.entries ?? []);
  }

  /**
   * What was typed has no draft any more, or another: it was committed, settled, or thrown away elsewhere. What is not
   * in the diary has a copy at any moment.
   */
  #leaveDraft(fields = {}) {
    const { name } = this;
    this.#release();
    Object.assign(
      this, { draft: null, draftVersion: null, revision: null, kept: this.committed, name: randomName(), ...fields });
    if (this.isOpen) this.#copy();
    dropCopy(name);
  }
  #release() { this.#letGo?.(); this.#letGo = null; }
  #answered() { clearTimeout(this.#retry); this.#wait = 0; }

  #failed(problem) {
    if (problem.name === "AbortError") return false;
    if (this.edits > this.kept) this.#copy();
    if (problem.isPassing || problem.status === 401) {
      this.#setText("offline");
      if (problem.status === 401) return false;
      this.#wait = Math.min(10_000, this.#wait ? this.#wait * 2 : 400);
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.again(), this.#wait);
      return false;
    }
    if (problem.code === "conflict" && problem.body.entry) {
      return this.#disagree({ kind: "entry", entry: problem.body.entry });
    }
    if (problem.code === "draft-conflict" && problem.body.draft) {
      return this.#disagree({ kind: "draft", draft: problem.body.draft, differs: problem.body.differs });
    }
    this.#wantsCommit = false;
    this.#release();
    if (problem.body?.error?.reason === "isDeleted") this.isDeleted = true;
    if (problem.code === "replaced") { // the draft was in the other file: all of it is only here
      this.#leaveDraft();
    }
    this.#setText("refused", problem.message);
    diary.tell("drafts");
    return false;
  }
  #disagree(conflict) {
    this.conflict = conflict;
    this.#copy();
    this.#setText("conflict");
    this.dispatchEvent(new Event("conflict"));
    return false;
  }

  /** Brings the entry back that was deleted elsewhere, and commits what was typed onto it. */
  bringBack() {
    return this.#enqueue(async () => {
      const receipt = await ask("POST", path(`entries/${this.entry.id}/restore`), { body: {} });
      this.isDeleted = false;
      if (receipt.head) diary.heard(receipt.head, receipt.entries ?? []);
      this.#wantsCommit = true;
      if (!await this.#keepNow()) return false;
      // Where nothing but the deletion came between, the entry says again what the draft was begun on.
      const version = receipt.entry?.version, isTheSame = version === this.draftVersion + 2;
      return this.#commitNow({}, { expecting: isTheSame ? version : undefined });
    });
  }

  /** Tries once more what did not get through. */
  again() {
    if (this.isEnded || !this.isOpen) return;
    clearTimeout(this.#retry);
    if (this.#wantsCommit) this.commit(); else this.keep();
  }

  /** In a conflict: the text that stands in the place of what was typed. */
  get textThere() { return (this.conflict?.entry ?? this.conflict?.draft)?.text; }

  /**
   * Settles a conflict by a text: commits it, or keeps it as a draft to go on with; what is there already is taken as
   * it is. The text is kept anew on top of what is there before the old draft goes.
   */
  settle(text, { commits = true } = {}) {
    const { kind, entry, draft } = this.conflict, takes = commits && text === this.textThere;
    if (kind === "draft") {
      this.revision = draft.revision;
      this.conflict = null;
      if (takes) {
        this.content.text = text;
        this.kept = this.edits;
        dropCopy(this.name);
        this.#setText("kept");
      } else this.change({ text });
      return commits && !takes ? this.commit() : this.keep();
    }
    const old = this.draft;
    if (takes) this.edits = this.committed;
    this.#leaveDraft({ entry, conflict: null, isElsewhere: false, start: null, key: randomName() });
    if (takes) {
      this.content = {};
      sittings.delete(this);
      this.#setText("saved");
    } else this.change({ text });
    return this.#enqueue(async () => {
      const isKept = await this.#keepNow();
      if (old && (isKept || takes)) await ask("DELETE", path(`drafts/${old}`)).catch(() => {});
      diary.tell("drafts");
      return isKept && (takes || !commits || await this.#commitNow());
    });
  }

  /** Takes the typing back: the entry stays as it is. */
  async discard() {
    await this.stop();
    try { await this.drop(); } catch (problem) { this.resume(); throw problem; }
  }

  /** Nothing is asked any more once what is under way has been answered. What was typed stays where it is. */
  async stop() {
    for (const timer of [this.#timer, this.#idle, this.#retry]) clearTimeout(timer);
    this.isEnded = true;
    await this.#chain;
    this.#release();
  }
  /** After a stop: the draft goes, and the copy. */
  async drop() {
    if (this.draft) await ask("DELETE", path(`drafts/${this.draft}`)).catch((problem) => {
      if (problem.status !== 404) throw problem;
    });
    dropCopy(this.name);
    sittings.delete(this);
    diary.tell("drafts");
  }
  /** After a stop: goes on. */
  resume() { this.isEnded = false; this.again(); }
}
