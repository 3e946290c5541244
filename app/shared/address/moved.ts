import { redirect } from "react-router";

import { NOT_STORED, STORED } from "./cache-control.ts";

/**
 * The permanent redirect to where a row is shown. Without the header browsers would keep it for good, but a jersey is
 * renamed, merged, hidden and brought back.
 * @param isStored true only if few addresses lead there: shared caches and the page cache keep each (docs/product/site.md 20.7).
 */
export function moved(address: string, isStored = false): Response {
  const headers = { "Cache-Control": isStored ? STORED : NOT_STORED };
  return redirect(address, { status: 301, headers });
}
