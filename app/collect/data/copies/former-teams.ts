import type { Client } from "../../../shared/data/client.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import { teamSlug } from "../../../shared/domain/slug.ts";
import { folded } from "../../../shared/domain/words.ts";
import type { Copy, FormerJersey } from "../../domain/copies/copy.ts";
import { ofTeam, type TeamOfShirt } from "../intake/known-team.ts";

const TEAM =
  "id, slug, name, short_name, colors, country, competition:competitions(name, slug, league)" as const;

interface Team extends TeamOfShirt {
  slug: string;
  short_name: string | null;
}

/**
 * Gives copies without a page their team, where the catalogue has one of that name, or only one that is called so: its colours, its
 * competition, and its country's name in the reader's language.
 */
export async function withFormerTeams<C extends Pick<Copy, "former_jersey"> & { jersey: unknown }>(
  client: Client,
  copies: C[],
): Promise<C[]> {
  const own = copies.flatMap(({ jersey, former_jersey: former }) =>
    jersey || !former ? [] : former,
  );
  if (own.length === 0) return copies;
  const named = await teamsNamed(client, own);
  const others = own.filter((shirt) => !named.has(nameOf(shirt)));
  const called = others.length > 0 ? await teamsCalled(client, others) : new Map<string, Team>();
  return copies.map((copy) => {
    const { jersey, former_jersey: former } = copy;
    const team = former && (named.get(nameOf(former)) ?? called.get(callOf(former)));
    return jersey || !team ? copy : { ...copy, former_jersey: ofTeam(former, team) };
  });
}

type Named = Pick<FormerJersey, "league" | "team">;
const nameOf = ({ league, team }: Named) => `${league} ${teamSlug(team)}`;
const callOf = ({ league, team }: Named) => `${league} ${folded(team)}`;

/** The teams of these names, by sport and name. */
async function teamsNamed(client: Client, shirts: readonly Named[]): Promise<Map<string, Team>> {
  const slugs = new Set(shirts.map(({ team }) => teamSlug(team)));
  const teams = await inSteps([...slugs], async (step) => {
    const { data } = await client
      .from("teams")
      .select(TEAM)
      .in("slug", step)
      .order("id")
      .throwOnError();
    return data;
  });
  return new Map(teams.map((team) => [`${team.competition.league} ${team.slug}`, team]));
}

/** The only team of a sport that is called so, by sport and short name or alias. */
async function teamsCalled(client: Client, shirts: readonly Named[]): Promise<Map<string, Team>> {
  const short = new Set(shirts.flatMap(({ team }) => [team, team.toUpperCase()]));
  const aliases = new Set(shirts.map(({ team }) => folded(team)));
  const [shortened, aliased] = await Promise.all([
    inSteps([...short], async (step) => {
      const { data } = await client
        .from("teams")
        .select(TEAM)
        .in("short_name", step)
        .order("id")
        .throwOnError();
      return data.map((team) => ({ call: folded(team.short_name ?? ""), team }));
    }),
    inSteps([...aliases], async (step) => {
      const { data } = await client
        .from("team_aliases")
        .select(`folded, team:teams(${TEAM})`)
        .in("folded", step)
        .order("id")
        .throwOnError();
      return data.map(({ folded: call, team }) => ({ call, team }));
    }),
  ]);
  const byCall = Map.groupBy(
    [...shortened, ...aliased],
    ({ call, team }) => `${team.competition.league} ${call}`,
  );
  return new Map(
    [...byCall].flatMap(([call, [first, ...rest]]) =>
      first && rest.every(({ team }) => team.id === first.team.id) ? [[call, first.team]] : [],
    ),
  );
}
