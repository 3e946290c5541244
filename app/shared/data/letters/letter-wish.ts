import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";

/** Whether a member wants the weekly letter; off at first. */
export function letterWish(userId: string) {
  return queryOptions({
    queryKey: ["letter", userId] as const,
    queryFn: async (): Promise<boolean> => {
      const client = await browserClient();
      const { data } = await client
        .from("letters")
        .select("is_wanted")
        .eq("member_id", userId)
        .maybeSingle()
        .throwOnError();
      return data?.is_wanted ?? false;
    },
  });
}

export async function saveLetterWish(client: Client, wanted: boolean): Promise<void> {
  await client.rpc("want_letter", { wanted }).throwOnError();
}
