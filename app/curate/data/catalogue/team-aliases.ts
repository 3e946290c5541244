import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";

/** Another name of a team: a nickname, an abbreviation, its name in a language. */
export interface Alias {
  alias: string;
  /** Whose readers call the team so; null: everybody. */
  language: Language | null;
}

export interface StoredAlias extends Alias {
  id: string;
  team_id: string;
}

export async function listAliases(client: Client, teamId: string): Promise<StoredAlias[]> {
  const { data } = await client
    .from("team_aliases")
    .select("id, team_id, alias, language")
    .eq("team_id", teamId)
    .throwOnError();
  return data;
}

/**
 * Replaces a team's aliases. Sends only the differences: an alias that another administrator added
 * meanwhile stays, and adding it once more is no error.
 */
export async function replaceAliases(
  client: Client,
  teamId: string,
  known: readonly StoredAlias[],
  wanted: readonly Alias[],
): Promise<void> {
  const isSame = (a: Alias) => (b: Alias) => a.alias === b.alias && a.language === b.language;
  const removed = known.filter((alias) => !wanted.some(isSame(alias)));
  const added = wanted.filter((alias) => !known.some(isSame(alias)));
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await client.from("team_aliases").delete().in("id", ids).throwOnError();
  }
  if (added.length > 0) {
    await client
      .from("team_aliases")
      .upsert(
        added.map(({ alias, language }) => ({ team_id: teamId, alias, language })),
        { onConflict: "team_id,folded", ignoreDuplicates: true },
      )
      .throwOnError();
  }
}
