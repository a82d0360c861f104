// A model of the server for one entry: drafts, commits, and what somebody else does meanwhile.

const problem = (status, code, more = {}) => ({ status, error: { code, message: code }, ...more });

export class Server {
  entry = null;
  drafts = new Map();
  /** How often an entry was made or changed, and by which keys. */
  commits = 0; keys = new Map();
  /** All texts that the entry ever had. */
  texts = [];
  #last = 0;

  answer({ method, path, body }) {
    const [what, name, act] = path.split("/");
    if (what === "state") return { head: this.#last, readOnly: false };
    if (what === "drafts" && method === "POST" && act === undefined) return this.#begin(body);
    if (what === "entries") return this.#change(body, method === "POST" ? null : body.expecting, body.key);
    const draft = this.drafts.get(name);
    if (!draft) {
      return act && this.keys.has(body.key) ? this.keys.get(body.key).receipt : problem(404, "draft-gone");
    }
    if (method === "DELETE") { this.drafts.delete(name); return {}; }
    const { key, revision, expecting, ...content } = body;
    if (revision !== undefined && revision !== draft.revision) {
      return problem(409, "draft-conflict", { draft: { ...draft }, differs: [[], []] });
    }
    Object.assign(draft, content, { revision: draft.revision + (Object.keys(content).length > 0 ? 1 : 0) });
    if (!act) return { draft: { ...draft } };
    const reply = this.#change(draft, expecting ?? draft.version, key);
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

  #change({ text = this.entry?.text }, expecting, key) {
    const known = this.keys.get(key);
    if (known) return known.text === text ? known.receipt : problem(409, "key-taken");
    if (this.entry && expecting !== this.entry.version) return problem(409, "conflict", { entry: { ...this.entry } });
    this.#write(text);
    this.commits += 1;
    const receipt = { entry: { ...this.entry }, head: this.#last += 1, entries: ["e"], outcome: "changed" };
    this.keys.set(key, { text, receipt });
    return receipt;
  }

  #write(text) {
    const version = (this.entry?.version ?? 0) + 1;
    this.entry = { id: "e", text, version, event: `v${version}` };
    this.texts.push(text);
  }

  /** Somebody else writes, or throws the drafts away. */
  writeElsewhere(text) { if (this.entry) this.#write(text); }
  discardElsewhere() { this.drafts.clear(); }
}
