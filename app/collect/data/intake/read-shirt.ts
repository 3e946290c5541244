import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import leven from "leven";

import { backend } from "../../../shared/data/browser.ts";
import { type Found, searchCatalogue } from "../../../shared/data/search/search.ts";
import { jerseyValueOf } from "../../../shared/domain/import/words.ts";
import { tellingWords } from "../../../shared/domain/named.ts";
import { words } from "../../../shared/domain/words.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import { isCalled } from "../../../shared/data/search/team-kits.ts";
import { type FoundTeam, reader, type SearchSource } from "../../../shared/data/search/read.ts";
import { SHORTEST_QUERY, tidyText } from "../../../shared/domain/search-text.ts";
import { localJersey, type LocalJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { StoredSummary } from "../../../shared/domain/jersey.ts";
import type { FormerJersey } from "../../domain/copies/copy.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import { knownTeam } from "./known-team.ts";
import {
  LONGEST_TYPED,
  shirtAround,
  soughtOf,
  type TypedShirt,
  typedShirt,
  withYear,
} from "../../domain/intake/typed-shirt.ts";

/** A typed text as it was understood. */
export interface ReadShirt {
  /** The text, tidied. */
  text: string;
  /** True if a team of the catalogue is called as it was typed; otherwise the jerseys are those of a similar name. */
  isSure: boolean;
  /** The jerseys of the catalogue that it may mean, the likeliest first. */
  jerseys: LocalJersey<StoredSummary>[];
  /** The shirt that it is without a page; with its team, where the catalogue has it. */
  own: FormerJersey;
  details: Pick<CopyDetails, "printed_name" | "printed_number" | "size" | "version" | "notes">;
}

const LIMITS = { jerseys: 6, teams: 3, competitions: 1, kits: 6 };

/** As many as a phone shows beside its keyboard. */
const OFFERED = 3;

/** What a typed text means, by the search that finds jerseys. Null if it names no team. */
export function readShirt(typed: string, lang: Language) {
  const text = tidyText(typed);
  return queryOptions({
    queryKey: ["read-shirt", text, lang] as const,
    enabled: text.length >= SHORTEST_QUERY && text.length <= LONGEST_TYPED,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: ({ signal }) => meaningOf(backend(), text, lang, signal),
  });
}

/** Reads a text by the catalogue's teams: one that is named anywhere in it beats any other reading. */
export async function meaningOf(
  source: SearchSource,
  text: string,
  lang: Language,
  signal?: AbortSignal,
): Promise<ReadShirt | null> {
  const asTyped = typedShirt(text);
  if (!asTyped) return null;
  const thisYear = new Date().getFullYear();
  const search = (shirt: TypedShirt) =>
    searchCatalogue(source, { query: soughtOf(shirt), lang, limits: LIMITS }, signal);
  const known = await knownTeam(reader(source, signal), text, lang);
  if (known) {
    const { team, called } = known;
    const league = team.competition?.league ?? "SOCCER";
    const shirt = shirtAround(text, { called, name: team.name, league }, thisYear);
    const { kits, jerseys } = await search(shirt);
    const isOfTeam = kits?.team.id === team.id;
    const ofTeam = jerseys.filter((jersey) => jersey.team === team.name);
    return meant(text, shirt, team, { kits: isOfTeam ? kits : undefined, jerseys: ofTeam }, lang);
  }
  const longer = withYear(text, thisYear);
  const shirt = (longer ? typedShirt(longer) : undefined) ?? asTyped;
  const found = await search(shirt);
  // "Brest third": a word that begins the name of one club only.
  const club = found.kits || found.team ? undefined : onlyClub(found.teams, shirt.team);
  if (club) return meant(text, shirt, club, await search({ ...shirt, team: club.name }), lang);
  const likely = found.kits?.team ?? found.team;
  const team = likely && isCalled(likely, shirt.team) ? likely : undefined;
  if (team) return meant(text, shirt, team, found, lang);
  // A similar name is another team's, unless it is this one misspelt.
  const jerseys = found.jerseys.filter((jersey) => isMisspelt(jersey.team, shirt.team));
  const kits = likely && isMisspelt(likely.name, shirt.team) ? found.kits : undefined;
  return meant(text, shirt, undefined, { jerseys, kits }, lang);
}

/** "Barcelonne" is FC Barcelona; "Stade Toulousain" is no Stade rennais. */
function isMisspelt(name: string, typed: string): boolean {
  const known = tellingWords(name);
  const sought = tellingWords(typed).filter((word) => word.length > 3);
  return (
    sought.length > 0 &&
    sought.every((word) => known.some((one) => leven(word, one) <= word.length / 4))
  );
}

/** The first of the found teams, if it is called so and no other club is: an import takes the same (`private.club_called()`). */
function onlyClub(teams: readonly FoundTeam[], typed: string): FoundTeam | undefined {
  const [club, ...others] = teams.filter((team) => isCalled(team, typed));
  return club && others.every(({ name }) => name.startsWith(`${club.name} `)) ? club : undefined;
}

function meant(
  text: string,
  shirt: TypedShirt,
  team: FoundTeam | undefined,
  found: Pick<Found, "kits" | "jerseys">,
  lang: Language,
): ReadShirt {
  const isKit = (jersey: { kit_type: KitType | null }) =>
    shirt.kit_type === null || jersey.kit_type === shirt.kit_type;
  // What a team wore then; of a text without a time whatever its words find.
  const jerseys = found.kits
    ? found.kits.jerseys.filter(
        (jersey) => isKit(jersey) && (found.kits!.isExact || endsIn(jersey.season, shirt.season)),
      )
    : shirt.season === null
      ? found.jerseys.filter(isKit)
      : [];
  // The season of the catalogue has two years where the team's have.
  const played = team && found.kits?.season;
  const season = (played && seasonOf(played.name)) ?? shirt.season;
  return {
    text,
    isSure: team !== undefined,
    jerseys: jerseys.slice(0, OFFERED).map((jersey) => localJersey(jersey, lang)),
    own: {
      title: [team?.name ?? shirt.team, season].filter(Boolean).join(" "),
      team: team?.name ?? shirt.team,
      league: team?.competition?.league ?? leagueSaid(text) ?? "SOCCER",
      ...(season && { season, year: Number(season.slice(0, 4)) }),
      ...(shirt.kit_type && { kit_type: shirt.kit_type }),
      ...(team && { teams: team }),
    },
    details: {
      printed_name: shirt.printed_name,
      printed_number: shirt.printed_number,
      size: shirt.size,
      version: shirt.version,
      notes: shirt.notes,
    },
  };
}

/** True for the season that ends in a year: "Lens 98" may be what was worn in 1997-98. */
const endsIn = (season: { code: string } | null | undefined, year: string | null) =>
  year !== null && season?.code === seasonOf(`${Number(year) - 1}-${year}`);

/** The league that a word of a text means: "maillot basket Limoges". */
const leagueSaid = (text: string) =>
  words(text).flatMap((word) => jerseyValueOf("league", word) ?? [])[0];
