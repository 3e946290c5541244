import type { StoredSummary } from "../../domain/jersey.ts";
import type { KitType } from "../../domain/kit-types.ts";
import { type SearchQuery, seasonCode } from "../../domain/search-query.ts";
import { colorsNamed, isNamed } from "../../domain/named.ts";
import { wholeWords, words } from "../../domain/words.ts";
import { SUMMARY } from "../jerseys/columns.ts";
import type { FoundTeam, Read } from "./read.ts";

/** What a team wore at a time, and what a submission of that time begins with. */
export interface TeamKits {
  team: FoundTeam;
  years: { from: number; to: number };
  /** Of those years, or of the nearest ones if there are none. */
  jerseys: (StoredSummary & { season: { code: string } | null })[];
  /** False if none of the jerseys is of those years. */
  isExact: boolean;
  /** True if they are of the time that was asked for, and none is of the kit type. */
  areOtherKits: boolean;
  /** The season that begins in the year, if it is one year and the season is in the catalogue. */
  season?: { id: string; name: string } | undefined;
  kitType?: KitType | undefined;
}

/**
 * The found team that a query with a year means. None if the words found jerseys and no team of that
 * name: "nike 1993" is not about Nice, one letter away. A colour is no team: "maillot rouge 2018".
 */
export function teamMeant(
  typed: string,
  teams: readonly FoundTeam[],
  jerseys: readonly { team: string }[],
): FoundTeam | undefined {
  if (colorsNamed(typed).length > 0) {
    return teams.find((team) => isNamed(namesOf(team), typed));
  }
  const worn = new Set(jerseys.map(({ team }) => team));
  return (
    teams.find((team) => worn.has(team.name) || isCalled(team, typed)) ??
    (jerseys.length === 0 ? teams[0] : undefined)
  );
}

/** Everything that a team is called. */
export function namesOf({ name, short_name: short, aliases }: FoundTeam): (string | null)[] {
  return [name, short, ...aliases.map(({ alias }) => alias)];
}

/** True if all typed words begin words of the team's names. */
export function isCalled(team: FoundTeam, typed: string): boolean {
  const names = namesOf(team).join(" ");
  const called = words(`${names} ${wholeWords(names)}`);
  return words(typed).every((word) => called.some((known) => known.startsWith(word)));
}

export async function readTeamKits(
  read: Read,
  team: FoundTeam,
  { years, season, kitType }: SearchQuery,
  limit: number,
): Promise<TeamKits> {
  const { from, to } = years!;
  const near = (kit_type: KitType | undefined) =>
    read<StoredSummary & { season: { code: string } | null }>("team_kits_near", {
      team_id: team.id,
      year_from: from,
      year_to: to,
      ...(kit_type && { kit_type }),
      max_results: limit,
      select: `${SUMMARY}, season:seasons(code)`,
      "images.order": "position",
      "images.limit": "1",
    });
  const [jerseys, seasons] = await Promise.all([
    near(kitType),
    from === to ? readSeason(read, team, from, season) : undefined,
  ]);
  const isOfThen = ({ year, season: worn }: (typeof jerseys)[number]) => {
    const began = year ?? Number(worn?.code.slice(0, 4));
    return began >= from && began <= to;
  };
  const ofThen = jerseys.filter(isOfThen);
  const isExact = ofThen.length > 0;
  // "Lens 98 third" may be what was worn in 1997-98.
  const mayBeMeant = jerseys.some(({ season: worn }) => worn?.code === seasonCode(from - 1, false));
  // Otherwise another kit of then is nearer than the same kit of another year.
  const otherKits =
    isExact || mayBeMeant || !kitType ? [] : (await near(undefined)).filter(isOfThen);
  return {
    team,
    years: { from, to },
    jerseys: isExact ? ofThen : otherKits.length > 0 ? otherKits : jerseys,
    isExact,
    areOtherKits: otherKits.length > 0,
    season: seasons,
    kitType,
  };
}

/** The season that begins in a year: of two years, or of one where the team plays such seasons. */
async function readSeason(read: Read, team: FoundTeam, year: number, named: string | undefined) {
  const codes = [seasonCode(year, false), seasonCode(year, true)];
  const [known, lineUps] = await Promise.all([
    read<{ id: string; name: string; code: string }>("/seasons", {
      select: "id, name, code",
      code: `in.(${codes.join()})`,
      is_active: "is.true",
    }),
    read<{ season: { code: string } | null }>("/team_seasons", {
      select: "season:seasons(code)",
      team_id: `eq.${team.id}`,
      order: "id.desc",
      limit: 1,
    }),
  ]);
  const isOneYear = lineUps[0]?.season?.code.length === 4;
  const code = named ?? seasonCode(year, isOneYear);
  return known.find((season) => season.code === code);
}
