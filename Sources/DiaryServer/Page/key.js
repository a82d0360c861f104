// The key of the page: where it comes from, and whether the server at this address knows it. Nothing is told to a server
// that has not shown so: while none of ours runs, another user of the machine may listen at the same port.
import { language } from "./strings.js";

let token = null, isProven = false, proving = null;

/**
 * Takes the token out of the address, where no server and no log sees it, into this tab's storage. Storage belongs to
 * this port alone; a cookie would be sent to all ports. Returns whether there is one.
 */
export function takeToken() {
  const fragment = location.hash.slice(1);
  if (fragment && !fragment.startsWith("/")) {
    sessionStorage.setItem("diarylog.token", fragment);
    history.replaceState(null, "", location.pathname);
  }
  token = sessionStorage.getItem("diarylog.token");
  return Boolean(token);
}

export const headers = () => ({ Authorization: `Bearer ${token}`, "Accept-Language": language() });

/** The server was gone, or may have been: it has to show again that it knows the key. */
export function doubt() { isProven = false; }
/** Whether the server has shown that it knows the key. */
export const isSure = () => isProven;

const hexadecimal = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Has the server show that it knows the key. Returns false where it does not: it is another one, or the key is. Throws
 * what `fetch` throws where nobody answers.
 */
export function prove() {
  proving ??= ask().finally(() => { proving = null; });
  return proving;
}

async function ask() {
  if (!crypto.subtle) return isProven = true; // no safe context: nothing but TLS could help
  const nonce = hexadecimal(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await fetch(`/api/proof?nonce=${nonce}`, { cache: "no-store", credentials: "omit" });
  if (!answer.ok) return false;
  const { proof } = await answer.json();
  const coder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", coder.encode(token), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  isProven = hexadecimal(await crypto.subtle.sign("HMAC", key, coder.encode(`proof\n${location.host}\n${nonce}`))) === proof;
  return isProven;
}
