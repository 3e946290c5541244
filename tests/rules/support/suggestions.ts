import type { Persona, Rules, Scenario } from "./rules.ts";
import { publicUrl } from "./fixture.ts";

export const SOURCE = "Vu sur la photo officielle";

export const yes = { accepted: true };
export const no = { accepted: false, reason: "wrong" };

export interface Given {
  as?: Persona;
  type?: string;
  target: string;
  changes?: unknown;
  source?: string;
  photos?: unknown;
  /** Of the one that it replaces. */
  id?: string;
}

export async function suggest(
  { as }: Pick<Scenario, "as">,
  {
    as: persona = "member",
    type = "jersey",
    target,
    changes = {},
    source = SOURCE,
    photos = [],
    id,
  }: Given,
) {
  const { rows } = await as(persona, "select * from suggest($1, $2, $3, $4, $5, $6)", [
    type,
    target,
    JSON.stringify(changes),
    source,
    JSON.stringify(photos),
    id,
  ]);
  return rows[0];
}

/** A photo to suggest, a file of the member's folder. */
export const photoOf = (member: string, name: string, more: object = {}) => ({
  url: publicUrl(member, `${name}.webp`),
  alt: "Le dos",
  kind: "back",
  licence: "CC-BY-SA-4.0",
  rights_stated: true,
  ...more,
});

export async function readSuggestion({ system }: Pick<Scenario, "system">, id: string) {
  return (await system("select * from suggestions where id = $1", [id])).rows[0];
}

/** What the author of a jersey wants changed, or wanted and got decided: the newest. */
export async function ownEdit({ system }: Pick<Scenario, "system">, jersey: string) {
  const { rows } = await system(
    `select suggestion.* from suggestions suggestion join jerseys on jerseys.id = target_id and author_id = member_id
     where target_id = $1 and kind in ('edit', 'photos') and suggestion.status <> 'withdrawn'
     order by suggestion.status = 'open' desc, suggestion.created_at desc limit 1`,
    [jersey],
  );
  return rows[0];
}

export async function queue(
  { as }: Pick<Scenario, "as">,
  filter: object = {},
  by: Persona = "reviewer",
  after: object | null = null,
  size = 100,
) {
  const { rows } = await as(by, "select * from queue($1, $2, $3)", [filter, after, size]);
  return rows;
}

/** The parts of what waits that need a verdict, and what reviewers have on the screen. */
export async function shown(
  { system }: Pick<Scenario, "system">,
  id: string,
): Promise<{ seen: unknown; pending: string[] }> {
  const { rows } = await system(
    `select to_jsonb(edited_at) as seen, case when status = 'open' then private.pending_keys(suggestions)
       else array(select jsonb_object_keys(verdicts)) end as pending
     from suggestions where id = $1
     union all select private.version_for_review(jerseys), array['jersey'] from jerseys where id = $1`,
    [id],
  );
  return rows[0] ?? { seen: null, pending: [] };
}

interface Decision {
  by?: Persona;
  corrections?: unknown;
  seen?: unknown;
}

/** Decides with a verdict for each part, or one for all. */
export async function decide(
  scenario: Pick<Scenario, "as" | "system">,
  id: string,
  verdicts: object,
  { by = "reviewer", corrections, seen }: Decision = {},
): Promise<{ status: string; batch_id: string | null }> {
  const screen = await shown(scenario, id);
  const given =
    typeof (verdicts as { accepted?: unknown }).accepted === "boolean"
      ? Object.fromEntries(screen.pending.map((key) => [key, verdicts]))
      : verdicts;
  const { rows } = await scenario.as(by, "select decide($1, $2, $3, $4) as done", [
    id,
    JSON.stringify(given),
    JSON.stringify(seen ?? screen.seen),
    corrections === undefined ? null : JSON.stringify(corrections),
  ]);
  return rows[0].done;
}

/** A revision's field or the whole of it goes back. */
export async function undoRevision(
  { as }: Pick<Scenario, "as">,
  by: Persona,
  revision: string | number,
): Promise<{ undone: number; batch_id: string | null }> {
  const { rows } = await as(by, "select undo($1, reason => 'Une erreur') as done", [revision]);
  return rows[0].done;
}

/** The time in which a decision is undone without a trace, and its notice isn't shown, is over. */
export async function passTime({ system }: Pick<Scenario, "system">): Promise<void> {
  await system("update revisions set at = at - interval '13 seconds'");
  await system(
    "update notices set created_at = created_at - interval '13 seconds', due_at = due_at - interval '13 seconds'",
  );
}

export const contest = (
  { as }: Pick<Scenario, "as">,
  id: string,
  persona: Persona = "member",
  words = "La photo le montre.",
) => as(persona, "select contest_suggestion($1, $2)", [id, words]);

/** What a member is told, the oldest first, with what is not due yet. */
export async function noticesOf({ system }: Pick<Scenario, "system">, member: string) {
  const { rows } = await system(
    "select outcome, title, note, changes, jersey_id, done, is_again from notices where recipient_id = $1 order by created_at, ctid",
    [member],
  );
  return rows;
}

export async function photosOf(
  { as, system }: Scenario,
  jersey: string,
  persona: Persona | "system" = "visitor",
): Promise<{ id: string; url: string; kind: string | null; username: string | null }[]> {
  const text = `select image.id, image.url, image.kind, image.licence, image.position, profile.username
    from jersey_images image left join profiles profile on profile.id = image.contributor_id
    where jersey_id = $1 order by position, image.id`;
  return (await (persona === "system" ? system(text, [jersey]) : as(persona, text, [jersey]))).rows;
}

/** One value of a row. */
export const valuesOf = async (
  { system }: Pick<Rules, "system">,
  jersey: string,
  columns: string,
) => (await system(`select ${columns} from jerseys where id = $1`, [jersey])).rows[0];
