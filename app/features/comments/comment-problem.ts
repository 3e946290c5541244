import type { Comment } from "../../data/comments/comments.ts";

type Action = "send" | "save" | "delete" | "hide";

/** Why the database didn't do it; each is a message of namespace `comments`. */
export function commentProblem(error: unknown, action: Action) {
  const { code } = error as { code?: string };
  if (code === "PT429") return "tooMany" as const;
  // PostgREST's errors about the token.
  if (code?.startsWith("PGRST3")) return "expired" as const;
  return `${action}Failed` as const;
}

/** How a new comment is called until the database has named it. */
const PENDING = "pending-";

export function pendingId(): string {
  return `${PENDING}${Date.now()}`;
}

export function isPending({ id }: Pick<Comment, "id">): boolean {
  return id.startsWith(PENDING);
}
