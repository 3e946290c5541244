import { href } from "../../../shared/address/paths.ts";
import { competitionSeasonPath, teamSeasonPath } from "../../address/season-path.ts";
import { variationParams } from "../../address/variation.ts";
import type { Color } from "../../../shared/domain/colors.ts";
import { FACET_FACTS, type FacetFact } from "../../../shared/domain/facts/jersey.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { LocalDetail } from "./local-detail.ts";

type Paths = Partial<
  Record<
    | ("team" | "league" | "competition" | "season" | "year" | "kit_type" | "brand" | "author")
    | FacetFact["name"],
    string
  >
>;

/**
 * Where the facts of a jersey lead (docs/product/jersey.md 5.12). A jersey that isn't public is in no list,
 * so facts that lead to a list with it have no link.
 */
export function factPaths(jersey: LocalDetail, lang: Language): Paths {
  const { competition_id: competitionId, team_slug: teamSlug } = jersey;
  // An inactive team has no page.
  const teamId = jersey.teams && jersey.team_id;
  const code = jersey.seasons?.code;
  const paths: Paths = {
    league: href("sport", { sport: sportSlug(jersey.league) }, lang),
    competition: href("competition", { competitionId }, lang),
  };
  if (teamId) paths.team = href("team", { teamId }, lang);
  if (code) {
    paths.season = teamId
      ? teamSeasonPath(teamId, code, lang)
      : competitionSeasonPath(competitionId, code, lang);
  }
  if (jersey.brand_id) paths.brand = href("brand", { brandId: jersey.brand_id }, lang);
  if (jersey.status !== "approved" || !jersey.is_active) return paths;

  const variations = (which: { kitType?: typeof jersey.kit_type; year?: number }) => {
    const { kitType, year } = which;
    const wanted = { teamSlug, ...(kitType && { kitType }), ...(year && { year }) };
    return href("variations", variationParams(wanted), lang);
  };
  if (!teamId) paths.team = variations({});
  if (jersey.year) paths.year = variations({ year: jersey.year });
  if (jersey.kit_type) paths.kit_type = variations({ kitType: jersey.kit_type });
  for (const { name } of FACET_FACTS) {
    const value = jersey[name];
    if (value)
      paths[name] = `${href("catalogue", {}, lang)}?${new URLSearchParams({ [name]: value })}`;
  }
  if (jersey.profiles) paths.author = href("member", { username: jersey.profiles.username }, lang);
  return paths;
}

/** Where the colours of a jersey lead: to the catalogue's jerseys of that main colour. */
export function colorPaths(
  jersey: Pick<LocalDetail, "colors" | "status" | "is_active">,
  lang: Language,
): Partial<Record<Color, string>> {
  if (jersey.status !== "approved" || !jersey.is_active) return {};
  const catalogue = href("catalogue", {}, lang);
  return Object.fromEntries(jersey.colors.map((color) => [color, `${catalogue}?color=${color}`]));
}
