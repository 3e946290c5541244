import { type ReturnParams, returnParams } from "./return-params.ts";

/** The sign-in parameters of the initial address, read before the address is cleaned. */
let initialReturn: ReturnParams | undefined =
  typeof document === "undefined" ? undefined : returnParams(location);

/** Returns the parameters once; undefined from then on. */
export function consumeReturnParams(): ReturnParams | undefined {
  const taken = initialReturn;
  initialReturn = undefined;
  return taken;
}

/** Whether the page was opened by a link that signs somebody in. */
export const isReturningWithSession =
  initialReturn !== undefined &&
  (initialReturn.code !== undefined || initialReturn.tokens !== undefined);
