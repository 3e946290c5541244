import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../../shared/components/plain-link.tsx";

import { Breadcrumbs } from "../../../shared/components/breadcrumbs.tsx";
import { Fact, Figure } from "../../components/figure.tsx";
import { FeedLink } from "../../components/feed-link.tsx";
import { MoreMenu } from "../../../shared/components/menu.tsx";
import { JerseyImage } from "../../../shared/components/jersey-image.tsx";
import { Badge } from "../../../shared/ui/badge.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { FollowButton } from "../../../collect/follows/follow-button.tsx";
import { ShareButton } from "../../../jersey/share/share-button.tsx";
import type { Crumb } from "../../../shared/head/breadcrumbs.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { ContributeLinks } from "../../../contribute/links/contribute-links.tsx";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { jerseyParams, type JerseySummary } from "../../../shared/domain/jersey.ts";
import type { League } from "../../../shared/domain/leagues.ts";

/** On a phone, a name or a word of more characters than these doesn't fit beside the shirt in full size. */
const LONG_NAME = 22;
const LONG_WORD = 9;

export interface TeamFacts {
  id: string;
  name: string;
  slug: string;
  shortName: string | null;
  city: string | null;
  country: string | null;
  founded: number | null;
  colors: string[];
  league: League;
  competition: { id: string; name: string; slug: string } | null;
}

/** The top of a team's page: its newest home shirt, and facts. */
export function TeamHeader({
  team,
  home,
  crumbs,
  jerseys,
}: {
  team: TeamFacts;
  /** Null if the catalogue has none. */
  home: JerseySummary | null;
  crumbs: Crumb[];
  jerseys: number;
}) {
  const { t } = useTranslation(["team", "facts", "catalogue"]);
  const { t: words } = useTranslation("catalogue");
  const { t: common } = useTranslation();
  const to = useHref();
  const lang = useLanguage();
  const { name, shortName, city, country, founded, colors, league, competition } = team;
  const isLong =
    name.length > LONG_NAME || name.split(/[ -]/).some((word) => word.length > LONG_WORD);
  return (
    <header className="overflow-hidden border-b border-line bg-surface">
      <ColorBand colors={colors} />
      <div className="page relative pt-4 pb-10 md:pt-6 md:pr-80">
        <Breadcrumbs crumbs={crumbs} className="text-muted" />
        <div>
          <div className="mt-4 flex items-center gap-3 md:min-h-28">
            <HomeShirt team={team} home={home} />
            <div className="min-w-0">
              <h1 className={cx("heading", isLong ? "text-3xl md:text-4xl" : "text-4xl")}>
                {name}
              </h1>
              {shortName && shortName !== name && <p className="caption mt-2">{shortName}</p>}
            </div>
          </div>
          <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-5 max-md:items-baseline max-md:gap-x-4 max-md:gap-y-1 max-md:*:flex-row max-md:*:items-baseline max-md:[&_dd]:text-base md:mt-6">
            {founded !== null && <Figure label={t("facts:founded_year")} value={String(founded)} />}
            <Figure
              label={words("label.jerseys", { count: jerseys })}
              value={formatNumber(jerseys, lang)}
            />
            {city && (
              <Fact isPlain label={t("facts:city")}>
                {city}
              </Fact>
            )}
            {country && (
              <Fact isPlain label={t("facts:country")}>
                {country}
              </Fact>
            )}
            {competition && (
              <Fact isPlain label={t("facts:competition")}>
                <span className="flex flex-wrap items-center gap-2">
                  <PlainLink
                    to={to("competition", { competitionId: competition.id })}
                    className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
                  >
                    {competition.name}
                  </PlainLink>
                  <Badge tone={league}>{common(`league.${league}`)}</Badge>
                </span>
              </Fact>
            )}
          </dl>
          <div className="mt-6 flex flex-wrap gap-3">
            <FollowButton target={{ type: "team", id: team.id, name }} />
            <ShareButton title={name} picture={shareImagePath("team", team.id, lang)} />
            <MoreMenu>
              <ContributeLinks
                target={{ type: "team", id: team.id }}
                suggest={t("catalogue:suggest")}
                history={t("catalogue:history")}
              />
              <FeedLink subject={{ kind: "team", id: team.id }} />
            </MoreMenu>
          </div>
        </div>
      </div>
    </header>
  );
}

/** The newest home shirt, which leads to its page; without one, a shirt in the team's colours. */
function HomeShirt({ team, home }: { team: TeamFacts; home: JerseySummary | null }) {
  const to = useHref();
  const place =
    "block size-28 shrink-0 md:absolute md:top-1/2 md:right-(--gutter) md:size-56 md:-translate-y-1/2 lg:size-72";
  const { slug, league, colors } = team;
  if (!home) {
    return (
      <JerseyImage
        jersey={{ league, kit_type: "home", team_slug: slug, year: null, teams: { colors } }}
        path={null}
        alt=""
        sizes="18rem"
        className={cx(place, "p-0!")}
      />
    );
  }
  const path = home.images[0]?.path;
  return (
    <PlainLink
      to={to("jersey", jerseyParams(home))}
      className={cx(place, path && "overflow-hidden rounded-2xl")}
    >
      <JerseyImage
        jersey={home}
        path={path}
        alt={home.title}
        sizes="(min-width: 48rem) 18rem, 7rem"
        className={path ? undefined : "p-0!"}
        priority
      />
    </PlainLink>
  );
}

/** A band in the team's colours across the page. */
function ColorBand({ colors }: { colors: string[] }) {
  if (colors.length === 0) return null;
  return (
    <div aria-hidden className="flex h-3 border-b border-line">
      {colors.map((color, n) => (
        <span key={n} className={n === 0 ? "grow-3" : "grow"} style={{ backgroundColor: color }} />
      ))}
    </div>
  );
}
