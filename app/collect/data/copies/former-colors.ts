import type { Client } from "../../../shared/data/client.ts";
import { inSteps } from "../../../shared/data/in-steps.ts";
import { teamSlug } from "../../../shared/domain/slug.ts";
import type { Copy } from "../../domain/copies/copy.ts";

/** Has the drawings of copies without a page show the colours of their teams, where the catalogue has a team of that name. */
export async function withFormerColors(client: Client, copies: Copy[]): Promise<Copy[]> {
  const slugs = new Set(
    copies.flatMap(({ jersey, former_jersey: former }) =>
      jersey || !former ? [] : teamSlug(former.team),
    ),
  );
  if (slugs.size === 0) return copies;
  const teams = await inSteps([...slugs], async (step) => {
    const { data } = await client
      .from("teams")
      .select("slug, colors, competition:competitions(league)")
      .in("slug", step)
      .order("id")
      .throwOnError();
    return data;
  });
  const colors = new Map(
    teams.map((team) => [`${team.competition.league} ${team.slug}`, team.colors]),
  );
  return copies.map((copy) => {
    const { jersey, former_jersey: former } = copy;
    const known = former && colors.get(`${former.league} ${teamSlug(former.team)}`);
    return jersey || !known ? copy : { ...copy, former_jersey: { ...former, colors: known } };
  });
}
