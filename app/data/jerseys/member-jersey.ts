import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import { readJersey } from "./jersey.ts";
import { jerseyKeys } from "./keys.ts";

/** A jersey that this member may see; null otherwise. */
export function memberJersey(id: string, memberId: string) {
  return queryOptions({
    queryKey: jerseyKeys.forMember(id, memberId),
    queryFn: async () => readJersey(await browserClient(), id),
  });
}
