import type { Rules } from "./rules.ts";

/** Somebody other than who proposed a merge agrees to it. */
export const AGREE = "select * from agree_to_proposal($1)";

/**
 * Proposes to merge a public jersey into another one, so that agreeing carries it out at once.
 * @returns the proposal's id
 */
export async function proposeMerge(
  system: Rules["system"],
  gone: string,
  kept: string,
): Promise<string> {
  const { rows } = await system(
    `insert into proposals (kind, jersey_id, into_id, title, team, reason, urgency)
     select 'merge', id, $2, title, team, 'Deux fois le même maillot', 'unlawful'
     from jerseys where id = $1 returning id`,
    [gone, kept],
  );
  return rows[0].id;
}
