import { data, Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { notFound } from "../../../shared/address/not-found.ts";
import { JerseyList } from "../../../shared/components/jersey-list.tsx";
import { NoJerseys } from "../../components/no-jerseys.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { button } from "../../../shared/ui/button.tsx";
import { reader } from "../../../shared/data/access.ts";
import { jerseyPage } from "../../data/jerseys/pages.ts";
import { wearerOf } from "../../data/jerseys/variations.ts";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { jerseyTeam } from "../../../shared/i18n/catalogue-names.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { isKitType } from "../../../shared/domain/kit-types.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { href } from "../../../shared/address/paths.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { cursorOf } from "../../../shared/address/cursor.ts";
import { type Variation, variationOf, variationParams } from "../../../jersey/address/variation.ts";
import type { Route } from "./+types/route.ts";
import { CommunityCard } from "../../components/community-card.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const variation = variationOf(params);
  if (!variation) throw notFound();
  const client = reader(context);
  const lang = languageOf(url.pathname);
  const [jerseys, wearer] = await Promise.all([
    jerseyPage(client, variation, {
      lang,
      after: cursorOf(url.searchParams.get("after")),
      by: variation.year === undefined ? "year" : "score",
    }),
    wearerOf(client, variation.teamSlug),
  ]);
  const found = {
    variation,
    jerseys,
    team: wearer ? jerseyTeam(wearer, lang) : variation.teamSlug.replaceAll("-", " "),
    teamId: wearer?.team_id ?? null,
    league: wearer?.league,
  };
  return data(found, { status: jerseys.items.length > 0 ? 200 : 404 });
}

/** Labels of a variation's kit type and year. */
function labelsOf({ kitType, year }: Variation, lang: Language) {
  const t = translator(lang, "variations");
  return {
    kit: kitType ? kitInWords(kitType, lang) : t("anyKit"),
    year: year === undefined ? t("anyYear") : String(year),
  };
}

/** A kit type that there isn't is called as in its address. */
function kitInWords(kitType: string, lang: Language): string {
  return isKitType(kitType)
    ? translator(lang, "common")(`kitType.${kitType}`)
    : kitType.replaceAll("-", " ");
}

interface Found {
  variation: Variation;
  team: string;
  teamId: string | null;
}

function crumbsOf({ variation, team, teamId }: Found, lang: Language): Crumb[] {
  const { kit, year } = labelsOf(variation, lang);
  return breadcrumbsFromHome(
    lang,
    { label: team, path: teamAddress(variation, teamId, lang) },
    { label: `${kit}, ${year}` },
  );
}

/** The team's page, or all variations of a team that is not in the catalogue. */
function teamAddress({ teamSlug }: Variation, teamId: string | null, lang: Language): string {
  return teamId
    ? href("team", { teamId }, lang)
    : href("variations", variationParams({ teamSlug }), lang);
}

export const meta: Route.MetaFunction = ({ location, matches, loaderData }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "variations");
  if (!loaderData || loaderData.jerseys.items.length === 0) {
    return noindexMeta(t("empty"));
  }
  const { variation, team } = loaderData;
  const labels = { team, ...labelsOf(variation, lang) };
  const siteUrl = matches[0].loaderData?.siteUrl ?? "";
  return pageMeta({
    screen: "variations",
    params: variationParams(variation),
    lang,
    siteUrl,
    title: t("metaTitle", labels),
    description: t("metaDescription", labels),
    crumbs: crumbsOf(loaderData, lang),
  });
};

export default function Variations({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["variations", "common"]);
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const { variation, jerseys, team, teamId, league } = loaderData;
  const { teamSlug, kitType, year } = variation;
  const { kit, year: yearLabel } = labelsOf(variation, lang);
  return (
    <>
      <PageHead
        crumbs={crumbsOf(loaderData, lang)}
        title={t("common:of", { label: team, name: `${kit}, ${yearLabel}` })}
      >
        {t("title")}
      </PageHead>
      <div className="page grid grid-cols-1 gap-8">
        <Wider variation={variation} team={team} />
        <h2 className="sr-only">{words("names.jerseys")}</h2>
        <JerseyList
          listKey={`variations:${teamSlug}:${kitType ?? ""}:${year ?? ""}`}
          page={jerseys}
          Card={CommunityCard}
          said="team"
          empty={
            <NoJerseys
              title={t("empty")}
              text={t("emptyText")}
              action={t("add")}
              own={[team, kit, yearLabel].filter(Boolean).join(" ")}
              known={{
                league,
                team: teamId ?? undefined,
                kit: isKitType(kitType) ? kitType : undefined,
                year,
              }}
            />
          }
        />
      </div>
    </>
  );
}

/** Links to wider variations: any kit type, any year, or both. */
function Wider({ variation, team }: { variation: Variation; team: string }) {
  const { t } = useTranslation("variations");
  const lang = useLanguage();
  const to = useHref();
  const { teamSlug, kitType, year } = variation;
  const labels = labelsOf(variation, lang);
  const choices: { label: string; wider: Variation }[] = [];
  if (kitType && year !== undefined) {
    choices.push({ label: t("widen.kit", labels), wider: { teamSlug, year } });
  }
  if (isKitType(kitType) && year !== undefined) {
    choices.push({ label: t("widen.year", labels), wider: { teamSlug, kitType } });
  }
  if (kitType || year !== undefined) {
    choices.push({ label: t("widen.all", { team }), wider: { teamSlug } });
  }
  if (choices.length === 0) return null;
  return (
    <nav aria-label={t("widen.label")}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ label, wider }) => (
          <li key={label} className="min-w-0">
            <Link
              to={to("variations", variationParams(wider))}
              className={button({ variant: "outline", className: "max-w-full" })}
            >
              <span className="truncate">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
