import { queryOptions } from "@tanstack/react-query";

import type { TargetType } from "../../domain/suggestion.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import type { Json } from "../database.types.ts";
import { readTargets } from "../suggestions/targets.ts";
import { historyKeys } from "./keys.ts";

/** Of which time a member's changes are undone; null: all. */
export const PERIODS = ["day", "week", "month", "all"] as const;

export type Period = (typeof PERIODS)[number];

const DAYS = { day: 1, week: 7, month: 30, all: null } as const satisfies Record<
  Period,
  number | null
>;

/** The moment at which a period begins; undefined: with the first change. */
export function sinceOf(period: Period, now: number): string | undefined {
  const days = DAYS[period];
  return days === null ? undefined : new Date(now - days * 24 * 60 * 60 * 1000).toISOString();
}

/** Why a field isn't undone. */
export type Stays = "gone" | "hidden" | "own" | "file" | "changed" | "refused";

/** A change with fields that stay. */
export interface KeptChange {
  id: number;
  target_type: TargetType;
  target_id: string;
  title: string | null;
  stays: Record<string, Stays>;
}

/** A change that would be undone, wholly or in part, or would stay. */
export interface PreviewedChange extends KeptChange {
  at: string;
  changes: Json;
  /** The fields that would go back. */
  back: string[];
}

interface Preview {
  /** How many changes the period has, and how many of the newest were looked at. */
  total: number;
  examined: number;
  revisions: PreviewedChange[];
}

/** What undoing a member's changes since a moment would do. */
export function undoPreview(memberId: string, since: string | undefined) {
  return queryOptions({
    queryKey: historyKeys.undoOfMember(memberId, since),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("preview_undo_of_member", { member: memberId, ...(since && { since }) })
        .throwOnError();
      const { revisions, ...figures } = data as unknown as Preview;
      return { ...figures, revisions: await withTargets(client, revisions) };
    },
    staleTime: 0,
  });
}

/** What one call has done. */
interface Batch {
  undone: number;
  kept: KeptChange[];
  /** Where the next call goes on; null at the end. */
  next: Json;
}

/** What has been done so far. */
export interface Progress {
  undone: number;
  kept: Awaited<ReturnType<typeof withTargets<KeptChange>>>;
  next: Json;
}

export const NOTHING_YET: Progress = { undone: 0, kept: [], next: null };

/** Undoes the next changes of a member; each call is complete by itself. */
export async function undoNextChanges(
  client: Client,
  { memberId, since, reason }: { memberId: string; since: string | undefined; reason: string },
  so: Progress,
): Promise<Progress> {
  const { data } = await client
    .rpc("undo_member_changes", {
      ...{ member: memberId, reason },
      ...(since && { since }),
      ...(so.next !== null && { after: so.next }),
    })
    .throwOnError();
  const { undone, kept, next } = data as unknown as Batch;
  return {
    undone: so.undone + undone,
    kept: [...so.kept, ...(await withTargets(client, kept))],
    next,
  };
}

/** Links need more of a page than its id. */
async function withTargets<Change extends KeptChange>(client: Client, changes: Change[]) {
  const targets = await readTargets(
    client,
    changes.map(({ target_type: type, target_id: id }) => ({ type, id })),
  );
  return changes.map((change) => ({ ...change, target: targets.get(change.target_id) ?? null }));
}
