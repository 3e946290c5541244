import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Command } from "cmdk";
import { Plus, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";

import type { OwnShirtFound } from "../../collect/collection/own-found.tsx";
import { useAddShirtHref } from "../../shared/address/use-add-shirt-href.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useSubmitHref } from "../components/no-jerseys.tsx";
import type { FoundTeam } from "../../shared/data/search/read.ts";
import { type ColorsAndTime, type Found, otherJerseys } from "../../shared/data/search/search.ts";
import type { TeamKits } from "../../shared/data/search/team-kits.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import {
  CompetitionOption,
  JerseyOption,
  Option,
  type Pick,
  SeasonOption,
  TeamOption,
} from "./options.tsx";
import {
  colorNames,
  nearestFilters,
  noneOfColors,
  noneOfTeam,
  submissionOf,
  timeName,
} from "./team-kits.ts";

/** What the words found: teams and competitions first where the words name one. */
export function Matches({ found, onPick }: { found: Found; onPick: Pick }) {
  const { t } = useTranslation(["search", "catalogue"]);
  const { teams, competitions, wall, named } = found;
  const others = otherJerseys(found);
  const jerseys = (
    <Group heading={t("catalogue:names.jerseys")} show={others.length > 0}>
      {others.map((jersey) => (
        <JerseyOption key={jersey.id} jersey={jersey} onPick={onPick} />
      ))}
    </Group>
  );
  const ofTeams = <TeamGroup heading={t("catalogue:names.teams")} teams={teams} onPick={onPick} />;
  return (
    <>
      {!named && jerseys}
      {named !== "competition" && ofTeams}
      <Group heading={t("catalogue:names.competitions")} show={competitions.length > 0}>
        {wall && <SeasonOption wall={wall} onPick={onPick} />}
        {competitions.map((competition) => (
          <CompetitionOption key={competition.id} competition={competition} onPick={onPick} />
        ))}
      </Group>
      {named === "competition" && ofTeams}
      {named && jerseys}
    </>
  );
}

/** Options under a heading; nothing without options. */
function Group({
  heading,
  show = true,
  children,
}: {
  heading: ReactNode;
  show?: boolean;
  children: ReactNode;
}) {
  if (!show) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:caption [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1"
    >
      {children}
    </Command.Group>
  );
}

/** What a team wore at the time asked for, or the nearest; and the way to add what is missing. */
export function KitsGroup({
  kits,
  query,
  onPick,
}: {
  kits: TeamKits;
  query: string;
  onPick: Pick;
}) {
  const { t } = useTranslation(["search", "common"]);
  const lang = useLanguage();
  const submit = useSubmitHref();
  const { team, years, jerseys, isExact } = kits;
  const time = timeName(years, t);
  const name = teamName(team, team.competition, lang);
  const details = isExact ? undefined : noneOfTeam(kits, t, lang);
  return (
    <Group heading={isExact ? t("kits.title", { team: name, time }) : name}>
      {details && <p className="px-3 pb-1 text-sm text-muted">{details}</p>}
      {jerseys.map((jersey) => (
        <JerseyOption key={jersey.id} jersey={jersey} onPick={onPick} />
      ))}
      {!isExact && <HaveOption query={query} onPick={onPick} />}
      <AddOption
        title={years.from === years.to ? t("kits.add", { time }) : t("common:nav.submit")}
        details={[name, kits.season && seasonInWords(kits.season.name, lang)]}
        onPick={() => onPick(submit(submissionOf(kits)))}
      />
    </Group>
  );
}

/** As many of one's own shirts as leave room for the catalogue's jerseys. */
const OWN_SHOWN = 4;

/** The member's shirts without a page that the words find. */
export function OwnGroup({ shirts, onPick }: { shirts: OwnShirtFound[]; onPick: Pick }) {
  const { t } = useTranslation("search");
  return (
    <Group heading={t("mine")}>
      {shirts.slice(0, OWN_SHOWN).map(({ id, name, path, picture }) => (
        <Option
          key={id}
          value={`shirt ${id}`}
          picture={picture}
          title={name}
          onPick={() => onPick(path)}
        />
      ))}
    </Group>
  );
}

/** Colours and a time: the nearest jerseys where there is none of then, the way into the catalogue, and to add one. */
export function ColorsGroup({
  colored,
  isExact,
  onPick,
}: {
  colored: ColorsAndTime;
  isExact: boolean;
  onPick: Pick;
}) {
  const { t } = useTranslation(["search", "common"]);
  const { t: common } = useTranslation();
  const to = useHref();
  const submit = useSubmitHref();
  const { colors, years, nearest } = colored;
  const names = colorNames(colors, common);
  const time = timeName(years, t);
  return (
    <Group heading={`${names} · ${time}`}>
      {!isExact && <p className="px-3 pb-1 text-sm text-muted">{noneOfColors(colored, t)}</p>}
      {nearest.map((jersey) => (
        <JerseyOption key={jersey.id} jersey={jersey} onPick={onPick} />
      ))}
      {nearestFilters(colored, isExact).map(({ years: span, search }) => (
        <Option
          key={search}
          value={`catalogue ${search}`}
          picture={<SlidersHorizontal aria-hidden className="size-5 text-muted" />}
          title={[names, span && timeName(span, t)].filter(Boolean).join(" · ")}
          details={[t("colors.catalogue")]}
          onPick={() => onPick(to("catalogue", {}) + search)}
        />
      ))}
      {!isExact && (
        <AddOption
          title={years.from === years.to ? t("kits.add", { time }) : t("common:nav.submit")}
          onPick={() => onPick(submit(submissionOf(colored)))}
        />
      )}
    </Group>
  );
}

/**
 * What to try where nothing was found: teams with a similar name, otherwise popular ones, keeping the shirt as one's own, or
 * adding the jersey.
 */
export function Instead({ query, found, onPick }: { query: string; found: Found; onPick: Pick }) {
  const { t } = useTranslation(["search", "common"]);
  const to = useHref();
  return (
    <>
      <TeamGroup heading={t("suggestions")} teams={found.suggestions} onPick={onPick} />
      <TeamGroup heading={t("popular")} teams={found.popular} onPick={onPick} />
      <HaveOption query={query} onPick={onPick} />
      <AddOption title={t("common:nav.submit")} onPick={() => onPick(to("submit", {}))} />
    </>
  );
}

function TeamGroup({
  heading,
  teams = [],
  onPick,
}: {
  heading: string;
  teams: FoundTeam[] | undefined;
  onPick: Pick;
}) {
  return (
    <Group heading={heading} show={teams.length > 0}>
      {teams.map((team) => (
        <TeamOption key={team.id} team={team} onPick={onPick} />
      ))}
    </Group>
  );
}

/** Leads to the field that keeps a shirt which the catalogue lacks. */
function HaveOption({ query, onPick }: { query: string; onPick: Pick }) {
  const { t } = useTranslation("search");
  const addShirt = useAddShirtHref();
  return (
    <AddOption
      value="have"
      title={t("haveIt")}
      details={[query]}
      onPick={() => onPick(addShirt(query))}
    />
  );
}

function AddOption({
  value = "add",
  title,
  details,
  onPick,
}: {
  value?: string;
  title: string;
  details?: (string | undefined)[];
  onPick: () => void;
}) {
  return (
    <Option
      value={value}
      picture={<Plus aria-hidden className="size-5 text-muted" />}
      title={title}
      {...(details && { details })}
      onPick={onPick}
    />
  );
}
