// Requests to the server: errors with a code and a sentence, and whether the server answers at all.
import { authorization, doubt, headers, isSure, otherKey, prove } from "./key.js";
import { word } from "./strings.js";

/** Why a request was not done, in a sentence for people: `status` 0 is a server that does not answer. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error?.message || word(status === 0 ? "offline" : "failed"));
    this.status = status;
    this.body = body ?? {};
    this.code = body?.error?.code ?? (status === 0 ? "offline" : status === 401 ? "token" : "failed");
  }
  /** Whether the same request may be done later: no answer, a server that is busy, a diary that is locked. */
  get isPassing() { return [0, 423, 429, 502, 503].includes(this.status); }
}

/**
 * Tells of `offline`, `locked` (the diary), `online` (neither of them any more), `token` (the server does not know it)
 * and `damaged` (what follows from the log is to be made anew; its detail is the sentence).
 */
export const signals = new EventTarget();
let isOffline = false, isLocked = false, underWay = 0;
/** So long an answer may take, in milliseconds, but for what works through much. */
const patience = 20000, slow = /^\/api\/(?:import|rebuild|sync|export|restore|attachments)/;

/** Whether the server does not answer. */
export const isSilent = () => isOffline;

/** The server answers, or it does not. */
export function setOffline(is) {
  if (is) doubt();
  if (is === isOffline) return;
  isOffline = is;
  signals.dispatchEvent(new Event(is ? "offline" : "online"));
}

/** The diary is locked, which is told each time, or it is not any more. */
export function setLocked(is) {
  if (!is && !isLocked) return;
  isLocked = is;
  signals.dispatchEvent(new Event(is ? "locked" : "online"));
}

/** /api/… with a query: what is undefined, null, false or "" is left out, a list is repeated. */
export function path(name, query = {}) {
  const items = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== false && one !== "") items.append(key, one === true ? "1" : one);
    }
  }
  const text = items.toString();
  return `/api/${name}${text ? `?${text}` : ""}`;
}

/**
 * Asks, and returns what JSON answers; throws a Refusal, or an AbortError where `signal` ended it.
 * @param {{body?: any, file?: any, signal?: AbortSignal, keepalive?: boolean, as?: string, isAgain?: boolean}}
 * [options]
 */
export async function ask(method, address, options = {}) {
  const { body, file, signal, keepalive = false, as = "json", isAgain = false } = options;
  underWay += 1;
  document.body.dataset.requests = String(underWay);
  try {
    // To fetch, a folder or a file that has gone is like a server that does not answer.
    await file?.slice(0, 1).arrayBuffer().catch(() => { throw new Error(word("unreadable", file.name)); });
    const text = body === undefined ? undefined : JSON.stringify(body);
    let answer, used;
    try {
      if (!isSure() && !await prove()) {
        signals.dispatchEvent(new Event("token"));
        throw new Refusal(401);
      }
      used = authorization();
      answer = await fetch(address, {
        method, signal: deadline(signal, file || slow.test(address) ? 0 : patience), body: file ?? text,
        headers: file ? { ...headers(), "Content-Type": "application/octet-stream" } : text === undefined ? headers()
          : { ...headers(), "Content-Type": "application/json" },
        keepalive: keepalive && (text?.length ?? 0) < 20000, // a browser refuses more than 64 KiB
      });
    } catch (problem) {
      if (problem.name === "AbortError" || problem instanceof Refusal) throw problem;
      setOffline(true);
      throw new Refusal(0);
    }
    let value;
    try {
      value = answer.ok && as !== "json" ? await answer[as]() : await answer.json();
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      if (answer.ok) { setOffline(true); throw new Refusal(0); }
      value = {};
    }
    setOffline(false);
    if (answer.ok) return value;
    if (answer.status === 401 && !isAgain && otherKey(used)) {
      return await ask(method, address, { ...options, isAgain: true });
    }
    if (answer.status === 401) signals.dispatchEvent(new Event("token"));
    if (answer.status === 423) setLocked(true);
    const refusal = new Refusal(answer.status, value);
    if (refusal.code === "damaged-table") {
      signals.dispatchEvent(new CustomEvent("damaged", { detail: refusal.message }));
    }
    throw refusal;
  } finally {
    underWay -= 1;
    document.body.dataset.requests = String(underWay);
  }
}

/** A signal that ends a request: the caller's, or after so many milliseconds without an answer; 0: never. */
function deadline(signal, milliseconds) {
  if (!milliseconds) return signal;
  const stopper = new AbortController(), late = new DOMException("no answer", "TimeoutError");
  const timer = setTimeout(() => stopper.abort(late), milliseconds);
  const stop = () => { clearTimeout(timer); stopper.abort(signal.reason); };
  if (signal?.aborted) stop(); else signal?.addEventListener("abort", stop, { once: true });
  return stopper.signal;
}

/** A file's bytes. */
export const file = (address, options) => ask("GET", address, { ...options, as: "blob" });
export const get = (name, query, options) => ask("GET", path(name, query), options);

/**
 * At most one question under way, and the newest one wins: `asked(value)` asks, and answers to older questions are
 * never given on. Returns whether this call's answer was the one given on.
 */
export function latest(question) {
  let wanted = null, running = null;
  return function asked(...values) {
    wanted = values;
    running ??= (async () => {
      try {
        while (wanted) {
          const now = wanted;
          wanted = null;
          await question(...now, () => wanted === null);
        }
      } finally { running = null; }
    })();
    return running;
  };
}

/** A random name: of a sitting, of a request that may be repeated. */
export const randomName = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
