import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { readMemberState } from "../../../shared/data/member-state.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { noticeKeys } from "./keys.ts";

/** Few at first: the account has other sections. */
const PAGE_SIZE = 5;

const COLUMNS =
  "id, topic, outcome, about, title, note, changes, done, is_again, contested_at, created_at, read_at, comment:comments(hidden_reason), jersey:jerseys(id, team, team_slug, kit_type, kit_type_slug, year, league, teams(colors, country, competition:competitions(slug)), images:jersey_images(path))";

/** The last notice of the page before. */
interface Cursor {
  created_at: string;
  id: string;
}

/** A member's notices, newest first. */
export function noticeList(userId: string) {
  return infiniteQueryOptions({
    queryKey: noticeKeys.list(userId),
    queryFn: async ({ pageParam }) => noticePage(await browserClient(), userId, pageParam),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

async function noticePage(client: Client, userId: string, after?: Cursor) {
  let query = client
    .from("notices")
    .select(COLUMNS)
    .eq("recipient_id", userId)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .is("jersey.jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey.jersey_images" })
    .limit(1, { referencedTable: "jersey.jersey_images" })
    // One more row shows whether there is another page.
    .limit(PAGE_SIZE + 1);
  if (after) {
    query = query
      // Redundant, but with it the index scan starts here.
      .lte("created_at", after.created_at)
      .or(`created_at.lt."${after.created_at}",id.lt.${after.id}`);
  }
  const { data } = await query.throwOnError();
  const notices = data.slice(0, PAGE_SIZE);
  const last = notices.at(-1);
  const next: Cursor | null =
    data.length > PAGE_SIZE && last ? { created_at: last.created_at, id: last.id } : null;
  return { notices, next };
}

export type Notice = Awaited<ReturnType<typeof noticePage>>["notices"][number];

/** How long a decision on what was reported or hidden can be contested (`contest_notice()`). */
const CONTEST_MS = 180 * 24 * 60 * 60 * 1000;

/** True of a decision against what its reader wrote, which they can contest once: not of a comment that is gone or was edited since. */
export const isContestable = ({
  outcome,
  about,
  comment,
  is_again,
  contested_at,
  created_at,
}: Notice): boolean =>
  (outcome === "comment_hidden"
    ? Boolean(comment?.hidden_reason)
    : outcome === "list_hidden" ||
      (outcome === "report_upheld" && (about !== "comment" || comment !== null))) &&
  !is_again &&
  contested_at === null &&
  Date.parse(created_at) > Date.now() - CONTEST_MS;

export async function contestNotice(client: Client, id: string, words: string): Promise<void> {
  await client.rpc("contest_notice", { notice_id: id, words }).throwOnError();
}

/** How many notices a member has not read. */
export function unreadNotices(userId: string) {
  return queryOptions({
    queryKey: noticeKeys.unread(userId),
    queryFn: async () => (await readMemberState(userId, "unread")).unread,
    staleTime: 60_000,
  });
}

/** Marks these notices, or all, as read. The database sets the time. */
export async function markRead(userId: string, ids?: string[]): Promise<void> {
  const client = await browserClient();
  const update = client
    .from("notices")
    .update({ read_at: new Date().toISOString() })
    .eq("recipient_id", userId)
    .is("read_at", null);
  await (ids ? update.in("id", ids) : update).throwOnError();
  // The visible list still marks the new notices until the next visit.
  void queryClient.invalidateQueries({ queryKey: noticeKeys.list(userId), refetchType: "none" });
  await queryClient.invalidateQueries({ queryKey: noticeKeys.unread(userId) });
}
