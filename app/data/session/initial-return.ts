import { type ReturnParams, returnParams } from "./return-params.ts";

/** What the address held when this page was opened, read before the address is cleaned. */
let initialReturn: ReturnParams | undefined =
  typeof document === "undefined" ? undefined : returnParams(location);

/** Returns the parameters once; undefined from then on. */
export function consumeReturnParams(): ReturnParams | undefined {
  const taken = initialReturn;
  initialReturn = undefined;
  return taken;
}

/** Whether this page was opened by a link that is about to sign somebody in. */
export const isReturningWithSession =
  initialReturn !== undefined &&
  (initialReturn.code !== undefined || initialReturn.tokens !== undefined);
