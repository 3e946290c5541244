import type { RouterContextProvider } from "react-router";

import { accessContext } from "../../../shared/data/access.ts";
import type { SearchSource } from "../../../shared/data/search/read.ts";

/** The search source for loaders. */
export function serverSource(context: Readonly<RouterContextProvider>): SearchSource {
  const { url, siteUrl, anonKey, fetch } = context.get(accessContext);
  return { url: url || siteUrl, key: anonKey, ...(fetch && { fetch }) };
}
