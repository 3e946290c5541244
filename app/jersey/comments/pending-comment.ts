import type { Comment } from "../data/comments/comments.ts";

/** Prefix of a new comment's temporary id, until the database returns the real one. */
const PENDING = "pending-";

export function pendingId(): string {
  return `${PENDING}${Date.now()}`;
}

export function isPending({ id }: Pick<Comment, "id">): boolean {
  return id.startsWith(PENDING);
}
