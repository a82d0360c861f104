// The server is asked to show that it knows the key before anything else of the page runs: the first question waits for
// that, and says what came of it.
import { hasToken, prove, takeKey } from "./api.js";

/** Whether there is a key, and whether it is the token itself. */
export const hasKey = takeKey();
export const isFirst = hasToken();
if (hasKey) prove().catch(() => {});
