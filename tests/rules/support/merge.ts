import type { Persona, Scenario } from "./rules.ts";

/** These return the batch, by which {@link undo} takes it back. */
export const MERGE = "select merge_jerseys($1, $2, 'Deux fois le même maillot') as batch";
export const REMOVE = "select remove_jersey($1, 'Ce n''est pas un maillot') as batch";

/** Takes a batch back; `back`, or why it stays. */
export async function undo(
  { as }: Pick<Scenario, "as">,
  by: Persona,
  batch: string,
): Promise<string> {
  const UNDO = "select undo(batch_id => $1, reason => 'Deux maillots') as done";
  const { undone, revisions } = (await as(by, UNDO, [batch])).rows[0].done;
  return undone > 0 ? "back" : Object.values<string>(revisions[0]?.stays ?? {}).join();
}

const PLACES =
  "jerseys jersey_votes user_collections copies user_wishlists comments reports jersey_images jersey_redirects";

/** Every row of these tables. */
async function places(
  { system }: Pick<Scenario, "system">,
  tables = PLACES,
): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of tables.split(" ")) {
    const { rows } = await system(
      `select to_jsonb(t) - '{updated_at,edited_at}'::text[] as row from public.${table} t order by 1`,
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

/** Every row that a merge or removal can touch, and where notices lead. */
export async function state(scenario: Pick<Scenario, "system">): Promise<object> {
  const { rows } = await scenario.system(
    `select id, jersey_id from notices where outcome not in ('merged', 'submission_merged', 'taken_down', 'brought_back') order by 1`,
  );
  return { ...(await places(scenario, `${PLACES} suggestions gone_jerseys`)), notices: rows };
}
