import { type ReturnParams, returnParams } from "./return-params.ts";

/** What the address held when this page was opened: read before anything cleans the address. */
let arrival: ReturnParams | undefined =
  typeof document === "undefined" ? undefined : returnParams(location);

/** Gives it to the one who handles it, once. */
export function takeArrival(): ReturnParams | undefined {
  const taken = arrival;
  arrival = undefined;
  return taken;
}

/** Whether this page was opened by a link that is about to sign somebody in. */
export const bringsSession =
  arrival !== undefined && (arrival.code !== undefined || arrival.tokens !== undefined);
