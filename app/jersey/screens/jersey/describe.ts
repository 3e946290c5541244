import { isDrawn } from "../../../shared/domain/demonstration.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { fullName, saysNoKit } from "../../domain/full-name.ts";
import type { LocalDetail } from "./local-detail.ts";

/** What a jersey is called in a title: its team once, and its kit where its own title doesn't say it. */
export function nameOf(
  { title, team, kit_type }: Pick<LocalDetail, "title" | "team" | "kit_type">,
  lang: Language,
): string {
  const kit =
    saysNoKit({ title, team }) && kit_type && translator(lang, "jersey")(`kits.${kit_type}`);
  return [fullName({ title, team }), kit].filter(Boolean).join(", ");
}

/** A jersey in one sentence, for search engines and shared links. */
export function describe(jersey: LocalDetail, lang: Language): string {
  const { title, kit_type, year } = jersey;
  const t = translator(lang, "jersey");
  const kit = saysNoKit(jersey) || !kit_type ? null : t(`kits.${kit_type}`);
  const what = [
    nameOf(jersey, lang),
    kit,
    year !== null && !title.includes(String(year)) && year,
  ].filter(Boolean);
  return t(isDrawn(jersey.images) ? "meta.descriptionDrawn" : "meta.description", {
    what: what.join(", "),
  });
}
