import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { addDays, type Day, dayAt } from "../../shared/domain/day.ts";
import { readDays } from "./days.ts";

export const upcomingKeys = { all: ["upcoming-days"] as const };

/** The next seven days, which only reviewers can read. */
export function upcomingDays(lang: Language) {
  return queryOptions({
    queryKey: [...upcomingKeys.all, lang],
    queryFn: async () => {
      const today = dayAt(new Date());
      const days = await readDays(
        await browserClient(),
        addDays(today, 1),
        addDays(today, 7),
        lang,
      );
      return days.reverse();
    },
  });
}

/** Shows another jersey on a day: this one, or another one by the rule. */
export async function swapShirt(
  client: Client,
  { day, jerseyId }: { day: Day; jerseyId?: string },
): Promise<void> {
  await client
    .rpc("swap_daily_shirt", { day, ...(jerseyId && { jersey_id: jerseyId }) })
    .throwOnError();
}
