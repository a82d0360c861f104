// The live stream: what others write, as it is written. Read by fetch, because EventSource cannot send the token.
import { setLocked, setOffline, signals } from "./api.js";
import { authorization, doubt, headers, isSure, otherKey, prove } from "./key.js";

/** Takes the whole blocks out of a stream's text; returns what is left over. Each: {id, event, data}. */
function takeBlocks(text, found) {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop();
  for (const block of blocks) {
    const event = { event: "message", data: "" };
    for (const line of block.split("\n")) {
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
      if (field === "data") event.data += (event.data ? "\n" : "") + value;
      else if (field) event[field] = value;
    }
    if (event.data) found(event);
  }
  return rest;
}

const silence = 25_000; // a heartbeat comes each 10 s
let last = null, stopper = null, isClosed = true, wait = 0, wake = null;

async function listen(heard, opened) {
  while (!isClosed) {
    stopper = new AbortController();
    let watch = setTimeout(() => stopper.abort(), silence), hasAnswered = false;
    try {
      if (!isSure() && !await prove()) { signals.dispatchEvent(new Event("token")); return close(); }
      const used = authorization();
      const answer = await fetch("/api/live", {
        headers: last === null ? headers() : { ...headers(), "Last-Event-ID": last }, signal: stopper.signal,
          cache: "no-store",
      });
      hasAnswered = true;
      if (answer.status === 401 && otherKey(used)) continue;
      if (answer.status === 401) { signals.dispatchEvent(new Event("token")); return close(); }
      if (answer.status === 423) { setLocked(true); wait = 500; } // asked again each second
      if (!answer.ok) throw new Error(`${answer.status}`);
      document.body.dataset.live = "open";
      wait = 0;
      setOffline(false);
      setLocked(false);
      opened();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watch);
        watch = setTimeout(() => stopper.abort(), silence);
        setOffline(false); // a heartbeat is an answer, too
        rest = takeBlocks(rest + value, ({ id, event, data }) => {
          if (id) last = id;
          heard(event, JSON.parse(data));
        });
      }
    } catch { if (!isClosed && !hasAnswered && !stopper.signal.aborted) setOffline(true); }
    doubt(); // whoever answers next may be another
    clearTimeout(watch);
    if (isClosed) return;
    document.body.dataset.live = "waiting";
    wait = Math.min(10_000, wait ? wait * 2 : 250);
    await new Promise((resolve) => { wake = resolve; setTimeout(resolve, wait * (0.8 + Math.random() * 0.4)); });
  }
}

function close() {
  isClosed = true;
  document.body.dataset.live = "closed";
  stopper?.abort();
  wake?.();
}

/**
 * Listens while the page is shown. `heard` is told each event's name and data, `opened` that the stream stands
 * (again); `head` is the event that is known already.
 */
export function startLive(heard, opened, head = null) {
  last = head;
  let running = Promise.resolve();
  const open = () => {
    if (!isClosed || document.hidden) return;
    isClosed = false;
    wait = 0;
    document.body.dataset.live = "waiting";
    running = running.then(() => listen(heard, opened));
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  addEventListener("online", () => wake?.());
  open();
}
