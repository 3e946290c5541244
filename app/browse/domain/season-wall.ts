import type { KitType } from "../../shared/domain/kit-types.ts";
import { columnKits } from "./column-kits.ts";
import { slug } from "../../shared/domain/slug.ts";

/** A team of a season's line-up. */
export interface WallTeam {
  id: string;
  /** The name that is stored, which a jersey without a team's row may have too. */
  name: string;
}

/** The fields of a jersey that a wall needs. */
export interface WallJersey {
  /** Null for a team that is only a text. */
  team_id: string | null;
  team_slug: string;
  kit_type: KitType | null;
  score: number;
}

/** The number of a team's jerseys of one kit type. */
export interface WallCount extends Pick<WallJersey, "team_id" | "team_slug"> {
  kit_type: KitType;
  jerseys: number;
}

/** A team's jerseys of one kit type: the best rated one, and how many there are. */
interface WallCell<Jersey> {
  best: Jersey;
  count: number;
}

/** A team of a season with its jerseys by kit type. */
export interface WallRow<Team, Jersey> {
  /** Its entry in the line-up; a team outside of it is known by its jerseys only. */
  entrant: Team | undefined;
  cells: Partial<Record<KitType, WallCell<Jersey>>>;
}

/**
 * The teams of a line-up, then those outside of it that have a jersey. A jersey whose team is only a
 * text belongs to the team of the line-up with that name.
 */
export function wallRows<Team extends WallTeam, Jersey extends WallJersey>(
  lineUp: readonly Team[],
  jerseys: readonly Jersey[],
  counts: readonly WallCount[],
): WallRow<Team, Jersey>[] {
  const entrantBySlug = new Map(lineUp.map((team) => [slug(team.name), team.id]));
  const keyOf = ({ team_id, team_slug }: Pick<WallJersey, "team_id" | "team_slug">) =>
    team_id ?? entrantBySlug.get(team_slug) ?? team_slug;
  const rows = new Map<string, WallRow<Team, Jersey>>(
    lineUp.map((team) => [team.id, { entrant: team, cells: {} }]),
  );
  for (const jersey of jerseys) {
    const row = rows.get(keyOf(jersey)) ?? { entrant: undefined, cells: {} };
    rows.set(keyOf(jersey), row);
    const kit = jersey.kit_type ?? "other";
    const known = row.cells[kit];
    if (!known) row.cells[kit] = { best: jersey, count: 0 };
    else if (jersey.score > known.best.score) known.best = jersey;
  }
  for (const count of counts) {
    const cell = rows.get(keyOf(count))?.cells[count.kit_type];
    if (cell) cell.count += count.jerseys;
  }
  // The two reads may differ by one moment; the shown jersey wins.
  for (const { cells } of rows.values()) {
    for (const cell of Object.values(cells)) cell.count ||= 1;
  }
  return [...rows.values()];
}

/** The columns of a wall. */
export function wallKits(rows: readonly { cells: Partial<Record<KitType, unknown>> }[]): KitType[] {
  return columnKits((kit) => rows.some(({ cells }) => cells[kit] !== undefined));
}

/** The seasons before and after one, of those that have a wall. It need not be one of them. */
export function adjacentSeasons<Season extends { code: string }>(
  seasons: readonly Season[],
  code: string,
): { previous: Season | undefined; next: Season | undefined } {
  const inOrder = seasons.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    previous: inOrder.findLast((season) => season.code < code),
    next: inOrder.find((season) => season.code > code),
  };
}

/** Seasons by how near to one they begin; of two equally near, the newer comes first. */
export function nearestSeasons<Season extends { code: string }>(
  seasons: readonly Season[],
  code: string,
): Season[] {
  const years = (season: Season) => Math.abs(Number.parseInt(season.code) - Number.parseInt(code));
  return seasons.toSorted((a, b) => years(a) - years(b) || (a.code < b.code ? 1 : -1));
}

/** The rows on one page of a wall: more, with photos in each cell, make a page too heavy. */
const ROWS_PER_PAGE = 60;

/** The part of a wall that an address asks for by `?page=`; the first for any other value. */
export function wallPage<Row>(rows: readonly Row[], wanted: string | null) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const requested = /^[1-9]\d{0,3}$/.test(wanted ?? "") ? Number(wanted) : 1;
  const page = requested <= pages ? requested : 1;
  return { page, pages, shown: rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE) };
}
