import { isRouteErrorResponse } from "react-router";

import type { RemovedJersey } from "../../jersey/data/jersey.ts";

/** True of the answer of `removed-answer.ts`. */
export function isRemoved(error: unknown): error is { data: RemovedJersey } {
  return isRouteErrorResponse(error) && error.status === 410;
}
