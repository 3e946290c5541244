import { data, type HeadersFunction } from "react-router";

import { NOT_STORED } from "../address/cache-control.ts";

/**
 * What a loader has found. Caches may only keep it if every parameter of its address has a value that exists:
 * otherwise anyone could fill them with copies of a page (docs/product/site.md 20.7).
 */
export function storedIf<Found>(isKnown: boolean, found: Found) {
  return data(found, isKnown ? {} : { headers: { "Cache-Control": NOT_STORED } });
}

/** A loader throws this at the address of a removed jersey: status 410. No cache keeps it, as the jersey may come back. */
export function gone<What>(what: What) {
  return data(what, { status: 410, headers: { "Cache-Control": NOT_STORED } });
}

/** The headers of a route that uses one of these. */
export const storedHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders, parentHeaders }) =>
  [errorHeaders, loaderHeaders].find((own) => own?.has("Cache-Control")) ?? parentHeaders;
