import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { SuggestionStatus, Verdicts } from "../../domain/suggestion.ts";
import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { readUndone, type Undone } from "../history/history.ts";
import { suggestionKeys } from "./keys.ts";
import { readTargets } from "./targets.ts";

const COLUMNS =
  "id, kind, target_type, target_id, title, changes, words, source, status, trusted, afterwards, verdicts, created_at, edited_at, decided_at, contest, contested_at, held_at, photos:suggestion_photos(id, url, alt, kind, licence)";

/** A member's suggestions, the newest first, with what they are about. */
export function mySuggestions(userId: string, length: number) {
  return queryOptions({
    queryKey: suggestionKeys.mine(userId, length),
    queryFn: async () => fetchMine(await browserClient(), userId, length),
    placeholderData: keepPreviousData,
  });
}

async function fetchMine(client: Client, userId: string, length: number) {
  const { data, count } = await client
    .from("suggestions")
    .select(COLUMNS, { count: "exact" })
    .eq("member_id", userId)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(length)
    .throwOnError();
  const [targets, undone] = await Promise.all([
    readTargets(
      client,
      data.flatMap(({ target_type: type, target_id: id, changes }) => {
        const into = intoOf(changes);
        return [{ type, id }, ...(into ? [{ type, id: into }] : [])];
      }),
    ),
    readUndoneOf(
      client,
      userId,
      data.map(({ id }) => id),
    ),
  ]);
  return {
    suggestions: data.map((row) => ({
      ...row,
      undone: undone.get(row.id) ?? null,
      target: targets.get(row.target_id) ?? null,
      /** Of a merge: the jersey that is to stay, if the member sees it. */
      into: targets.get(intoOf(row.changes) ?? "") ?? null,
      mayContest: mayContest(row),
    })),
    count: count ?? data.length,
  };
}

/** The jersey into which a suggestion wants to merge another one. */
const intoOf = (changes: unknown) => (changes as { merge_into?: string }).merge_into;

/** Which suggestions were undone after they had been accepted. */
async function readUndoneOf(
  client: Client,
  userId: string,
  ids: string[],
): Promise<Map<string, Undone>> {
  const { data } = await client
    .from("revisions")
    .select("id, suggestion_id")
    // By its index.
    .eq("contributor_id", userId)
    .in("suggestion_id", ids)
    .throwOnError();
  const undone = await readUndone(
    client,
    data.map(({ id }) => id),
  );
  // A photo is a version of its own.
  const versions = Map.groupBy(data, ({ suggestion_id }) => suggestion_id ?? "");
  const found = [...versions].flatMap(([id, of]) => {
    const each = of.map((version) => undone.get(version.id));
    if (each.every((one) => one === undefined)) return [];
    return [[id, each.every((one) => one === "whole") ? "whole" : "part"] as const];
  });
  return new Map(found);
}

const CONTEST_MS = 30 * 24 * 60 * 60 * 1000;

/** As `contest_suggestion()` allows it. */
function mayContest(row: {
  status: SuggestionStatus;
  contested_at: string | null;
  decided_at: string | null;
  verdicts: unknown;
}): boolean {
  const { status, contested_at, decided_at, verdicts } = row;
  const isGone = Object.values(verdicts as Verdicts).some(({ reason }) => reason === "gone");
  return (
    (status === "refused" || status === "partly") &&
    contested_at === null &&
    decided_at !== null &&
    Date.parse(decided_at) > Date.now() - CONTEST_MS &&
    !isGone
  );
}

export type MySuggestion = Awaited<ReturnType<typeof fetchMine>>["suggestions"][number];
