import { queryOptions } from "@tanstack/react-query";

import type { Target } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { historyKeys } from "./keys.ts";
import { readUndone, type Undone } from "../../../contribute/data/suggestions/undone.ts";
import { type NamedTarget, readTargets } from "../../../contribute/data/suggestions/targets.ts";

const PAGE = 20;

export type VersionKind =
  | "approved"
  | "edit"
  | "suggestion"
  | "trusted"
  | "correction"
  | "undo"
  | "merge"
  | "photo"
  | "removal"
  | "imported"
  | "line_up";

/** One public change of a page. */
export interface Version {
  id: number;
  at: string;
  kind: VersionKind;
  /** Before and after by field, in words. */
  changes: Json;
  reason: string | null;
  /** Null: a former member, or the site. */
  username: string | null;
  display_name: string | null;
  /** Whether it was undone later and not brought back since. */
  undone: Undone | null;
  /** What it is about, where versions of several pages are shown. */
  target?: NamedTarget | null;
}

/** Versions, the newest first. */
export interface VersionPage<Shown = Version> {
  versions: Shown[];
  /** The id before which the next page begins. */
  next: number | null;
}

function pageOf<Shown extends { id: number }>(versions: Shown[]): VersionPage<Shown> {
  const last = versions[PAGE - 1];
  return {
    versions: versions.slice(0, PAGE),
    next: versions.length > PAGE && last ? last.id : null,
  };
}

async function withUndone(
  client: Client,
  page: VersionPage<Omit<Version, "undone">>,
): Promise<VersionPage> {
  const undone = await readUndone(
    client,
    page.versions.map(({ id }) => id),
  );
  const versions = page.versions.map((one) => ({ ...one, undone: undone.get(one.id) ?? null }));
  return { ...page, versions };
}

/** The public history of a page. */
export async function readHistory(
  client: Client,
  target: Target,
  before?: number,
): Promise<VersionPage> {
  return withUndone(client, pageOf(await historyOf(client, target, before)));
}

/** What the database says of a version on its page. */
interface HistoryRow extends Omit<Version, "undone"> {
  is_undoable: boolean;
  /** What was changed together has one batch; null of an approval before there was a history. */
  batch_id: string | null;
  /** How many changes that are, up to 1000. */
  batch_size: number;
}

async function historyOf(client: Client, { type, id }: Target, before?: number) {
  const { data } = await client
    .rpc("history", {
      target_type: type,
      target_id: id,
      ...(before !== undefined && { before_id: before }),
      // One more row shows whether there is another page.
      page_size: PAGE + 1,
    })
    .throwOnError();
  // The schema doesn't declare a function's columns as not null.
  return data as HistoryRow[];
}

/** The versions of a page that this reviewer may undo, of those before another. */
export function undoableVersions(target: Target, before: number | undefined) {
  return queryOptions({
    queryKey: historyKeys.undoable(target, before),
    queryFn: async () => {
      const versions = await historyOf(await browserClient(), target, before);
      return versions.filter((version) => version.is_undoable);
    },
    staleTime: 0,
  });
}

/** What a member contributed to public pages. */
export async function readContributions(
  client: Client,
  member: { id: string; username: string; display_name: string | null },
  before?: number,
): Promise<VersionPage> {
  const query = client
    .from("revisions")
    .select("id, at, kind, changes, reason, target_type, target_id")
    .eq("contributor_id", member.id);
  const { data } = await (before === undefined ? query : query.lt("id", before))
    .order("id", { ascending: false })
    .limit(PAGE + 1)
    .throwOnError();
  const targets = await readTargets(
    client,
    data.map(({ target_type: type, target_id: id }) => ({ type, id })),
  );
  const { username, display_name } = member;
  const versions = data.map(({ id, at, kind, changes, reason, target_id }) => ({
    ...{ id, at, kind, changes, reason },
    username,
    display_name,
    target: targets.get(target_id) ?? null,
  }));
  return withUndone(client, pageOf(versions));
}

/** A member whose changes a jersey's page shows. */
export interface Contributor {
  username: string;
  display_name: string | null;
  revisions: number;
}

export async function readContributors(client: Client, jerseyId: string): Promise<Contributor[]> {
  const { data } = await client.rpc("contributors", { jersey_id: jerseyId }).throwOnError();
  return data as Contributor[];
}
