// The live stream: what others write, as it is written. Read by fetch, because EventSource cannot send the token.
import { doubt, send, setLocked, setOffline } from "./api.js";

/** Takes the whole blocks out of a stream's text; returns what is left over. Each: {id, event, data}. */
function takeBlocks(text, found) {
  const blocks = text.split("\n\n"), rest = blocks.pop();
  for (const block of blocks) {
    const { id, event, data } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/, 2)));
    if (data) found(id, event, JSON.parse(data));
  }
  return rest;
}

const silence = 25_000; // a heartbeat comes each 10 s
let last = null, stopper = null, isClosed = true, wait = 0, wake = null;

async function listen(heard, opened) {
  while (!isClosed) {
    stopper = new AbortController();
    let watch = setTimeout(() => stopper.abort(), silence);
    try {
      const headers = last === null ? {} : { "Last-Event-ID": last };
      const answer = await send("/api/live", { headers, signal: stopper.signal, cache: "no-store" });
      if (answer.status === 423) wait = 500; // asked again each second
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
        rest = takeBlocks(rest + value, (id, event, data) => {
          last = id ?? last;
          heard(event, data);
        });
      }
    } catch (problem) { if (problem.status === 401) return close(); }
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
