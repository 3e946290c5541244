import type { Client } from "../../../shared/data/client.ts";

/** How many comments one page has. */
const PAGE_SIZE = 10;

const COLUMNS =
  "id, body, created_at, edited_at, is_hidden, hidden_reason, author_id, author:profiles(username, display_name)";

/** The last comment of the page before. */
export interface CommentCursor {
  created_at: string;
  id: string;
}

/** Visible comments on a jersey, newest first, those after `after`. */
export async function commentPage(client: Client, jerseyId: string, after?: CommentCursor) {
  let query = client
    .from("comments")
    .select(COLUMNS, { count: after ? undefined : "exact" })
    .eq("jersey_id", jerseyId)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    // One more row shows whether there is another page.
    .limit(PAGE_SIZE + 1);
  if (after) {
    query = query
      // Redundant, but with it the index scan starts here.
      .lte("created_at", after.created_at)
      .or(`created_at.lt."${after.created_at}",id.lt.${after.id}`);
  }
  const { data, count } = await query.throwOnError();
  const comments = data.slice(0, PAGE_SIZE);
  const last = comments.at(-1);
  const next: CommentCursor | null =
    data.length > PAGE_SIZE && last ? { created_at: last.created_at, id: last.id } : null;
  return { comments, next, count: count ?? 0 };
}

export type CommentPage = Awaited<ReturnType<typeof commentPage>>;

export type Comment = CommentPage["comments"][number];

/** @throws a database error: PT429 above the rate limit */
export async function writeComment(
  client: Client,
  jerseyId: string,
  authorId: string,
  body: string,
): Promise<Comment> {
  const { data } = await client
    .from("comments")
    .insert({ jersey_id: jerseyId, author_id: authorId, body })
    .select(COLUMNS)
    .single()
    .throwOnError();
  return data;
}

/** Changes a comment: authors its text, reviewers whether and why it is hidden. */
export async function changeComment(
  client: Client,
  id: string,
  change: { body: string } | { is_hidden: boolean; hidden_reason: string | null },
): Promise<Comment> {
  const { data } = await client
    .from("comments")
    .update(change)
    .eq("id", id)
    .select(COLUMNS)
    .single()
    .throwOnError();
  return data;
}

export async function deleteComment(client: Client, id: string): Promise<void> {
  await client.from("comments").delete().eq("id", id).throwOnError();
}
