// The key of the page: where it comes from, and whether the server at this address knows it. Nothing is told to a
// server that has not shown so: while none of ours runs, another user of the machine may listen at the same port.
//
// The first tab has the token of its address. Other tabs have a session of two halves: one in the storage of this port,
// and a cookie, which is sent to all ports of the host and so opens nothing by itself.
import { language } from "./language.js";
import { browserStorage, tabStorage } from "./storage.js";

const halfName = "diarylog.half";
let token = null, half = null, isProven = false, proving = null;

const storedHalf = () => browserStorage.get(halfName);

/**
 * Takes the token out of the address, where no server and no log sees it, into this tab's storage. Returns whether
 * there is a key.
 */
export function takeKey() {
  const fragment = location.hash.slice(1);
  if (fragment && !fragment.startsWith("/")) {
    tabStorage.set("diarylog.token", fragment);
    history.replaceState(null, "", location.pathname);
  }
  token = tabStorage.get("diarylog.token");
  half = storedHalf();
  return Boolean(token || half);
}
/** Whether this tab has the token itself, and may begin a session for others. */
export const hasToken = () => Boolean(token);
/** Keeps the half of a session, for the other tabs of this browser. */
export const keepHalf = (given) => browserStorage.set(halfName, given);

export const authorization = () => (token ? `Bearer ${token}` : `Half ${half}`);
export const headers = () => ({ Authorization: authorization(), "Accept-Language": language() });

/**
 * The server does not know the key that was `used`. Returns whether there is another one to try: another tab may have
 * been opened with a newer address.
 */
export function otherKey(used) {
  if (used !== authorization()) return true;
  const stored = storedHalf();
  if (!stored || (!token && stored === half)) return false;
  token = null;
  half = stored;
  doubt();
  return true;
}

/** The server was gone, or may have been: it has to show again that it knows the key. */
export function doubt() { isProven = false; }
/** Whether the server has shown that it knows the key. */
export const isSure = () => isProven;

const hexadecimal = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Has the server show that it knows a key of ours. Returns false where it knows none: it is another one, or the key is.
 * Throws what `fetch` throws where nobody answers.
 */
export function prove() {
  proving ??= (async () => await ask() || (otherKey(authorization()) && await ask()))().finally(() => {
    proving = null;
  });
  return proving;
}

async function ask() {
  if (!crypto.subtle) return isProven = true; // no safe context: nothing but TLS could help
  const nonce = hexadecimal(crypto.getRandomValues(new Uint8Array(32)));
  const query = `nonce=${nonce}${token ? "" : "&session=1"}`;
  const answer = await fetch(`/api/proof?${query}`, { cache: "no-store", credentials: token ? "omit" : "same-origin" });
  if (!answer.ok) return false;
  const { proof } = await answer.json();
  const coder = new TextEncoder();
  const key =
    await crypto.subtle.importKey(
      "raw", coder.encode(token ?? half), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  isProven = hexadecimal(
    await crypto.subtle.sign("HMAC", key, coder.encode(`proof\n${location.host}\n${nonce}`))) === proof;
  return isProven;
}
