// A model of the server for one entry: drafts, commits, and what somebody else does meanwhile.

const problem = (status, code, more = {}) => ({ status, error: { code, message: code }, ...more });

export class Server {
  entry = null;
  drafts = new Map();
  /** How often an entry was made or changed, and by which keys. */
  commits = 0; keys = new Map();
  /** How many entries were made. */
  made = 0;
  /** All texts that the entry ever had. */
  texts = [];
  #last = 0;

  answer({ method, path, body }) {
    const [what, name, act] = path.split("/");
    if (body?.text?.includes("too long")) {
      return problem(422, "refused", { error: { code: "refused", reason: "textTooLong" } });
    }
    if (what === "state") return { head: this.#last, readOnly: false };
    if (what === "drafts" && method === "POST" && act === undefined) return this.#begin(body);
    if (act === "restore") return this.#restore();
    if (what === "entries" && method === "GET") return { ...this.entry };
    if (what === "entries") return this.#change(body, body.expecting, body.key, method === "POST");
    const draft = this.drafts.get(name);
    if (!draft) {
      return act && this.keys.has(body.key) ? this.#repeated(body.key) : problem(404, "draft-gone");
    }
    if (method === "DELETE") { this.drafts.delete(name); return {}; }
    const { key, revision, expecting, ...content } = body;
    if (revision !== undefined && revision !== draft.revision) {
      return problem(409, "draft-conflict", { draft: { ...draft }, differs: [[], []] });
    }
    Object.assign(draft, content, { revision: draft.revision + (Object.keys(content).length > 0 ? 1 : 0) });
    if (!act) return { draft: { ...draft } };
    if (!draft.entry && !draft.text?.trim()) { this.drafts.delete(name); return { outcome: "blank" }; }
    const reply = this.#change(draft, expecting ?? draft.version, key, !draft.entry);
    if (!reply.status) this.drafts.delete(name);
    return reply;
  }

  #begin({ sitting, entry, base, ...content }) {
    const known = [...this.drafts.values()].find((draft) => draft.sitting === sitting && draft.entry === entry);
    if (known) {
      Object.assign(known, content, { revision: known.revision + 1 });
      return { draft: { ...known } };
    }
    const draft = `d${this.#last += 1}`;
    this.drafts.set(draft, { ...content, draft, sitting, entry, revision: 1, version: base && Number(base.slice(1)) });
    return { draft: { ...this.drafts.get(draft) } };
  }

  #change({ text = this.entry?.text }, expecting, key, isNew = false) {
    const known = this.keys.get(key);
    if (known) return known.text === text ? this.#repeated(key) : problem(409, "key-taken", { entry: "e" });
    if (isNew) {
      this.made += 1;
      this.entry = null;
    }
    if (this.entry?.deleted) return problem(409, "refused", { error: { code: "refused", reason: "isDeleted" } });
    if (this.entry && expecting !== this.entry.version) return problem(409, "conflict", { entry: { ...this.entry } });
    this.#write(text);
    this.commits += 1;
    const receipt = { entry: { ...this.entry }, head: this.#last += 1, entries: ["e"], outcome: "changed" };
    this.keys.set(key, { text, receipt });
    return receipt;
  }

  #repeated(key) { return { ...this.keys.get(key).receipt, entry: { ...this.entry }, outcome: "repeated" }; }

  #write(text, deleted = false) {
    const version = (this.entry?.version ?? 0) + 1;
    this.entry = { id: "e", text, version, event: `v${version}`, deleted };
    this.texts.push(text);
  }

  #restore() {
    this.#write(this.entry.text);
    return { entry: { ...this.entry }, head: this.#last += 1, entries: ["e"], outcome: "changed" };
  }

  /** Somebody else writes, deletes, writes on the drafts, or throws them away. */
  writeElsewhere(text, isFirst = false) { if (isFirst || (this.entry && !this.entry.deleted)) this.#write(text); }
  deleteElsewhere() { if (this.entry && !this.entry.deleted) this.#write(this.entry.text, true); }
  keepElsewhere(text) {
    for (const draft of this.drafts.values()) Object.assign(draft, { text, revision: draft.revision + 1 });
  }
  discardElsewhere() { this.drafts.clear(); }
}
