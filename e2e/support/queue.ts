import type { Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";

import type { Site } from "../../tests/support/site.ts";
import { clientOf } from "./jerseys.ts";

/** What is open in the queue, by its title. */
export const opened = (page: Page, title: string) => page.getByRole("article", { name: title });

/** Refuses everything that waits, so that a test knows what does. */
export async function emptyQueue(site: Site, admin: Session): Promise<void> {
  const client = clientOf(site, admin);
  for (;;) {
    const { data: rows } = await client.rpc("queue", { page_size: 100 }).throwOnError();
    if (rows.length === 0) return;
    for (const { id, kind, seen, detail } of rows) {
      const keys: string[] = kind === "new" ? ["jersey"] : (detail.pending ?? []);
      const refused = { accepted: false, reason: "no_source" };
      const verdicts = Object.fromEntries(keys.map((key) => [key, refused]));
      await (
        kind === "report"
          ? // One row stands for all reports about the same thing; the others come with the next look.
            client
              .from("reports")
              .update({ status: "dismissed", resolution_note: "Essai." })
              .eq("id", id)
          : kind === "comment"
            ? client
                .from("comments")
                .update({ is_hidden: true, hidden_reason: "unsure" })
                .eq("id", id)
            : client.rpc("decide", { id, verdicts, seen })
      ).throwOnError();
    }
  }
}
