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
  const { rows } = await as(by, "select undo(batch_id => $1, reason => 'Deux maillots') as done", [
    batch,
  ]);
  const { undone, revisions } = rows[0].done;
  return undone > 0 ? "back" : Object.values<string>(revisions[0]?.stays ?? {}).join();
}

const WITHOUT: Record<string, string> = {
  jerseys: "updated_at,edited_at",
  copies: "updated_at",
  suggestions: "edited_at",
};

/** Every row that a merge or removal can touch, but for notices that were added. */
export async function state({ system }: Pick<Scenario, "system">): Promise<unknown> {
  const found: Record<string, unknown[]> = {};
  for (const table of [
    "jerseys",
    "jersey_votes",
    "user_collections",
    "copies",
    "user_wishlists",
    "comments",
    "reports",
    "jersey_images",
    "jersey_redirects",
    "suggestions",
    "gone_jerseys",
  ]) {
    const { rows } = await system(
      `select to_jsonb(t) - $1::text[] as row from public.${table} t order by 1`,
      [WITHOUT[table]?.split(",") ?? []],
    );
    found[table] = rows.map(({ row }) => row);
  }
  const { rows } = await system(
    `select id, jersey_id from notices where outcome not in ('merged', 'taken_down', 'brought_back') order by 1`,
  );
  return { ...found, notices: rows };
}
