import type { Comment } from "../../data/comments/comments.ts";

/** Prefix of a new comment's id until the database has given it one. */
const PENDING = "pending-";

export function pendingId(): string {
  return `${PENDING}${Date.now()}`;
}

export function isPending({ id }: Pick<Comment, "id">): boolean {
  return id.startsWith(PENDING);
}
