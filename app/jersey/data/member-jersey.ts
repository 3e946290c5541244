import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import { readJersey } from "./jersey.ts";
import { jerseyKeys } from "../../shared/data/jerseys/keys.ts";

/** A jersey that this member may see; null otherwise. */
export function memberJersey(id: string, memberId: string) {
  return queryOptions({
    queryKey: jerseyKeys.forMember(id, memberId),
    queryFn: async () => readJersey(await browserClient(), id),
  });
}
