import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../shared/data/browser.ts";
import { jerseysByIds } from "../../shared/data/jerseys/by-ids.ts";
import { CHANGE_REASONS, type ChangeReason } from "../../shared/domain/change-reasons.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** A row of `my_changes()`. */
interface Row {
  since: string;
  kind: ChangeReason | "set" | "bulk";
  jersey_id: string | null;
  team_id: string | null;
  kit_type: KitType | null;
  amount: number;
}

/** What changed for a member since their last visit; null if nothing did. Reading it notes the visit. */
export function changes(userId: string, lang: Language) {
  return queryOptions({
    queryKey: ["changes", userId, lang] as const,
    // It stays while the page is open: reading it again would show the same.
    staleTime: Infinity,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client.rpc("my_changes").throwOnError();
      const rows = data as Row[];
      const [first] = rows;
      if (!first) return null;
      const ids = rows.flatMap(({ jersey_id }) => jersey_id ?? []);
      const sets = rows.filter(({ kind }) => kind === "set");
      const [jerseys, teams] = await Promise.all([
        jerseysByIds(client, ids, lang),
        client
          .from("teams")
          .select("id, name, country, competition:competitions(slug)")
          .in(
            "id",
            sets.flatMap(({ team_id }) => team_id ?? []),
          )
          .throwOnError(),
      ]);
      const amountOf = (kind: Row["kind"]) =>
        rows.find((row) => row.kind === kind && row.jersey_id === null)?.amount ?? 0;
      return {
        since: first.since,
        amounts: CHANGE_REASONS.map((reason) => ({ reason, amount: amountOf(reason) })).filter(
          ({ amount }) => amount > 0,
        ),
        imported: amountOf("bulk"),
        sets: sets.flatMap(({ team_id, kit_type, amount }) => {
          const team = teams.data.find(({ id }) => id === team_id);
          return team && kit_type ? [{ team, kitType: kit_type, amount }] : [];
        }),
        jerseys: ids.flatMap((id) => jerseys.get(id) ?? []),
      };
    },
  });
}
