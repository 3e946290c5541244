import { availableParallelism } from "node:os";

import { originKey } from "../../auth/limits.ts";
import { HEADERS } from "../../http/headers.ts";
import { Turns } from "./turns.ts";

/**
 * Leaves one processor to the server where there are several, and one of the four threads to reading
 * files. Two at least: a task can't be interrupted, so the second place is for other callers.
 */
const WIDTH = Math.min(3, Math.max(2, availableParallelism() - 1));

/** Creates the turns in which images are rendered and inspected. */
export function imageTurns(): Turns {
  return new Turns({
    total: WIDTH,
    caller: WIDTH - 1,
    // A page shows a few dozen images. More are refused at once, and can be requested again.
    waiting: { perCaller: 100, total: 500 },
  });
}

/** Who takes turns: the client's address, or its network. */
export function callerOf(request: Request): string {
  const address = request.headers.get(HEADERS.clientAddress) ?? undefined;
  return originKey({ address, userAgent: "" });
}
