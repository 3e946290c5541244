import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { readJersey } from "./jersey.ts";

/** A jersey as this member may see it; null where they may not. */
export function memberJersey(id: string, memberId: string) {
  return queryOptions({
    queryKey: ["jersey", id, memberId],
    queryFn: async () => readJersey(await browserClient(), id),
  });
}
