// Requests to the server: with a key that it has to know, errors with a code and a sentence, and whether it answers at
// all. Nothing is told to a server that has not shown that it knows the key: while none of ours runs, another user of
// the machine may listen at the same port.
//
// The first tab has the token of its address. Other tabs have a session of two halves: one in the storage of this port,
// and a cookie, which is sent to all ports of the host and so opens nothing by itself.
import { language, word } from "./language.js";
import { browserStorage, hexadecimal, tabStorage } from "./storage.js";

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
let isOffline = false, isLocked = false, underWay = 0, answeredAt = Date.now() / 1000;
/** So long an answer may take, in milliseconds, but for what works through much. */
const patience = 20000, slow = /^\/api\/(?:import|rebuild|sync|export|restore|attachments)/;

/** Since when the server does not answer, in Unix seconds; null: it does. */
export const silentSince = () => (isOffline ? answeredAt : null);

/** The server answers, or it does not. */
export function setOffline(is) {
  if (is) doubt(); else answeredAt = Date.now() / 1000;
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

const halfName = "diarylog.half";
let token = null, half = null, isProven = false, proving = null;
/** Whether the page came just now, with the key in its address: who gave it has the key, if it is not ours. */
let isFresh = false;

/**
 * Takes the token out of the address, where no server and no log sees it, into this tab's storage. Returns whether
 * there is a key.
 */
export function takeKey() {
  const fragment = location.hash.slice(1);
  if (fragment && !fragment.startsWith("/")) {
    tabStorage.set("diarylog.token", fragment);
    isFresh = true;
    history.replaceState(null, "", location.pathname);
  }
  token = tabStorage.get("diarylog.token");
  half = browserStorage.get(halfName);
  return Boolean(token || half);
}
/** Whether this tab has the token itself, and may begin a session for others. */
export const hasToken = () => Boolean(token);
/** Keeps the half of a session, for the other tabs of this browser. */
export const keepHalf = (given) => browserStorage.set(halfName, given);

const authorization = () => (token ? `Bearer ${token}` : `Half ${half}`);

/**
 * The server does not know the key that was `used`. Returns whether there is another one to try: another tab may have
 * been opened with a newer address.
 */
function otherKey(used) {
  if (used !== authorization()) return true;
  const stored = browserStorage.get(halfName);
  if (!stored || (!token && stored === half)) return false;
  token = null;
  half = stored;
  doubt();
  return true;
}

/** The server was gone, or may have been: it has to show again that it knows the key. */
export function doubt() { isProven = false; }

/**
 * Has the server show that it knows a key of ours. Returns false where it knows none: it is another one, or the key is.
 * Throws what `fetch` throws where nobody answers.
 */
export function prove() {
  proving ??= (async () => await knows() || (otherKey(authorization()) && await knows()))().finally(() => {
    proving = null;
  });
  return proving;
}

async function knows() {
  if (!crypto.subtle) return isProven = true; // no safe context: nothing but TLS could help
  const nonce = hexadecimal(crypto.getRandomValues(new Uint8Array(32))), coder = new TextEncoder();
  const query = `nonce=${nonce}${token ? "" : "&session=1"}`;
  // Through a tunnel the server proves nothing before it was shown the key (Guard.swift).
  const isFirst = isFresh;
  isFresh = false;
  // What it has to say is worked out while it is asked.
  const wanted = crypto.subtle
    .importKey("raw", coder.encode(token ?? half), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    .then((key) => crypto.subtle.sign("HMAC", key, coder.encode(`proof\n${location.host}\n${nonce}`)));
  const answer = await fetch(`/api/proof?${query}`, { cache: "no-store", credentials: token ? "omit" : "same-origin" });
  if (!answer.ok) return isProven = isFirst && answer.status === 421;
  const { proof } = await answer.json();
  return isProven = hexadecimal(new Uint8Array(await wanted)) === proof;
}

/**
 * Sends what `fetch` sends to a server that knows our key, and tells what its answer says of it. Throws a Refusal where
 * it does not know the key or does not answer, or an AbortError.
 */
export async function send(address, options, isAgain = false) {
  let answer, used;
  try {
    if (isProven || await prove()) {
      used = authorization();
      const headers = { Authorization: used, "Accept-Language": language(), ...options.headers };
      answer = await fetch(address, { ...options, headers });
    }
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    setOffline(true);
    throw new Refusal(0);
  }
  if (answer?.status === 401 && !isAgain && otherKey(used)) return send(address, options, true);
  if (answer?.status === 423) setLocked(true);
  if (answer && answer.status !== 401) return answer;
  signals.dispatchEvent(new Event("token"));
  throw new Refusal(401, await answer?.json().catch(() => ({})));
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
 * @param {{body?: any, file?: any, signal?: AbortSignal, keepalive?: boolean, as?: string}} [options]
 */
export async function ask(method, address, options = {}) {
  const { body, file, signal, keepalive = false, as = "json" } = options;
  underWay += 1;
  document.body.dataset.requests = String(underWay);
  try {
    // To fetch, a folder or a file that has gone is like a server that does not answer.
    await file?.slice(0, 1).arrayBuffer().catch(() => { throw new Error(word("unreadable", file.name)); });
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = file ? "application/octet-stream" : "application/json";
    const answer = await send(address, {
      method, signal: deadline(signal, file || slow.test(address) ? 0 : patience), body: file ?? text,
      headers: file || text ? { "Content-Type": type } : {},
      keepalive: keepalive && (text?.length ?? 0) < 20000, // a browser refuses more than 64 KiB
    });
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
  const maker = /** @type {any} */ (AbortSignal); // tsc does not know all that it makes
  return milliseconds ? maker.any([maker.timeout(milliseconds), ...(signal ? [signal] : [])]) : signal;
}

/** What is not there is null: to catch a question by. */
export const orNull = (problem) => { if (problem.status === 404) return null; throw problem; };
/** A file's bytes. */
export const file = (address, options) => ask("GET", address, { ...options, as: "blob" });
export const get = (name, query, options) => ask("GET", path(name, query), options);

/**
 * At most one question under way, and the newest one wins: `asked(value)` asks, and answers to older questions are
 * never given on. What is asked for several reasons at once is asked once.
 */
export function latest(question) {
  let wanted = null, running = null;
  return function asked(...values) {
    wanted = values;
    running ??= (async () => {
      try {
        while (wanted) {
          await null;
          const now = wanted;
          wanted = null;
          await question(...now, () => wanted === null);
        }
      } finally { running = null; }
    })();
    return running;
  };
}
