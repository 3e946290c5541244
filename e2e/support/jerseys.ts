import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";

import { href } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import type { Site } from "../../tests/support/site.ts";
import { runSql } from "./database.ts";

/** The backend with that member's session, for requests without a page. */
export function clientOf(site: Site, { access_token }: Session): SupabaseClient {
  return createClient(site.url, site.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${access_token}` } },
  });
}

export interface OwnJersey {
  id: string;
  title: string;
  team: string;
  status: string;
  images: { path: string; position: number }[];
}

export interface SeededJersey {
  id: string;
  title: string;
  team: string;
  /** Of its page, in French. */
  path: string;
}

/** The oldest jerseys of the catalogue: those of the seed, which no other journey writes or removes. */
export async function seededJerseys(
  client: SupabaseClient,
  count: number,
): Promise<SeededJersey[]> {
  const { data } = await client
    .from("jerseys")
    .select("id, title, team, team_slug, kit_type_slug, year")
    .eq("status", "approved")
    .not("year", "is", null)
    .order("created_at")
    .order("id")
    .limit(count)
    .throwOnError();
  return data.map((jersey) => ({ ...jersey, path: href("jersey", jerseyParams(jersey), "fr") }));
}

/** A member's submissions with their related rows. */
export async function jerseysOf(site: Site, session: Session): Promise<OwnJersey[]> {
  const { data } = await clientOf(site, session)
    .from("jerseys")
    .select("id, title, team, status, images:jersey_images(path, position)")
    .eq("author_id", session.user.id)
    .order("created_at")
    .order("position", { referencedTable: "jersey_images" })
    .throwOnError();
  return data;
}

/** Submits a jersey without images; returns its id. */
export async function submitJersey(
  site: Site,
  session: Session,
  fields: Record<string, unknown>,
): Promise<string> {
  const client = clientOf(site, session);
  const [competition, season] = await Promise.all([
    client.from("competitions").select("id, league").eq("slug", "ligue-1").single().throwOnError(),
    client.from("seasons").select("id").limit(1).single().throwOnError(),
  ]);
  const { data } = await client
    .from("jerseys")
    .insert({
      author_id: session.user.id,
      competition_id: competition.data.id,
      league: competition.data.league,
      season_id: season.data.id,
      team: "Red Star",
      ...fields,
    })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

/** A member's suggestion about a jersey. */
export async function suggest(
  site: Site,
  member: Session,
  target_id: string,
  changes: object,
  photos: object[] = [],
): Promise<void> {
  const source = "Programme du match, page 3.";
  await clientOf(site, member)
    .rpc("suggest", { target_type: "jersey", target_id, changes, source, photos })
    .throwOnError();
}

/** An administrator's decision about a jersey, of which everybody is told at once: it isn't undone within seconds. */
export async function decide(
  site: Site,
  admin: Session,
  jersey_id: string,
  decision: "approved" | "rejected" = "approved",
  note?: string,
): Promise<void> {
  await clientOf(site, admin).rpc("moderate_jersey", { jersey_id, decision, note }).throwOnError();
  await runSql(
    site,
    `update notices set due_at = now() where due_at > now();
     update notice_mails set retry_at = now() where retry_at > now()`,
  );
}

/** A reviewer's decision on what waits about a thing, part by part; what is not in `refused` is accepted. */
export async function decideOn(
  site: Site,
  reviewer: Session,
  targetId: string,
  refused: Record<string, object> = {},
): Promise<void> {
  const client = clientOf(site, reviewer);
  const { data } = await client.rpc("queue", { page_size: 100 }).throwOnError();
  type Row = { id: string; target_id: string; seen: object; detail: { pending: string[] } };
  const { id, seen, detail } = (data as Row[]).find((row) => row.target_id === targetId)!;
  const verdicts = Object.fromEntries(
    detail.pending.map((key) => [key, { accepted: !(key in refused), ...refused[key] }]),
  );
  await client.rpc("decide", { id, verdicts, seen }).throwOnError();
}
