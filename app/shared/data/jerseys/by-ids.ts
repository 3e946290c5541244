import type { JerseySummary } from "../../domain/jersey.ts";
import { localJerseys } from "../../i18n/catalogue-names.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Client } from "../client.ts";
import { SUMMARY } from "./columns.ts";

/** Public jerseys by their ids, each with its cover. */
export async function jerseysByIds(
  client: Client,
  ids: readonly string[],
  lang: Language,
): Promise<Map<string, JerseySummary>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .from("jerseys")
    .select(SUMMARY)
    .in("id", ids)
    .eq("status", "approved")
    .eq("is_active", true)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  return new Map(localJerseys(data, lang).map((jersey) => [jersey.id, jersey]));
}
