import type { QueryKey } from "@tanstack/react-query";

import type { Copy } from "../../domain/copies/copy.ts";
import { isDetailed } from "../../domain/copies/copy-details.ts";
import type { Client } from "../../../shared/data/client.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { shelfKeys } from "../shelves/keys.ts";
import { settleShelfChange } from "../shelves/shelf-membership.ts";
import { copiesOfJersey, removeCopies, restoreCopies } from "./copies.ts";
import { copyKeys } from "./keys.ts";

/**
 * The copies that would be lost with a jersey: none if there is only one, of which nothing was said. Read anew,
 * because another tab may have added details.
 */
export async function copiesAtStake(userId: string, jerseyId: string): Promise<Copy[]> {
  const copies = await queryClient.fetchQuery({
    ...copiesOfJersey(userId, jerseyId),
    networkMode: "always",
    staleTime: 0,
  });
  return copies.length > 1 || copies.some(isDetailed) ? copies : [];
}

/** Removes copies for thirty days; the jersey leaves the collection with the last one. */
export async function takeOutCopies(
  client: Client,
  userId: string,
  copies: readonly Pick<Copy, "id" | "jersey">[],
): Promise<void> {
  await removeCopies(
    client,
    copies.map(({ id }) => id),
  );
  refreshCopies(userId, copies);
}

/** Brings removed copies back, and their jerseys with them. */
export async function bringBackCopies(
  client: Client,
  userId: string,
  copies: readonly Pick<Copy, "id" | "jersey">[],
): Promise<void> {
  await restoreCopies(
    client,
    copies.map(({ id }) => id),
  );
  for (const jerseyId of jerseysOf(copies)) {
    void settleShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: true });
  }
  refreshCopies(userId, copies);
}

function jerseysOf(copies: readonly Pick<Copy, "jersey">[]): Set<string> {
  return new Set(copies.flatMap(({ jersey }) => (jersey ? [jersey.id] : [])));
}

/** Reads again what shows copies, and whether their jerseys are in the collection. */
export function refreshCopies(userId: string, copies: readonly Pick<Copy, "jersey">[] = []): void {
  void readAgain(copyKeys.all(userId));
  void readAgain(shelfKeys.lists(userId));
  for (const jerseyId of jerseysOf(copies)) void readAgain(shelfKeys.membership(userId, jerseyId));
}

/** A first read that began before the change would answer later reads, too, without what has changed. */
async function readAgain(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}
