import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { localJerseys } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { Client } from "../../shared/data/client.ts";
import { SUMMARY } from "../../shared/data/jerseys/columns.ts";

/** Jerseys with a public one's colours and kit type, of other teams first (docs/product/jersey.md 23.9). */
export async function alikeJerseys(
  client: Client,
  id: string,
  { lang, limit }: { lang: Language; limit: number },
): Promise<JerseySummary[]> {
  const { data } = await client
    .rpc("similar_by_color", { jersey_id: id, max_results: limit }, { get: true })
    .select(SUMMARY)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  return localJerseys(data, lang);
}
