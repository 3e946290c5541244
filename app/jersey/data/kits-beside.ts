import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { inKitOrder } from "../../shared/domain/kit-types.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { Client } from "../../shared/data/client.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";

/** A jersey of another season, with that season's name. */
type OfSeason = JerseySummary & { season: string };

/** The kits around a jersey: of the same season, and the same kit type before and after. */
export interface KitsBeside {
  /** One of every other kit type, in the order of the kit types. */
  season: JerseySummary[];
  previous: OfSeason | undefined;
  next: OfSeason | undefined;
}

/** The kits around a public jersey of this season (docs/product/jersey.md 5.14). */
export async function kitsBeside(
  client: Client,
  jersey: { id: string; seasons: { code: string } | null },
  lang: Language,
): Promise<KitsBeside> {
  const code = jersey.seasons?.code;
  if (code === undefined) return { season: [], previous: undefined, next: undefined };
  const { data } = await client
    .rpc("kits_beside", { jersey_id: jersey.id }, { get: true })
    .select(`${SUMMARY}, seasons!inner(code, name)`)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  const kits = data.map(({ seasons, ...kit }) => ({
    code: seasons.code,
    kit: { ...localJersey(kit, lang), season: seasonInWords(seasons.name, lang) },
  }));
  return {
    season: inKitOrder(kits.filter((other) => other.code === code).map(({ kit }) => kit)),
    previous: kits.find((other) => other.code < code)?.kit,
    next: kits.find((other) => other.code > code)?.kit,
  };
}
