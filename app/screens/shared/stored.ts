import { data, type HeadersFunction } from "react-router";

import { NOT_STORED } from "../../address/cache-control.ts";

/**
 * What a loader has found. Caches may only keep it if every parameter of its address has a value that exists:
 * otherwise anyone could fill them with copies of a page (docs/product.md 20.7).
 */
export function storedIf<Found>(isKnown: boolean, found: Found) {
  return data(found, isKnown ? {} : { headers: { "Cache-Control": NOT_STORED } });
}

/** The headers of a route that uses `storedIf()`. */
export const storedHeaders: HeadersFunction = ({ loaderHeaders, parentHeaders }) =>
  loaderHeaders.has("Cache-Control") ? loaderHeaders : parentHeaders;
