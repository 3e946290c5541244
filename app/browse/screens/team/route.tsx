import { moved } from "../../../shared/address/moved.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { reader } from "../../../shared/data/access.ts";
import { countJerseys } from "../../../shared/data/counts/counts.ts";
import { teamDecade, teamKits } from "../../data/jerseys/timeline.ts";
import { listSeasons } from "../../data/seasons/seasons.ts";
import { isPlayedWithinYear, readMergedTeam, readTeam, type Team } from "../../data/teams/teams.ts";
import { Completeness } from "../../../collect/completeness/completeness.tsx";
import { teamColors } from "../../data/teams/team-colors.ts";
import { ColorStrip } from "./color-strip.tsx";
import { KitTimeline } from "./kit-timeline.tsx";
import { type TeamFacts, TeamHeader } from "./team-header.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { competitionName, teamName } from "../../../shared/i18n/catalogue-names.ts";
import { countryName } from "../../../shared/i18n/countries.ts";
import { cityName, shortName } from "../../../shared/i18n/places.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { feedLinks } from "../../../shared/head/feed-links.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { chosenPeriod, decadeOf, decades, newestHome } from "../../domain/kit-timeline.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Route } from "./+types/route.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { NoJerseys } from "../../components/no-jerseys.tsx";

/** Below this number of shirts, the timeline opens whole. */
const FEW = 12;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const id = params.teamId;
  const row = isUuid(id) ? await readTeam(client, id) : null;
  const mergedInto = !row && isUuid(id) ? await readMergedTeam(client, id) : null;
  if (mergedInto) throw moved(href("team", { teamId: mergedInto }, lang));
  // Without a visible competition, the team can't be shown: the competition is inactive. The answer
  // is 404, as for an unknown team.
  if (!row?.competition) throw notFound("team");

  const [kits, seasons, withinYear, count, colors] = await Promise.all([
    teamKits(client, id),
    listSeasons(client),
    isPlayedWithinYear(client, row.competition.id),
    countJerseys(client, { kind: "team", key: id }),
    teamColors(client, id),
  ]);
  const span = yearsOf(seasons, row.founded_year);
  const offered = decades(kits, span);
  const decade = url.searchParams.get("decade");
  const isSmall = count > 0 && count < FEW && offered.some(({ count }) => count > 0);
  const period =
    chosenPeriod(offered, decade ?? (isSmall ? "all" : null)) ?? decadeOf(span.lastYear);
  const shown = offered.filter(({ start, count }) =>
    period === "all" ? count > 0 : start === period,
  );
  const isShown = (year: number) => shown.some(({ start }) => start === decadeOf(year));
  const homeYear = Math.max(
    ...kits.filter(({ kit_type }) => kit_type === "home").map(({ year }) => year),
  );
  const readDecade = (start: number) => teamDecade(client, id, { decade: start, lang });
  const [home, ...shirts] = await Promise.all([
    homeYear > 0 && !isShown(homeYear) ? readDecade(decadeOf(homeYear)) : [],
    ...shown.map(({ start }) => readDecade(start)),
  ]);
  const worn = shirts.flat();
  return storedIf(!decade || String(period) === decade, {
    team: factsOf(row, row.competition, lang),
    count,
    colors,
    home: newestHome([...home, ...worn]) ?? null,
    timeline: {
      decades: offered,
      period,
      span,
      jerseys: worn,
      counts: kits.filter(({ year }) => isShown(year)),
      seasons: seasons.filter(
        ({ code }) =>
          (period === "all" || isShown(Number(code.slice(0, 4)))) &&
          !code.includes("-") === withinYear,
      ),
    },
  });
}

export const headers: Route.HeadersFunction = storedHeaders;

/**
 * The years of a team's timeline: from its foundation, but not before the oldest season of the
 * catalogue, to the newest season.
 */
function yearsOf(seasons: { code: string }[], founded: number | null) {
  const first = seasons.map(({ code }) => Number(code.slice(0, 4)));
  const lastYear = first[0] ?? new Date().getUTCFullYear();
  return { firstYear: Math.max(founded ?? decadeOf(lastYear), first.at(-1) ?? 0), lastYear };
}

function factsOf(
  team: Team,
  competition: NonNullable<Team["competition"]>,
  lang: Language,
): TeamFacts {
  return {
    id: team.id,
    name: teamName(team, competition, lang),
    slug: team.slug,
    shortName: shortName(team.short_name, lang),
    city: cityName(team, lang),
    country: countryName(team.country, lang),
    founded: team.founded_year,
    colors: team.colors,
    league: competition.league,
    competition: {
      id: competition.id,
      name: competitionName(competition, lang),
      slug: competition.slug,
    },
  };
}

function crumbsOf({ name, competition }: TeamFacts, lang: Language): Crumb[] {
  return breadcrumbsFromHome(
    lang,
    { label: translator(lang, "common")("nav.competitions"), path: href("competitions", {}, lang) },
    ...(competition
      ? [
          {
            label: competition.name,
            path: href("competition", { competitionId: competition.id }, lang),
          },
        ]
      : []),
    { label: name },
  );
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "team");
  if (!loaderData) return [];
  const { team, count } = loaderData;
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return [
    ...pageMeta({
      screen: "team",
      params: { teamId: team.id },
      lang,
      siteUrl,
      title: t("meta.title", { team: team.name }),
      description: t("meta.description", {
        team: team.name,
        jerseys: translator(lang, "catalogue")("count.jerseys", { count }),
      }),
      crumbs: crumbsOf(team, lang),
    }),
    ...feedLinks({ kind: "team", id: team.id }, team.name, lang),
  ];
};

export default function TeamScreen({ loaderData }: Route.ComponentProps) {
  const lang = useLanguage();
  const { team, home, count, colors, timeline } = loaderData;
  return (
    <>
      <TeamHeader team={team} home={home} crumbs={crumbsOf(team, lang)} jerseys={count} />
      <KitTimeline team={team} {...timeline} />
      {count === 0 && (
        <div className="page pt-6">
          <NoJerseys known={{ team: team.id }} own={team.name} />
        </div>
      )}
      <ColorStrip teamId={team.id} decades={colors} />
      <Completeness scope={{ team_id: team.id }} />
    </>
  );
}
