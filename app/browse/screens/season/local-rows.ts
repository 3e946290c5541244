import type { readSeasonWall, StoredWallJersey } from "../../data/seasons/season-wall.ts";
import type { LocalName } from "../../../shared/domain/jersey.ts";
import { KIT_TYPES, type KitType } from "../../../shared/domain/kit-types.ts";
import { type WallRow as StoredRow, wallRows } from "../../domain/season-wall.ts";
import { jerseyTeam, localJersey, teamName } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { nameOrder } from "../../../shared/i18n/name-order.ts";

type Wall = Awaited<ReturnType<typeof readSeasonWall>>;

/** A team of a wall, in the reader's language. */
export interface WallRow {
  /** Null for a team without a page. */
  teamId: string | null;
  name: LocalName;
  /** The colours of its drawn shirts. */
  colors: string[];
  isEntrant: boolean;
  cells: Partial<Record<KitType, WallCell>>;
}

/** A cell with only what it shows: a wall has hundreds of them in its page. */
export interface WallCell {
  id: string;
  title: string;
  /** The team's part of the jersey's address. */
  slug: string;
  /** The same for the kit type. */
  kit: string;
  year: number | null;
  /** The cover's file. */
  path: string | null;
  count: number;
}

/** The rows of a wall: teams with a jersey first, each part by the team's name in the reader's language. */
export function localRows(
  { lineUp, jerseys, counts }: Wall,
  competition: { slug: string },
  lang: Language,
): WallRow[] {
  const rows = wallRows(lineUp, jerseys, counts).map(({ entrant, cells }): WallRow => {
    const local = Object.entries(cells).map(([kit, cell]) => [kit, localCell(cell, lang)]);
    return {
      ...(entrant
        ? {
            teamId: entrant.id,
            name: teamName(entrant, competition, lang),
            colors: entrant.colors,
            isEntrant: true,
          }
        : outsider(cells, lang)),
      cells: Object.fromEntries(local) as WallRow["cells"],
    };
  });
  const byName = nameOrder<WallRow>(lang, ({ name }) => name);
  return rows.sort(
    (one, other) => Number(isEmpty(one)) - Number(isEmpty(other)) || byName(one, other),
  );
}

const isEmpty = ({ cells }: WallRow) => Object.keys(cells).length === 0;

/** A team outside of the line-up, as its first jersey names it. */
function outsider(
  cells: StoredRow<unknown, StoredWallJersey>["cells"],
  lang: Language,
): Omit<WallRow, "cells"> {
  const jersey = KIT_TYPES.map((kit) => cells[kit]?.best).find((best) => best !== undefined)!;
  const { team_id, teams } = jersey;
  return {
    // Visitors don't see an inactive team, nor one of an inactive competition.
    teamId: teams?.competition ? team_id : null,
    name: jerseyTeam(jersey, lang),
    colors: teams?.colors ?? [],
    isEntrant: false,
  };
}

function localCell(
  { best, count }: { best: StoredWallJersey; count: number },
  lang: Language,
): WallCell {
  const { id, title, team_slug, kit_type_slug, year, images } = localJersey(best, lang);
  const path = images[0]?.path ?? null;
  return { id, title, slug: team_slug, kit: kit_type_slug, year, path, count };
}
