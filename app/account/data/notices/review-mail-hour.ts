import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { noticeKeys } from "./keys.ts";

/** The hour of a reviewer who chose none, as the database has it. */
const DEFAULT_HOUR = 8;

/** At which hour in Paris a reviewer gets the daily mail about the queue; null: never. */
export function reviewMailHour(userId: string) {
  return queryOptions({
    queryKey: noticeKeys.reviewMail(userId),
    queryFn: async (): Promise<number | null> => {
      const client = await browserClient();
      const { data } = await client
        .from("review_mails")
        .select("hour")
        .eq("member_id", userId)
        .maybeSingle()
        .throwOnError();
      return data ? data.hour : DEFAULT_HOUR;
    },
  });
}

export async function saveReviewMailHour(client: Client, hour: number | null): Promise<void> {
  // Null is what switches it off; the generated types know no such argument.
  await client.rpc("want_review_mail", { hour: hour as number }).throwOnError();
}
