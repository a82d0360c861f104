// A browser's shell, for modules that ask the server and store copies and draw nothing; with a server and timers that
// wait until a test lets them go on.

/** Storage of a browser, as a map. */
function storage() {
  const items = new Map();
  return {
    items, get length() { return items.size; }, key: (index) => [...items.keys()][index],
    getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text),
    removeItem: (name) => items.delete(name),
  };
}

/** The locks that are held, by name. */
export const held = new Set();
const locks = {
  request(name, run) {
    held.add(name);
    return run().then(() => held.delete(name));
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
};

const timers = new Map();
let lastTimer = 0;

/** Requests that wait to be answered: {method, path, body, answer(reply), fail()}. */
export const waiting = [];

const globals = {
  document: { body: { dataset: {} } }, localStorage: storage(), sessionStorage: storage(),
  location: { host: "here", hash: "", pathname: "/" }, navigator: { language: "en", locks },
  crypto: { getRandomValues: (bytes) => bytes.map(() => Math.floor(Math.random() * 256)) },
  setTimeout(run, delay) { timers.set(lastTimer += 1, { run, delay }); return lastTimer; },
  clearTimeout(number) { timers.delete(number); },
  fetch: (address, { method, body, signal }) => new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    // A file that cannot be read ends a request as a network does that is not there.
    body?.arrayBuffer?.().catch(() => reject(new TypeError("failed to fetch")));
    waiting.push({
      method, path: address.replace(/^\/api\//, "").split("?")[0],
      body: typeof body === "string" ? JSON.parse(body) : body,
      answer: ({ status = 200, ...value }) => resolve(new Response(JSON.stringify(value), { status })),
      fail: () => reject(new TypeError("no network")),
    });
  }),
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Lets what is due go on, until nothing but requests and timers waits. */
export const calm = async () => { for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate); };

/** Runs the timers of at most so many milliseconds; the patience of a request is longer than that of a sitting. */
export async function elapse(most = 10_000) {
  for (const [number, { run, delay }] of [...timers]) {
    if (delay <= most && timers.delete(number)) run();
  }
  await calm();
}
