import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

import { notFound } from "../../../shared/address/not-found.ts";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { NoJerseys, useSubmitHref } from "../../components/no-jerseys.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { reader } from "../../../shared/data/access.ts";
import { readCompetition } from "../../data/competitions/competitions.ts";
import { competitionSeasons } from "../../../contribute/data/seasons/competition-seasons.ts";
import { readSeasonByCode, readSeasonWall } from "../../data/seasons/season-wall.ts";
import { seasonCovers } from "../../data/seasons/season-covers.ts";
import { seasonName } from "../../../shared/domain/season.ts";
import { adjacentSeasons, nearestSeasons, wallKits, wallPage } from "../../domain/season-wall.ts";
import { MAIN_KITS } from "../../../shared/domain/kit-types.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { seasonShareId, shareImagePath } from "../../../shared/head/share-image.ts";
import { localCompetition } from "../../../shared/i18n/catalogue-names.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { SeasonCovers } from "../../components/season-covers.tsx";
import { SeasonPageMenu } from "../../components/season-page-menu.tsx";
import type { Route } from "./+types/route.ts";
import { FilterThese } from "../../components/filter-these.tsx";
import { localRows } from "./local-rows.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { Pages } from "./pages.tsx";
import { Steps } from "./steps.tsx";
import { Wall } from "./wall.tsx";

/** The most teams outside of a line-up that the database returns (`private.most_clubs()`). */
const MOST_TEAMS = 120;

/** Number of seasons to which one without a jersey leads. */
const NEAREST = 6;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const { competitionId: id, season: code } = params;
  if (!isUuid(id)) throw notFound("competitions");
  const [row, season, seasons] = await Promise.all([
    readCompetition(client, id),
    seasonName(code) ? readSeasonByCode(client, code) : null,
    competitionSeasons(client, id),
  ]);
  if (!row) throw notFound("competitions");
  if (!season) throw notFound("season");
  const inWords = (name: string) => seasonInWords(name, lang);
  const wall = await readSeasonWall(client, id, season.id);
  const rows = localRows(wall, row, lang);
  const requestedPage = url.searchParams.get("page");
  const { page, pages, shown } = wallPage(rows, requestedPage);
  const nearest =
    wall.jerseys.length > 0
      ? []
      : await seasonCovers(client, id, (worn) => nearestSeasons(worn, code).slice(0, NEAREST));
  const offered = seasons.map(({ code, name }) => ({ code, name: inWords(name) }));
  return storedIf(!requestedPage || String(page) === requestedPage, {
    competition: localCompetition(row, lang),
    season: { ...season, name: inWords(season.name) },
    // The menu shows the season of the page in any case.
    seasons: offered.some((one) => one.code === code)
      ? offered
      : [{ code, name: inWords(season.name) }, ...offered],
    ...adjacentSeasons(offered, code),
    rows: shown,
    kits: wallKits(rows),
    count: rows.length,
    page,
    pages,
    isLineUpKnown: wall.lineUp.length > 0,
    hasJerseys: wall.jerseys.length > 0,
    nearest: nearest.map((season) => ({ ...season, name: inWords(season.name) })),
  });
}

export const headers: Route.HeadersFunction = storedHeaders;

function crumbsOf(
  { id, name }: { id: string; name: string },
  season: string,
  lang: Language,
): Crumb[] {
  return breadcrumbsFromHome(
    lang,
    { label: translator(lang, "common")("nav.competitions"), path: href("competitions", {}, lang) },
    { label: name, path: href("competition", { competitionId: id }, lang) },
    { label: season },
  );
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "season");
  if (!loaderData) return [];
  const { competition, season, count } = loaderData;
  const words = { competition: competition.name, season: season.name };
  // Any season of the catalogue has a page with any competition: most are empty.
  if (count === 0) return noindexMeta(t("heading", words));
  return pageMeta({
    screen: "season",
    params: { competitionId: competition.id, season: season.code },
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: t("meta.title", words),
    description: t("meta.description", {
      ...words,
      teams: translator(lang, "catalogue")("count.teams", { count }),
    }),
    crumbs: crumbsOf(competition, season.name, lang),
  });
};

export default function SeasonScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("season");
  const lang = useLanguage();
  const to = useHref();
  const { competition, season, seasons, previous, next, rows, kits, isLineUpKnown } = loaderData;
  const { count, page, pages, hasJerseys, nearest } = loaderData;
  const { id, name } = competition;
  const words = { competition: name, season: season.name };
  const year = season.code.slice(0, 4);
  const submit = useSubmitHref();
  const known = { competition: id, season: season.id, year };
  // Teams without a shirt are one line at the end, unless the page has no others of a season that has shirts.
  const worn = rows.filter(({ cells }) => Object.keys(cells).length > 0);
  const [first, bare] =
    worn.length > 0 || !hasJerseys ? [worn, rows.filter((row) => !worn.includes(row))] : [rows, []];
  return (
    <>
      <PageHead crumbs={crumbsOf(competition, season.name, lang)} title={t("heading", words)}>
        {hasJerseys ? !isLineUpKnown && t("unknownLineUp") : rows.length > 0 && t("empty.title")}
      </PageHead>
      <div className="page grid grid-cols-1 gap-8">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-4 sm:gap-x-6">
          <Steps competitionId={id} previous={previous} next={next} />
          <SeasonPageMenu competitionId={id} seasons={seasons} chosen={season.code} />
          {hasJerseys && (
            <ShareButton
              title={t("heading", words)}
              picture={shareImagePath("season", seasonShareId(id, season.code), lang)}
            />
          )}
        </div>
        {nearest.length > 0 && (
          <section aria-labelledby="nearest" className="grid grid-cols-1 gap-3 md:gap-5">
            <h2 id="nearest" className="heading text-2xl md:text-3xl">
              {t("nearest")}
            </h2>
            <SeasonCovers competitionId={id} covers={nearest} />
          </section>
        )}
        {rows.length > 0 ? (
          <>
            {first.length > 0 && (
              <Wall {...{ competition, season, kits, isLineUpKnown }} rows={first} />
            )}
            {bare.length > 0 && (
              <details className="fold border-y border-line">
                <summary className="min-h-14 justify-between gap-3 font-semibold text-muted">
                  {t("without", { count: bare.length })}
                  <ChevronDown aria-hidden />
                </summary>
                <Wall {...{ competition, season, isLineUpKnown }} kits={MAIN_KITS} rows={bare} />
              </details>
            )}
          </>
        ) : (
          <NoJerseys
            title={t("empty.title")}
            text={t("empty.text")}
            action={t("invitation")}
            known={known}
          />
        )}
        {pages > 1 && <Pages page={page} pages={pages} />}
        {count >= MOST_TEAMS && <p className="text-muted">{t("cut")}</p>}
        <p className="flex flex-wrap gap-3">
          {rows.length > 0 && (
            <Link to={submit(known)} className={button({ size: "sm" })}>
              {t("invitation")}
            </Link>
          )}
          {hasJerseys && (
            <FilterThese by={{ competition: competition.slug, from: year, to: year }} />
          )}
          <Link
            to={`${to("competition", { competitionId: id })}#jerseys`}
            className={button({ variant: "outline", size: "sm" })}
          >
            {t("allJerseys", { competition: name })}
          </Link>
        </p>
      </div>
    </>
  );
}
