import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { Copy, FormerJersey } from "../../domain/copies/copy.ts";
import type { CopyDetails } from "../../domain/copies/copy-details.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { readMemberState } from "../../../shared/data/member-state.ts";
import { stepsOf } from "../../../shared/data/in-steps.ts";
import { CALLED, SUMMARY } from "../../../shared/data/jerseys/columns.ts";
import { DETAILS } from "./columns.ts";
import { withFormerTeams } from "./former-teams.ts";
import { ofTeam, teamCalled } from "../intake/known-team.ts";
import { copyKeys } from "./keys.ts";

const COPY =
  `id, created_at, updated_at, former_jersey, ${DETAILS}, photos:copy_photos(id, path, is_shown), jersey:jerseys(${SUMMARY}, team_id, brand, colors, ${CALLED}, season:seasons(code), competition:competitions(id, name, slug))` as const;

/** A row of `COPY`; the shirt of a deleted jersey is `jsonb`. */
const copyOf = <Row extends { former_jersey: unknown }>(row: Row) => ({
  ...row,
  former_jersey: row.former_jersey as FormerJersey | null,
});

/** The first screen comes in one short read, the rest in as many rows as an answer holds. */
const FIRST = 60;
const REST = 1000;

/** Where a page of copies begins: behind this one. */
type Cursor = Pick<Copy, "created_at" | "id"> | undefined;

/** A member's copies, newest first. The rest follows in large pages: a member's copies fit into memory. */
export function copyPages(userId: string) {
  return infiniteQueryOptions({
    queryKey: copyKeys.pages(userId),
    meta: { stored: true },
    initialPageParam: undefined as Cursor,
    queryFn: async ({ pageParam }): Promise<Copy[]> =>
      readCopies(await browserClient(), userId, pageParam),
    getNextPageParam: (page, pages): Cursor =>
      page.length === (pages.length === 1 ? FIRST : REST) ? page.at(-1) : undefined,
  });
}

/** A member's copies, the newest first, behind one of them if it is given. */
export async function readCopies(
  client: Client,
  userId: string,
  after?: Cursor,
  limit = after ? REST : FIRST,
): Promise<Copy[]> {
  const query = client
    .from("copies")
    .select(COPY)
    .eq("owner_id", userId)
    .is("removed_at", null)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .order("position", { referencedTable: "copy_photos" })
    .is("jerseys.jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jerseys.jersey_images" })
    .limit(1, { referencedTable: "jerseys.jersey_images" })
    .limit(limit);
  if (after) {
    const { created_at, id } = after;
    query.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`);
  }
  const { data } = await query.throwOnError();
  return withFormerTeams(client, data.map(copyOf));
}

/** One copy of a member's; null if it is gone or was removed. */
export function copyById(userId: string, id: string) {
  return queryOptions({
    queryKey: copyKeys.copy(userId, id),
    queryFn: async () => readCopy(await browserClient(), id),
    // What is edited is read anew.
    staleTime: 0,
    gcTime: 0,
  });
}

export async function readCopy(client: Client, id: string): Promise<Copy | null> {
  const { data } = await client
    .from("copies")
    .select(COPY)
    .eq("id", id)
    .is("removed_at", null)
    .order("position", { referencedTable: "copy_photos" })
    .is("jerseys.jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jerseys.jersey_images" })
    .limit(1, { referencedTable: "jerseys.jersey_images" })
    .maybeSingle()
    .throwOnError();
  const [copy = null] = data ? await withFormerTeams(client, [copyOf(data)]) : [];
  return copy;
}

/** A member's shirts without a page, newest first. */
export function ownShirts(userId: string) {
  return queryOptions({
    queryKey: copyKeys.own(userId),
    queryFn: async (): Promise<Copy[]> => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("copies")
          .select(COPY)
          .eq("owner_id", userId)
          .is("jersey_id", null)
          .is("removed_at", null)
          .order("created_at", { ascending: false })
          .order("id", { ascending: false })
          .order("position", { referencedTable: "copy_photos" })
          .range(from, to)
          .throwOnError(),
      );
      return withFormerTeams(client, rows.map(copyOf));
    },
  });
}

/** A copy that was taken out of the collection. */
export type RemovedCopy = Copy & { removed_at: string };

/** How many copies of a member's were removed: most have none, and read no more. */
export function removedAmount(userId: string) {
  return queryOptions({
    queryKey: [...copyKeys.removed(userId), "amount"] as const,
    queryFn: async () => (await readMemberState(userId, "removed")).removed,
  });
}

/** A member's removed copies, the last one first. */
export function removedCopies(userId: string) {
  return queryOptions({
    queryKey: copyKeys.removed(userId),
    queryFn: async (): Promise<RemovedCopy[]> => {
      const client = await browserClient();
      const rows = await allRows((from, to) =>
        client
          .from("copies")
          .select(`${COPY}, removed_at`)
          .eq("owner_id", userId)
          .not("removed_at", "is", null)
          .order("removed_at", { ascending: false })
          .order("id")
          .order("position", { referencedTable: "copy_photos" })
          .is("jerseys.jersey_images.suggestion_id", null)
          .order("position", { referencedTable: "jerseys.jersey_images" })
          .limit(1, { referencedTable: "jerseys.jersey_images" })
          .range(from, to)
          .throwOnError(),
      );
      return rows.map(copyOf);
    },
  });
}

/** A member's copies of one jersey, oldest first. */
export function copiesOfJersey(userId: string, jerseyId: string) {
  return queryOptions({
    queryKey: copyKeys.ofJersey(userId, jerseyId),
    queryFn: async (): Promise<Copy[]> => {
      const client = await browserClient();
      const { data } = await client
        .from("copies")
        .select(COPY)
        .match({ owner_id: userId, jersey_id: jerseyId })
        .is("removed_at", null)
        .order("created_at")
        .order("id")
        .order("position", { referencedTable: "copy_photos" })
        .is("jerseys.jersey_images.suggestion_id", null)
        .order("position", { referencedTable: "jerseys.jersey_images" })
        .limit(1, { referencedTable: "jerseys.jersey_images" })
        .throwOnError();
      return data.map(copyOf);
    },
  });
}

/** Adds a copy of a jersey; the jersey is in the collection then. */
export async function addCopy(
  client: Client,
  jerseyId: string,
  details: Partial<CopyDetails> & { id?: string },
): Promise<Pick<Copy, "id" | "updated_at">> {
  const { data } = await client
    .from("copies")
    .insert({ jersey_id: jerseyId, ...details })
    .select("id, updated_at")
    .single()
    .throwOnError();
  return data;
}

/** What is stored of a shirt without a page: a typed team of the catalogue brings its name and league. */
export async function factsOf(shirt: FormerJersey): Promise<Record<string, Json>> {
  const { team, league } = shirt;
  const called = shirt.teams
    ? null
    : await queryClient.fetchQuery({ ...teamCalled(team, league), networkMode: "always" });
  const { teams: _teams, ...facts } = ofTeam(shirt, called);
  return facts;
}

/** Adds a shirt that the catalogue lacks. */
export async function addOwnShirt(
  client: Client,
  shirt: FormerJersey,
  details: Partial<CopyDetails> & { id?: string },
): Promise<Pick<Copy, "id">> {
  const { data } = await client
    .from("copies")
    .insert({ former_jersey: await factsOf(shirt), ...details })
    .select("id")
    .single()
    .throwOnError();
  return data;
}

/** Makes a copy one of another jersey, or of a shirt without a page, with other details. */
export async function changeShirt(
  client: Client,
  id: string,
  shirt:
    | { jerseyId: string; details?: Partial<CopyDetails> }
    | { own: FormerJersey; details: Partial<CopyDetails> },
): Promise<void> {
  const facts =
    "own" in shirt
      ? { jersey_id: null, former_jersey: await factsOf(shirt.own) }
      : { jersey_id: shirt.jerseyId };
  await client
    .from("copies")
    .update({ ...facts, ...shirt.details })
    .eq("id", id)
    .throwOnError();
}

/** Says anew what a shirt without a page is. @returns false if it was changed or removed since it was read */
export async function saveOwnShirt(
  client: Client,
  { id, updated_at }: Pick<Copy, "id" | "updated_at">,
  shirt: FormerJersey,
): Promise<boolean> {
  const { data } = await client
    .from("copies")
    .update({ former_jersey: await factsOf(shirt) })
    .match({ id, updated_at })
    .select("id")
    .throwOnError();
  return data.length > 0;
}

/** Takes the page of a shirt away that was one's own before: "this isn't mine". */
export async function leavePage(client: Client, { id }: Pick<Copy, "id">): Promise<void> {
  await client.from("copies").update({ jersey_id: null }).eq("id", id).throwOnError();
}

/**
 * Saves details of a copy in one request.
 * @returns the new version, or null if the copy was changed or deleted since `updated_at` was read; nothing is
 * saved then
 */
export async function saveCopy(
  client: Client,
  { id, updated_at }: Pick<Copy, "id" | "updated_at">,
  details: Partial<CopyDetails>,
): Promise<string | null> {
  const { data } = await client
    .from("copies")
    .update(details)
    .match({ id, updated_at })
    .select("updated_at")
    .maybeSingle()
    .throwOnError();
  return data?.updated_at ?? null;
}

/** Runs a write for many copies, in as few requests as addresses allow. */
async function forMany(
  ids: readonly string[],
  write: (some: string[]) => PromiseLike<unknown>,
): Promise<void> {
  for (const some of stepsOf(ids)) await write(some);
}

/** Changes the same details of many copies. */
export async function saveCopies(
  client: Client,
  ids: readonly string[],
  details: Partial<CopyDetails>,
): Promise<void> {
  await forMany(ids, (some) => client.from("copies").update(details).in("id", some).throwOnError());
}

/** Takes copies out of the collection; for thirty days they can be brought back (`restoreCopies`). */
export async function removeCopies(client: Client, ids: readonly string[]): Promise<void> {
  const removed_at = new Date().toISOString();
  await forMany(ids, (some) =>
    client.from("copies").update({ removed_at }).in("id", some).throwOnError(),
  );
}

export async function restoreCopies(client: Client, ids: readonly string[]): Promise<void> {
  await forMany(ids, (some) =>
    client.from("copies").update({ removed_at: null }).in("id", some).throwOnError(),
  );
}

/** Deletes copies for good, with their photos. */
export async function deleteCopies(client: Client, ids: readonly string[]): Promise<void> {
  await forMany(ids, (some) => client.from("copies").delete().in("id", some).throwOnError());
}
