import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Command } from "cmdk";
import type { ReactNode } from "react";
import type { NavigateOptions } from "react-router";

import { HaveInOption } from "../../collect/collection/have-button.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LeagueIcon } from "../components/league-icon.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import type { FoundCompetition, FoundTeam } from "../../shared/data/search/read.ts";
import type { SeasonFound } from "../../shared/data/search/season-found.ts";
import { competitionName, localJersey, teamName } from "../../shared/i18n/catalogue-names.ts";
import { cityName } from "../../shared/i18n/places.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { jerseyParams, type StoredSummary } from "../../shared/domain/jersey.ts";

/** Leads to a page, and closes the search. */
export type Pick = (path: string, options?: NavigateOptions) => void;

/** One option of the list: picture, name, and the facts that distinguish equal names. */
export function Option({
  value,
  picture,
  title,
  details = [],
  have,
  onPick,
}: {
  value: string;
  picture: ReactNode;
  title: string;
  details?: readonly (string | number | null | undefined)[];
  /** Before the picture. */
  have?: ReactNode;
  onPick: () => void;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onPick}
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 data-[selected=true]:bg-surface"
    >
      {have}
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg">
        {picture}
      </span>
      <span className="grid min-w-0">
        <span className="line-clamp-2 leading-snug font-semibold">{title}</span>
        <span className="truncate text-sm text-muted empty:hidden">
          {details.filter(Boolean).join(" · ")}
        </span>
      </span>
    </Command.Item>
  );
}

export function JerseyOption({ jersey, onPick }: { jersey: StoredSummary; onPick: Pick }) {
  const { t } = useTranslation();
  const to = useHref();
  const lang = useLanguage();
  const { id, title, team, year, kit_type } = localJersey(jersey, lang);
  return (
    <Option
      value={`jersey ${id}`}
      picture={
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="3rem"
          largest={160}
        />
      }
      title={title}
      details={[team, year, kit_type && t(`kitType.${kit_type}`)]}
      have={<HaveInOption jersey={{ id, title }} go={onPick} />}
      onPick={() => onPick(to("jersey", jerseyParams(jersey)))}
    />
  );
}

export function TeamOption({ team, onPick }: { team: FoundTeam; onPick: Pick }) {
  const lang = useLanguage();
  const to = useHref();
  const { id, city, country, colors, competition } = team;
  const name = teamName(team, competition, lang);
  const place = countryName(country, lang);
  return (
    <Option
      value={`team ${id}`}
      picture={
        <TeamShirt colors={colors} league={competition?.league ?? "SOCCER"} className="size-10" />
      }
      title={name}
      details={[
        competition && competitionName(competition, lang),
        cityName({ city, country }, lang),
        place === name ? undefined : place,
      ]}
      onPick={() => onPick(to("team", { teamId: id }))}
    />
  );
}

export function CompetitionOption({
  competition,
  onPick,
}: {
  competition: FoundCompetition;
  onPick: Pick;
}) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const to = useHref();
  const { id, league, country } = competition;
  return (
    <Option
      value={`competition ${id}`}
      picture={<LeagueIcon league={league} className="size-7 text-muted" />}
      title={competitionName(competition, lang)}
      details={[t(`league.${league}`), countryName(country, lang)]}
      onPick={() => onPick(to("competition", { competitionId: id }))}
    />
  );
}

/** The page of a competition's season: "ligue 1 2024". */
export function SeasonOption({ wall, onPick }: { wall: SeasonFound; onPick: Pick }) {
  const { t } = useTranslation("search");
  const lang = useLanguage();
  const to = useHref();
  const { competition, season } = wall;
  return (
    <Option
      value="season"
      picture={<LeagueIcon league={competition.league} className="size-7 text-muted" />}
      title={`${competitionName(competition, lang)} ${seasonInWords(season.name, lang)}`}
      details={[t("wall")]}
      onPick={() => onPick(to("season", { competitionId: competition.id, season: season.code }))}
    />
  );
}
