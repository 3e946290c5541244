import { SearchX } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

import { OwnFound, type OwnShirtFound } from "../../collect/collection/own-found.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { LeagueIcon } from "../components/league-icon.tsx";
import { TeamTile } from "../components/team-tile.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { useSubmitHref } from "../components/no-jerseys.tsx";
import { useAddShirtHref } from "../../shared/address/use-add-shirt-href.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ColoredPage, KitsOfTime, OfTeam, ResultsPage, Tile } from "./read-results.ts";
import { SearchField } from "./search-field.tsx";
import {
  colorNames,
  nearestFilters,
  noneOfColors,
  noneOfTeam,
  submissionOf,
  timeName,
} from "./team-kits.ts";

/** A button whose text may be longer than a phone is wide. */
const WRAPS = "h-auto min-h-9 py-1.5 whitespace-normal pointer-coarse:min-h-11";

/** The results page of a query. */
export function SearchResults({
  page,
  Card,
}: {
  page: ResultsPage;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["search", "catalogue", "common"]);
  const { t: words } = useTranslation("catalogue");
  const to = useHref();
  const { query, total, jerseys, teams, competitions, kits, wall, named, colored, ofTeam } = page;
  const { suggestions, popular, more, instead } = page;
  const isEmpty = total === 0 && !colored;
  const ofTeams = <Teams id="teams" title={t("catalogue:names.teams")} teams={teams} />;
  const found = (
    <Section id="jerseys" title={t("catalogue:names.jerseys")} show={jerseys.length > 0}>
      <Cards jerseys={jerseys} Card={Card} />
      <Link
        to={`${to("catalogue", {})}?${new URLSearchParams({ q: query })}`}
        rel="nofollow"
        className={button({ variant: "outline", className: "mt-8 justify-self-center" })}
      >
        {words("jerseys.filter")}
      </Link>
      {more && (
        <Link
          to={more}
          preventScrollReset
          className={button({
            variant: "outline",
            size: "lg",
            className: "mt-8 justify-self-center",
          })}
        >
          {t("common:action.more")}
        </Link>
      )}
    </Section>
  );
  return (
    <div className="page grid gap-10 py-8 md:gap-12 md:py-12">
      <header className="grid gap-5">
        <h1 className="heading text-3xl wrap-anywhere">{t("resultsFor", { query })}</h1>
        <SearchField query={query} className="max-w-[36rem]" />
        {/* Announced when it changes: a new search replaces only the results, not the page. */}
        <p role="status" className={isEmpty ? "sr-only" : "text-muted"}>
          {total > 0 ? t(more ? "best" : "found", { count: total }) : t("catalogue:noResults")}
        </p>
        {instead && <p className="-mt-3 text-muted">{t("instead", instead)}</p>}
        {ofTeam && <AllOfTeam {...ofTeam} />}
        {colored && <AllOfColors colored={colored} isExact={jerseys.length > 0} />}
      </header>
      <OwnFound query={query}>
        {(shirts) => <OwnShirts shirts={shirts} title={t("mine")} />}
      </OwnFound>
      {isEmpty && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={t("catalogue:noResults")}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <HaveLink query={query} variant="hero" />
              <Link to={to("submit", {})} className={button({ variant: "outline" })}>
                {t("common:nav.submit")}
              </Link>
            </div>
          }
        >
          <p>{t("noneText")}</p>
        </EmptyState>
      )}
      <Teams id="suggestions" title={t("suggestions")} teams={suggestions} />
      <Teams id="popular" title={t("popular")} teams={popular} />
      {kits && <Kits kits={kits} query={query} Card={Card} />}
      {colored && jerseys.length === 0 && <Colored colored={colored} Card={Card} />}
      {!named && found}
      {named !== "competition" && ofTeams}
      <Section
        id="competitions"
        title={t("catalogue:names.competitions")}
        show={competitions.length > 0}
      >
        <Tiles>
          {wall && (
            <li>
              <TileLink to={to("season", wall)}>
                <LeagueIcon league={wall.league} className="size-11 shrink-0 p-1.5 text-muted" />
                <span className="grid min-w-0">
                  <span className="line-clamp-2 leading-snug font-semibold">{wall.name}</span>
                  <span className="truncate text-sm text-muted">{t("wall")}</span>
                </span>
              </TileLink>
            </li>
          )}
          {competitions.map(({ id, name, league, country }) => (
            <li key={id}>
              <TileLink to={to("competition", { competitionId: id })}>
                <LeagueIcon league={league} className="size-11 shrink-0 p-1.5 text-muted" />
                <span className="grid min-w-0">
                  <span className="line-clamp-2 leading-snug font-semibold">{name}</span>
                  {country && <span className="truncate text-sm text-muted">{country}</span>}
                </span>
              </TileLink>
            </li>
          ))}
        </Tiles>
      </Section>
      {named === "competition" && ofTeams}
      {named && found}
    </div>
  );
}

/** As many as two rows of tiles have. */
const OWN_SHOWN = 8;

function OwnShirts({ shirts, title }: { shirts: OwnShirtFound[]; title: string }) {
  return (
    <Section id="own-found" title={title} show>
      <Tiles>
        {shirts.slice(0, OWN_SHOWN).map(({ id, name, path, picture }) => (
          <li key={id}>
            <TileLink to={path}>
              <span className="size-14 shrink-0 overflow-hidden rounded-lg">{picture}</span>
              <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            </TileLink>
          </li>
        ))}
      </Tiles>
    </Section>
  );
}

/** What a team wore at the time asked for, or the nearest; and the way to add what is missing. */
function Kits({
  kits,
  query,
  Card,
}: {
  kits: KitsOfTime;
  query: string;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["search", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const submit = useSubmitHref();
  const { team, years, decade, jerseys, isExact } = kits;
  const time = timeName(years, t);
  const isYear = years.from === years.to;
  return (
    <Section
      id="kits"
      title={isExact ? t("kits.title", { team: team.name, time }) : team.name}
      show
    >
      {!isExact && <p className="-mt-2 mb-5 text-muted">{noneOfTeam(kits, t, lang)}</p>}
      {jerseys.length > 0 && <Cards jerseys={jerseys} Card={Card} />}
      <div className={cx("flex flex-wrap gap-3", jerseys.length > 0 && "mt-6")}>
        <Link to={submit(submissionOf(kits))} className={button({ variant: "hero" })}>
          {isYear ? t("kits.add", { time }) : t("common:nav.submit")}
        </Link>
        {!isExact && <HaveLink query={query} variant="outline" />}
        <Link
          to={`${to("team", { teamId: team.id })}?decade=${decade}`}
          className={button({ variant: "outline" })}
        >
          {t("kits.timeline")}
        </Link>
      </div>
    </Section>
  );
}

/** Colours and a time of which there is no jersey: the nearest ones, and the way to add one. */
function Colored({
  colored,
  Card,
}: {
  colored: ColoredPage;
  Card: ComponentType<JerseyCardProps>;
}) {
  const { t } = useTranslation(["search", "common"]);
  const { t: common } = useTranslation();
  const submit = useSubmitHref();
  const { colors, years, nearest } = colored;
  const names = colorNames(colors, common);
  const time = timeName(years, t);
  return (
    <Section id="colored" title={`${names} · ${time}`} show>
      <p className="-mt-2 mb-5 text-muted">{noneOfColors(colored, t)}</p>
      {nearest.length > 0 && <Cards jerseys={nearest} Card={Card} />}
      <Link
        to={submit(submissionOf(colored))}
        className={button({
          variant: "hero",
          className: cx("justify-self-start", nearest.length > 0 && "mt-6"),
        })}
      >
        {years.from === years.to ? t("kits.add", { time }) : t("common:nav.submit")}
      </Link>
    </Section>
  );
}

/** Leads to the field that keeps a shirt which the catalogue lacks. */
function HaveLink({ query, variant }: { query: string; variant: "hero" | "outline" }) {
  const { t } = useTranslation("search");
  const addShirt = useAddShirtHref();
  return (
    <Link to={addShirt(query)} rel="nofollow" className={button({ variant })}>
      {t("haveIt")}
    </Link>
  );
}

/** The ways into the catalogue of colours and a time. */
function AllOfColors({ colored, isExact }: { colored: ColoredPage; isExact: boolean }) {
  const { t } = useTranslation("search");
  const { t: common } = useTranslation();
  const catalogue = useHref()("catalogue", {});
  const names = colorNames(colored.colors, common);
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {nearestFilters(colored, isExact).map(({ years, search }) => (
        <li key={search}>
          <Link
            to={catalogue + search}
            rel="nofollow"
            className={button({ variant: "outline", size: "sm", className: WRAPS })}
          >
            {t("colors.all", {
              what: [names, years && timeName(years, t)].filter(Boolean).join(" · "),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The ways into the catalogue of a team that the words name. */
function AllOfTeam({ name, slug, total, decades }: OfTeam) {
  const { t } = useTranslation("search");
  const lang = useLanguage();
  const catalogue = useHref()("catalogue", {});
  return (
    <ul className="flex flex-wrap items-center gap-2">
      <li>
        <Link
          to={`${catalogue}?team=${slug}`}
          className={button({ variant: "outline", size: "sm", className: WRAPS })}
        >
          {t("allOfTeam", { team: name, count: total })}
        </Link>
      </li>
      {decades.map(({ from, jerseys }) => (
        <li key={from}>
          <Link
            to={`${catalogue}?team=${slug}&from=${from}&to=${from + 9}`}
            rel="nofollow"
            className={button({ variant: "ghost", size: "sm" })}
          >
            {t("kits.decade", { year: from })} ({formatNumber(jerseys, lang)})
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Teams({ id, title, teams }: { id: string; title: string; teams: Tile[] }) {
  return (
    <Section id={id} title={title} show={teams.length > 0}>
      <Tiles>
        {teams.map((team) => (
          <li key={team.id}>
            <TeamTile team={team} league={team.league} />
          </li>
        ))}
      </Tiles>
    </Section>
  );
}

function Section({
  id,
  title,
  show,
  children,
}: {
  id: string;
  title: string;
  show: boolean;
  children: ReactNode;
}) {
  if (!show) return null;
  return (
    <section aria-labelledby={id} className="grid">
      <h2 id={id} className="heading mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Tiles({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {children}
    </ul>
  );
}

/** A tile that leads on: a picture and what it shows. */
function TileLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PlainLink
      to={to}
      className="flex h-full min-h-18 items-center gap-3 rounded-2xl bg-surface p-3 transition-colors hover:bg-line"
    >
      {children}
    </PlainLink>
  );
}

function Cards({
  jerseys,
  Card,
}: {
  jerseys: JerseySummary[];
  Card: ComponentType<JerseyCardProps>;
}) {
  return (
    <JerseyGrid>
      {jerseys.map((jersey, n) => (
        <li key={jersey.id}>
          <Card jersey={jersey} sizes={GRID_SIZES} priority={n === 0} />
        </li>
      ))}
    </JerseyGrid>
  );
}
