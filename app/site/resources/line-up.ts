import { reader } from "../../shared/data/access.ts";
import { readCompetition } from "../../browse/data/competitions/competitions.ts";
import { readLineUps, seasonsWithEntries } from "../../browse/data/seasons/seasons.ts";
import { isUuid } from "../../shared/domain/uuid.ts";
import { localLineUp } from "../../shared/i18n/catalogue-names.ts";
import { isLanguage } from "../../shared/i18n/languages.ts";
import type { Route } from "./+types/line-up.ts";

/**
 * `/line-up/{language}/{competition}?season=`: id and name of each team of a line-up in turn, which the home page
 * reads when a competition is unfolded. Without a season, or with an unknown code, it is the newest.
 */
export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Response> {
  const { lang, competition: id } = params;
  const client = reader(context);
  const competition = isLanguage(lang) && isUuid(id) ? await readCompetition(client, id) : null;
  if (!isLanguage(lang) || !competition) return new Response("Not Found", { status: 404 });
  const code = url.searchParams.get("season");
  const seasons = code ? await seasonsWithEntries(client) : [];
  const entries = await readLineUps(client, {
    competitionIds: [id],
    seasonId: seasons.find((known) => known.code === code)?.id,
  });
  const teams = localLineUp(entries, competition, lang);
  return Response.json(teams, {
    headers: { "Cache-Control": "public, max-age=60", "X-Robots-Tag": "noindex" },
  });
}
