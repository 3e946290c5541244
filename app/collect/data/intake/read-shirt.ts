import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { backend } from "../../../shared/data/browser.ts";
import { type Found, searchCatalogue } from "../../../shared/data/search/search.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import { fold } from "../../../shared/domain/slug.ts";
import { words } from "../../../shared/domain/words.ts";
import { isCalled } from "../../../shared/data/search/team-kits.ts";
import type { FoundTeam } from "../../../shared/data/search/read.ts";
import { SHORTEST_QUERY, tidyQuery } from "../../../shared/domain/search-text.ts";
import { localJersey, type LocalJersey } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { StoredSummary } from "../../../shared/domain/jersey.ts";
import type { FormerJersey } from "../../domain/copies/copy.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import {
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
  const text = tidyQuery(typed);
  return queryOptions({
    queryKey: ["read-shirt", text, lang] as const,
    enabled: text.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: ({ signal }) => read(text, lang, signal),
  });
}

async function read(text: string, lang: Language, signal: AbortSignal): Promise<ReadShirt | null> {
  const asTyped = typedShirt(text);
  if (!asTyped) return null;
  const search = (shirt: TypedShirt) =>
    searchCatalogue(backend(), { query: soughtOf(shirt), lang, limits: LIMITS }, signal);
  const found = await search(asTyped);
  const longer = withYear(text, new Date().getFullYear());
  // "Schalke 04" is a team.
  const isTeam = found.team && !found.instead && isCalled(found.team, asTyped.team);
  const ofYear = longer && !isTeam ? typedShirt(longer) : undefined;
  const shirt = ofYear ?? asTyped;
  const foundOf = ofYear ? await search(ofYear) : found;
  // "Brest third": a word that begins the name of one club only.
  const club = foundOf.kits || foundOf.team ? undefined : onlyClub(foundOf.teams, shirt.team);
  return meant(
    text,
    shirt,
    club ? { ...(await search({ ...shirt, team: club.name })), team: club } : foundOf,
    lang,
  );
}

/** The first of the found teams, if it is called so and no other club is: an import takes the same (`private.club_called()`). */
function onlyClub(teams: readonly FoundTeam[], typed: string): FoundTeam | undefined {
  const [club, ...others] = teams.filter((team) => isCalled(team, typed));
  return club && others.every(({ name }) => name.startsWith(`${club.name} `)) ? club : undefined;
}

function meant(text: string, shirt: TypedShirt, found: Found, lang: Language): ReadShirt {
  const likely = found.kits?.team ?? found.team;
  // "juventus pirlo": a word at the end by which no team is called stands on the back.
  const last = nameAtEnd(text, found.instead?.without);
  const unknown = words(last ?? "");
  const named = words(shirt.team).filter((word) => !unknown.includes(word));
  // A similar name is another team's.
  const team = likely && isCalled(likely, named.join(" ")) ? likely : undefined;
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
  const season = (found.kits?.season && seasonOf(found.kits.season.name)) ?? shirt.season;
  return {
    text,
    isSure: team !== undefined,
    jerseys: jerseys.slice(0, OFFERED).map((jersey) => localJersey(jersey, lang)),
    own: {
      title: [team?.name ?? shirt.team, season].filter(Boolean).join(" "),
      team: team?.name ?? shirt.team,
      league: team?.competition?.league ?? "SOCCER",
      ...(season && { season, year: Number(season.slice(0, 4)) }),
      ...(shirt.kit_type && { kit_type: shirt.kit_type }),
      ...(team && { teams: team }),
    },
    details: {
      printed_name: shirt.printed_name ?? last ?? null,
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

/** Words as they were typed, if the text ends with them. */
function nameAtEnd(text: string, sought = ""): string | undefined {
  const end = text.slice(-sought.length);
  return sought && fold(end) === fold(sought) ? end : undefined;
}
