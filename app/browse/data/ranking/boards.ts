import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { isColor } from "../../../shared/domain/colors.ts";
import { type Board, type BoardScope, isBoardScope } from "../../../shared/domain/leaderboard.ts";
import { slug } from "../../../shared/domain/slug.ts";
import { leagueOfSport } from "../../../shared/domain/sports.ts";
import { competitionName } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readSeasonByCode } from "../seasons/season-wall.ts";

export interface NamedBoard extends Board {
  name: string;
  /** Jerseys with enough votes. */
  jerseys: number;
}

/** Every board that has a jersey; see `public.leaderboards()`. */
export async function listBoards(client: Client, lang: Language): Promise<NamedBoard[]> {
  const { data } = await client.rpc("leaderboards", undefined, { get: true }).throwOnError();
  return data.flatMap(({ scope, value, label, jerseys }) => {
    if (!scope || !value || !isBoardScope(scope)) return [];
    const name = nameOf({ scope, value }, label, lang);
    return name ? [{ scope, value, name, jerseys: jerseys ?? 0 }] : [];
  });
}

/** A board's name in a language; undefined if there is nothing of which it could be. */
export async function boardName(
  client: Client,
  board: Board,
  lang: Language,
): Promise<string | undefined> {
  return nameOf(board, await LABELS[board.scope](client, board.value), lang);
}

function nameOf(
  { scope, value }: Board,
  label: string | null | undefined,
  lang: Language,
): string | undefined {
  const t = translator(lang, "common");
  if (scope === "color") return isColor(value) ? t(`color.${value}`) : undefined;
  if (scope === "sport") {
    const league = leagueOfSport(value);
    return league && t(`league.${league}`);
  }
  if (!label) return undefined;
  if (scope === "season") return seasonInWords(label, lang);
  return scope === "competition" ? competitionName({ name: label, slug: value }, lang) : label;
}

type Label = (client: Client, value: string) => Promise<string | null | undefined>;

/** The stored names; sports and colours have none. */
const LABELS: Record<BoardScope, Label> = {
  sport: async () => null,
  color: async () => null,
  season: async (client, code) => (await readSeasonByCode(client, code))?.name,
  async competition(client, value) {
    const { data } = await client
      .from("competitions")
      .select("name")
      .eq("slug", value)
      .eq("is_active", true)
      .maybeSingle()
      .throwOnError();
    return data?.name;
  },
  // Brands have no column for it, and there are some dozens.
  async brand(client, value) {
    const { data } = await client.from("brands").select("name").throwOnError();
    return data.find(({ name }) => slug(name) === value)?.name;
  },
};
