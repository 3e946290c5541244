import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { kindOf } from "../../domain/contribution.ts";
import {
  isContestTime,
  isPhotoKey,
  type PhotoKind,
  photoKey,
  type TargetType,
  type Verdicts,
} from "../../../shared/domain/suggestion.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { readUndone, type Undone } from "./undone.ts";
import { suggestionKeys } from "./keys.ts";
import { readTargets } from "./targets.ts";
import { verdictsOf } from "./verdicts.ts";

const COLUMNS =
  "id, kind, target_type, target_id, title, changes, words, source, status, trusted, afterwards, verdicts, created_at, decided_at, contest, contested_at, held_at, photos:jersey_images(id, url, alt, kind)";

/** The member's newest `length` suggestions, with what they are about. */
export function mySuggestions(userId: string, length: number) {
  return queryOptions({
    queryKey: suggestionKeys.mine(userId, length),
    queryFn: async () => fetchMine(await browserClient(), userId, length),
    placeholderData: keepPreviousData,
  });
}

async function fetchMine(client: Client, userId: string, length: number) {
  const { data } = await client
    .from("suggestions")
    .select(COLUMNS)
    .eq("member_id", userId)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .order("position", { referencedTable: "jersey_images" })
    .limit(length)
    .throwOnError();
  return complete(client, userId, data);
}

/** What this member wants changed on their approved jersey, or wanted and was refused of late; null if there is nothing. */
export function ownEdit(jerseyId: string, userId: string) {
  return queryOptions({
    queryKey: suggestionKeys.ownEdit(userId, jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const edit = await readOwnEdit(client, jerseyId, userId);
      return edit && (await complete(client, userId, [edit]))[0]!;
    },
  });
}

/** True of a refusal of late, of all or some of it. */
function isRefused({ status, decided_at }: { status: string; decided_at: string | null }): boolean {
  return (status === "refused" || status === "partly") && isContestTime(decided_at);
}

async function readOwnEdit(client: Client, jerseyId: string, userId: string) {
  const { data } = await client
    .from("suggestions")
    .select(COLUMNS)
    .eq("member_id", userId)
    .eq("target_type", "jersey")
    .eq("target_id", jerseyId)
    .in("kind", ["edit", "photos"])
    .order("created_at", { ascending: false })
    .order("id")
    .order("position", { referencedTable: "jersey_images" })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data && (data.status === "open" || isRefused(data)) ? data : null;
}

type Row = NonNullable<Awaited<ReturnType<typeof readOwnEdit>>>;

interface Changes {
  merge_into?: string;
  removed?: string[];
}

async function complete(client: Client, userId: string, rows: Row[]) {
  const [targets, photos, undone] = await Promise.all([
    readTargets(
      client,
      rows.flatMap((row) => {
        const { target_type: type, target_id: id } = row as { target_type: TargetType } & Row;
        const { merge_into: into } = row.changes as Changes;
        return [{ type, id }, ...(into ? [{ type, id: into }] : [])];
      }),
    ),
    readPublicPhotos(client, rows),
    readUndoneOf(
      client,
      userId,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const verdicts = parseAnswer(verdictsOf, row.verdicts);
    const { merge_into: into, removed = [] } = row.changes as Changes;
    const target = targets.get(row.target_id) ?? null;
    const isOwn = target?.type === "jersey" && target.author_id === userId;
    return {
      ...row,
      kind: kindOf(row.kind),
      verdicts,
      undone: undone.get(row.id) ?? null,
      target,
      /** True if it is about a jersey that the member has submitted. */
      isOwn,
      /** Of a merge: the jersey that is to stay, if the member sees it. */
      into: targets.get(into ?? "") ?? null,
      photos: photosOf(row, verdicts, removed, photos),
      /** A merge or removal has no form, and one that was contested or is held waits as it is. */
      mayChange:
        target !== null &&
        (row.kind === "edit" || row.kind === "photos") &&
        row.status === "open" &&
        row.contest === null &&
        row.held_at === null,
      mayContest:
        isRefused(row) &&
        row.contested_at === null &&
        !Object.values(verdicts).some(({ reason }) => reason === "gone"),
    };
  });
}

export type MySuggestion = Awaited<ReturnType<typeof complete>>[number];

/** A photo that is to be added or removed. */
interface SuggestedPart {
  id: string;
  /** Null if it is not shown any more, or not to this member. */
  url: string | null;
  alt: string | null;
  /** Null: nobody said. */
  kind: PhotoKind | null;
  isRemoved: boolean;
}

/** Accepted ones belong to the jersey, and only the verdicts name them. */
function photosOf(
  row: Row,
  verdicts: Verdicts,
  removed: string[],
  decided: Map<string, Row["photos"][number]>,
): SuggestedPart[] {
  const waiting = new Map(row.photos.map((photo) => [photo.id, photo]));
  const ids = new Set([...waiting.keys(), ...decidedIds(verdicts), ...removed]);
  return [...ids].map((id) => {
    const { url = null, alt = null, kind = null } = waiting.get(id) ?? decided.get(id) ?? {};
    return { id, url, alt, kind: kind as PhotoKind | null, isRemoved: removed.includes(id) };
  });
}

const decidedIds = (verdicts: Verdicts) =>
  Object.keys(verdicts)
    .filter(isPhotoKey)
    .map((key) => key.slice(photoKey("").length));

async function readPublicPhotos(client: Client, rows: Row[]) {
  const ids = rows.flatMap(({ verdicts, changes }) => [
    ...decidedIds(parseAnswer(verdictsOf, verdicts)),
    ...((changes as Changes).removed ?? []),
  ]);
  if (ids.length === 0) return new Map<string, Row["photos"][number]>();
  const { data } = await client
    .from("jersey_images")
    .select("id, url, alt, kind")
    .in("id", ids)
    .throwOnError();
  return new Map(data.map((photo) => [photo.id, photo]));
}

/** Which suggestions were undone after they had been accepted. */
async function readUndoneOf(
  client: Client,
  userId: string,
  ids: string[],
): Promise<Map<string, Undone>> {
  if (ids.length === 0) return new Map();
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
