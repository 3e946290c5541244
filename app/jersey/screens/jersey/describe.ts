import type { Language } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import type { LocalDetail } from "./local-detail.ts";

/** A jersey in one sentence, for search engines and shared links. */
export function describe({ title, team, kit_type, year }: LocalDetail, lang: Language): string {
  const kit = kit_type && translator(lang, "common")(`kitType.${kit_type}`);
  const facts = [team, kit, year].filter(Boolean).join(", ");
  return translator(lang, "jersey")("meta.description", { title, facts });
}
