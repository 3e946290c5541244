import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { jerseysOf } from "../../i18n/jerseys-of.ts";
import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { redirect } from "react-router";

import { notFound } from "../../../shared/address/not-found.ts";
import { TeamTile } from "../../components/team-tile.tsx";
import { reader } from "../../../shared/data/access.ts";
import { readCompetition } from "../../data/competitions/competitions.ts";
import { topJerseys } from "../../data/jerseys/lists.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import { jerseyPage } from "../../data/jerseys/pages.ts";
import { competitionSeasons } from "../../../contribute/data/seasons/competition-seasons.ts";
import { seasonCovers } from "../../data/seasons/season-covers.ts";
import { currentParticipants } from "../../data/teams/teams.ts";
import { Completeness } from "../../../collect/completeness/completeness.tsx";
import { CompetitionHeader } from "./competition-header.tsx";
import { HistoryText } from "./history.tsx";
import { Seasons } from "./seasons.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { localCompetition, teamName } from "../../../shared/i18n/catalogue-names.ts";
import { nameOrder } from "../../../shared/i18n/name-order.ts";
import { historyOf } from "../../i18n/history.ts";
import { cityName } from "../../../shared/i18n/places.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { cursorOf } from "../../../shared/address/cursor.ts";
import { seasonName } from "../../../shared/domain/season.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Route } from "./+types/route.ts";
import { JerseySection } from "../../components/jersey-section.tsx";
import { titled } from "../../../shared/head/titled.ts";

/** Number of shirts in the header. */
const IN_HEADER = 3;

/** Number of seasons that are shown by a shirt: two lines on a wide screen. */
const SHOWN_SEASONS = 12;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const id = params.competitionId;
  const row = isUuid(id) ? await readCompetition(client, id) : null;
  if (!row) throw notFound("competitions");
  // From the season menu without scripts.
  const season = url.searchParams.get("season") ?? "";
  if (seasonName(season)) throw redirect(href("season", { competitionId: id, season }, lang));

  const [field, jerseys, count, best, seasons, covers] = await Promise.all([
    currentParticipants(client, id),
    jerseyPage(
      client,
      { competitionId: id },
      { lang, after: cursorOf(url.searchParams.get("after")) },
    ),
    countJerseys(client, { kind: "competition", key: id }),
    topJerseys(client, { lang, competitionId: id, limit: IN_HEADER }),
    competitionSeasons(client, id),
    seasonCovers(client, id, (newest) => newest.slice(0, SHOWN_SEASONS)),
  ]);
  const inWords = <Season extends { name: string }>(season: Season) => ({
    ...season,
    name: seasonInWords(season.name, lang),
  });
  const teams = field.teams.map(({ id, name, city, country, colors }) => ({
    id,
    name: teamName({ name, country }, row, lang),
    city: cityName({ city, country }, lang),
    colors,
  }));
  return {
    competition: localCompetition(row, lang),
    history: historyOf(row.slug, lang),
    season: field.season ? seasonInWords(field.season.name, lang) : null,
    seasons: seasons.map(({ code, name }) => inWords({ code, name })),
    covers: covers.map(inWords),
    teams: teams.sort(nameOrder(lang, ({ name }) => name)),
    jerseys,
    counts: { teams: teams.length, jerseys: count },
    best,
  };
}

function crumbsOf(name: string, lang: Language): Crumb[] {
  return breadcrumbsFromHome(
    lang,
    {
      label: translator(lang, "common")("nav.competitions"),
      path: href("competitions", {}, lang),
    },
    { label: name },
  );
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "competitions");
  if (!loaderData) return [];
  const { competition, counts, history } = loaderData;
  const { id, name } = competition;
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return [
    ...pageMeta({
      screen: "competition",
      params: { competitionId: id },
      lang,
      siteUrl,
      title: titled(jerseysOf(name, lang)),
      description: t(history ? "one.metaDescription" : "one.metaWithoutHistory", {
        name,
        teams: translator(lang, "catalogue")("count.teams", { count: counts.teams }),
      }),
      crumbs: crumbsOf(name, lang),
    }),
    ...feedLinks({ kind: "competition", id }, name, lang),
  ];
};

export default function CompetitionScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["competitions", "catalogue"]);
  const lang = useLanguage();
  const { competition, history, season, seasons, covers, teams, jerseys, counts, best } =
    loaderData;
  const { id, name, league } = competition;
  return (
    <>
      <CompetitionHeader
        competition={competition}
        crumbs={crumbsOf(name, lang)}
        counts={counts}
        best={best}
      />
      <Seasons competitionId={id} seasons={seasons} covers={covers} />
      {history && <HistoryText history={history} />}
      <section aria-labelledby="teams" className="page pt-3 md:pt-14">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="teams" className="heading text-2xl md:text-3xl">
            {t("catalogue:names.teams")}
          </h2>
          <p className="text-muted">
            {season ? t("one.season", { season }) : t("one.unknownLineUp")}
          </p>
        </div>
        {teams.length > 0 ? (
          <ul className="rail mt-3 -mx-(--gutter) flex snap-x gap-3 overflow-x-auto px-(--gutter) py-1 [scroll-padding-inline:var(--gutter)] [scrollbar-width:none] md:mx-0 md:mt-5 md:grid md:grid-cols-3 md:px-0 lg:grid-cols-4 [&>li]:w-[62vw] [&>li]:shrink-0 [&>li]:snap-start md:[&>li]:w-auto">
            {teams.map((team) => (
              <li key={team.id}>
                <TeamTile team={team} league={league} isWide />
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-5 text-muted">{t("one.noTeams")}</p>
        )}
      </section>
      <Completeness scope={{ competition_id: id }} />
      <JerseySection
        title={t("one.jerseys")}
        listKey={`competition:${id}`}
        jerseys={jerseys}
        said="league"
        known={{ league, competition: id }}
        filter={{ competition: competition.slug }}
      />
    </>
  );
}
