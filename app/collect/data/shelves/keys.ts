import type { Scope } from "./completeness.ts";
import type { Shelf } from "../../../shared/domain/shelf.ts";

export const shelfKeys = {
  /** The lists of a member's account, and the counts derived from them. */
  lists: (userId: string) => ["shelf", userId] as const,
  list: (userId: string, shelf: Shelf) => [...shelfKeys.lists(userId), shelf] as const,
  ownedWishes: (userId: string) => [...shelfKeys.list(userId, "wishlist"), "owned"] as const,
  teams: (userId: string, most: number) => [...shelfKeys.lists(userId), "teams", most] as const,
  completeness: (userId: string, scope: Scope) =>
    [...shelfKeys.lists(userId), "completeness", scope] as const,
  /** The shelf buttons of a page's jerseys. */
  memberships: (userId: string) => ["shelf-membership", userId] as const,
  membership: (userId: string, jerseyId: string) =>
    [...shelfKeys.memberships(userId), jerseyId] as const,
};
