import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { TARGET_TYPES } from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { type NamedTarget, readTargets } from "../../../contribute/data/suggestions/targets.ts";
import { historyKeys } from "./keys.ts";

/** What is undone: a version or fields of it, what was changed together, or what a member changed since a moment. */
export type Undoing =
  | { revision_id: number; fields?: string[] }
  | { batch_id: string }
  | { member: string; since?: string };

/** The newest changes that a preview examines, as the database has it. */
const PREVIEWED = 200;

const DAYS = { day: 1, week: 7, month: 30 };

/** Of which time a member's changes are undone. */
export type Period = keyof typeof DAYS | "all";

/** What a member changed in a period. */
export function changesOf(member: string, period: Period, now: number): Undoing {
  if (period === "all") return { member };
  return { member, since: new Date(now - DAYS[period] * 24 * 60 * 60 * 1000).toISOString() };
}

/** Why a field stays as it is. */
const stays = z.enum([
  "gone",
  "hidden",
  "own",
  "undone",
  "file",
  "changed",
  "refused",
  "urgent",
  "used",
  "later",
  "expired",
]);

/** A change: the fields that go back, and those that stay. */
const revision = z.object({
  id: z.number(),
  at: z.string(),
  title: z.string().nullable(),
  target_type: z.enum(TARGET_TYPES),
  target_id: z.string(),
  /** Before and after by field, in words. */
  changes: z.json(),
  back: z.array(z.string()),
  stays: z.record(z.string(), stays),
});

type Revision = z.infer<typeof revision>;

export interface UndoneChange extends Omit<Revision, "target_type" | "target_id"> {
  /** What it is about, for its link; null if nobody can read it any more. */
  target: NamedTarget | null;
}

/** What `undo()` answers. */
const undoing = z.object({
  total: z.number(),
  undone: z.number(),
  next: z.json(),
  revisions: z.array(revision),
});

interface Step {
  reason?: string;
  dry_run?: boolean;
  after?: Json;
}

async function undo(client: Client, step: Undoing & Step): Promise<z.infer<typeof undoing>> {
  const { data } = await client.rpc("undo", step).throwOnError();
  return parseAnswer(undoing, data);
}

async function withTargets(client: Client, revisions: Revision[]): Promise<UndoneChange[]> {
  const targets = await readTargets(
    client,
    revisions.map(({ target_type: type, target_id: id }) => ({ type, id })),
  );
  return revisions.map((one) => ({ ...one, target: targets.get(one.target_id) ?? null }));
}

const hasRest = ({ stays }: { stays: object }) => Object.keys(stays).length > 0;

/** What an undo would do. */
export interface UndonePreview {
  back: UndoneChange[];
  stay: UndoneChange[];
  /** How many older changes weren't examined. */
  rest: number;
}

export function undoPreview(what: Undoing) {
  return queryOptions({
    queryKey: historyKeys.undo(what),
    queryFn: async (): Promise<UndonePreview> => {
      const client = await browserClient();
      const { total, revisions } = await undo(client, { ...what, dry_run: true });
      const changes = await withTargets(client, revisions);
      return {
        back: changes.filter(({ back }) => back.length > 0),
        stay: changes.filter(hasRest),
        rest: Math.max(total - PREVIEWED, 0),
      };
    },
    staleTime: 0,
  });
}

/** What has been done so far. */
export interface UndoProgress {
  total: number;
  undone: number;
  stay: UndoneChange[];
  /** Where the next step begins; null at the end. */
  next: Json;
}

/** Undoes the next changes; each step is complete by itself. */
export async function undoNext(
  client: Client,
  what: Undoing,
  reason: string,
  so?: UndoProgress,
): Promise<UndoProgress> {
  const after = so?.next;
  const step = await undo(client, { ...what, reason, ...(after && { after }) });
  const stay = await withTargets(client, step.revisions.filter(hasRest));
  return {
    total: step.total,
    undone: (so?.undone ?? 0) + step.undone,
    stay: [...(so?.stay ?? []), ...stay],
    next: step.next,
  };
}
