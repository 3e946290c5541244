import { href } from "../../../shared/address/paths.ts";
import { jerseyParams, namesTeam } from "../../../shared/domain/jersey.ts";
import type { Target, TargetType } from "../../../shared/domain/suggestion.ts";
import { competitionName, localJersey, teamName } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";

const COLUMNS = {
  jersey:
    "id, title, team, team_slug, kit_type, kit_type_slug, year, league, author_id, status, competition:competitions(name, slug), season:seasons(name), teams(colors, country, competition:competitions(slug)), images:jersey_images(path)",
  team: "id, name, country, competition:competitions(slug)",
  competition: "id, name, slug",
} as const;

async function jerseys(client: Client, ids: string[]) {
  const { data } = await client
    .from("jerseys")
    .select(COLUMNS.jersey)
    .in("id", ids)
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" })
    .throwOnError();
  return data.map((jersey) => ({ type: "jersey", ...jersey }) as const);
}

async function teams(client: Client, ids: string[]) {
  const { data } = await client.from("teams").select(COLUMNS.team).in("id", ids).throwOnError();
  return data.map((team) => ({ type: "team", ...team }) as const);
}

async function competitions(client: Client, ids: string[]) {
  const { data } = await client
    .from("competitions")
    .select(COLUMNS.competition)
    .in("id", ids)
    .throwOnError();
  return data.map((competition) => ({ type: "competition", ...competition }) as const);
}

const READERS = { jersey: jerseys, team: teams, competition: competitions };

/** What suggestions and versions are about, as its page names it. */
export type NamedTarget = Awaited<ReturnType<(typeof READERS)[TargetType]>>[number];

/** The targets by id; those that this client doesn't see are missing. */
export async function readTargets(
  client: Client,
  targets: readonly Target[],
): Promise<Map<string, NamedTarget>> {
  const read = async (type: TargetType): Promise<NamedTarget[]> => {
    const ids = [...new Set(targets.filter((target) => target.type === type).map(({ id }) => id))];
    return ids.length === 0 ? [] : READERS[type](client, ids);
  };
  const found = await Promise.all([read("jersey"), read("team"), read("competition")]);
  return new Map(found.flat().map((target) => [target.id, target]));
}

/** How its page names it. */
export function targetName(target: NamedTarget, lang: Language): string {
  if (target.type === "jersey") {
    const { title, team } = localJersey(target, lang);
    return namesTeam({ title, team }) ? title : `${title} – ${team}`;
  }
  if (target.type === "team") return teamName(target, target.competition, lang);
  return competitionName(target, lang);
}

/** The address of its page. */
export function targetPath(target: NamedTarget, lang: Language): string {
  if (target.type === "jersey") return href("jersey", jerseyParams(target), lang);
  if (target.type === "team") return href("team", { teamId: target.id }, lang);
  return href("competition", { competitionId: target.id }, lang);
}
