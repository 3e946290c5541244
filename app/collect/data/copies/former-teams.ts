import type { Client } from "../../../shared/data/client.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import { teamSlug } from "../../../shared/domain/slug.ts";
import type { Copy } from "../../domain/copies/copy.ts";

/** Gives copies without a page the team of that name, where the catalogue has one: its colours, its competition, and its country's name in the reader's language. */
export async function withFormerTeams<C extends Pick<Copy, "former_jersey"> & { jersey: unknown }>(
  client: Client,
  copies: C[],
): Promise<C[]> {
  const slugs = new Set(
    copies.flatMap(({ jersey, former_jersey: former }) =>
      jersey || !former ? [] : teamSlug(former.team),
    ),
  );
  if (slugs.size === 0) return copies;
  const teams = await inSteps([...slugs], async (step) => {
    const { data } = await client
      .from("teams")
      .select("id, slug, colors, country, competition:competitions(name, slug, league)")
      .in("slug", step)
      .order("id")
      .throwOnError();
    return data;
  });
  const known = new Map(teams.map((team) => [`${team.competition.league} ${team.slug}`, team]));
  return copies.map((copy) => {
    const { jersey, former_jersey: former } = copy;
    const found = former && known.get(`${former.league} ${teamSlug(former.team)}`);
    if (jersey || !found) return copy;
    const { id, colors, country, competition } = found;
    return { ...copy, former_jersey: { ...former, teams: { id, colors, country, competition } } };
  });
}
