import { useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { askTakeOut } from "../copy-editor/copy-requests.ts";
import { toast } from "../../shared/components/toast.ts";
import {
  bringBackCopies,
  copiesAtStake,
  refreshCopies,
  takeOutCopies,
} from "../data/copies/take-out.ts";
import type { Client } from "../../shared/data/client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import { type ShelfItem, shelfKey } from "../data/shelves/shelf-list.ts";
import type { Copy } from "../domain/copies/copy.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { shelfKeys } from "../data/shelves/keys.ts";
import { putOn, takeOff } from "../data/shelves/shelves.ts";
import { addOwnWish, saidOf, takeOffOwnWish } from "../data/shelves/wishes.ts";
import { queryClient } from "../../shared/data/query-client.ts";

interface Change {
  item: ShelfItem;
  isOff: boolean;
  /** The copies with details that go with it, and can be brought back. */
  copies: readonly Copy[];
}

/**
 * Removes jerseys from a shelf, with undo. A removed jersey keeps its place until the member leaves
 * the page.
 */
export function useRemoval(userId: string, shelf: Shelf) {
  const { t } = useTranslation("collection");
  /** The jerseys that were removed or restored on this page, and their current state. */
  const [touched, setTouched] = useState<ReadonlyMap<string, Change>>(new Map());
  /** What was said of the wishes that were removed. A queued undo needs it before the next render. */
  const wishes = useRef(new Map<string, WishDetails | undefined>());
  const touch = (change: Change) =>
    setTouched((held) => new Map(held).set(shelfKey(change.item), change));

  /** The last undo. */
  const undoing = useRef<Promise<boolean>>(undefined);

  const { mutate, mutateAsync } = useMemberMutation({
    // One after the other: an undo may be pressed before the removal is stored.
    scope: { id: `shelf ${userId} ${shelf}` },
    write: async (client, { item, isOff, copies }: Change) => {
      const { jersey_id } = item;
      if (copies.length > 0) {
        await (isOff ? takeOutCopies : bringBackCopies)(client, userId, copies);
      } else if (!jersey_id) {
        await (isOff ? takeOffOwnWish(client, item.id) : wishAgain(client, item));
      } else if (isOff) {
        wishes.current.set(jersey_id, await takeOff(client, shelf, userId, jersey_id));
      } else {
        try {
          await putOn(client, shelf, userId, jersey_id, wishes.current.get(jersey_id));
        } catch (error) {
          // It stayed on the shelf: the removal before has failed.
          if (databaseProblem(error).kind !== "duplicate") throw error;
        }
      }
    },
    onMutate: touch,
    onSuccess: (_, { item, isOff }) => {
      if (shelf === "collection") refreshCopies(userId);
      const { jersey_id: jerseyId } = item;
      if (jerseyId) void settleShelfChange({ userId, jerseyId, shelf, isOnShelf: !isOff });
      else void queryClient.invalidateQueries({ queryKey: shelfKeys.lists(userId) });
      toast.success(t(`${isOff ? "removed" : "added"}.${shelf}`));
    },
    onError: (error, change) => {
      const { isOff } = change;
      console.error("shelf not changed", error);
      touch({ ...change, isOff: !isOff });
      toast.error(t(`${isOff ? "removeFailed" : "addFailed"}.${shelf}`));
    },
  });

  /** Asks first if copies with details would go. */
  async function remove(item: ShelfItem): Promise<void> {
    let copies: Copy[] = [];
    if (shelf === "collection" && item.jersey_id) {
      // Those that an undo is bringing back are at stake again.
      await undoing.current;
      try {
        copies = await copiesAtStake(userId, item.jersey_id);
      } catch (error) {
        console.error("copies not read", error);
        return toast.error(t("removeFailed.collection"));
      }
      const takeOut = { title: item.jersey?.title ?? "", count: copies.length };
      if (copies.length > 0 && !(await askTakeOut(takeOut))) return;
    }
    mutate({ item, isOff: true, copies });
  }

  return {
    isRemoved: (item: ShelfItem): boolean => touched.get(shelfKey(item))?.isOff ?? false,

    /** Adds the jerseys that were removed on this page to the shelf's list. */
    withRemoved(items: readonly ShelfItem[]): ShelfItem[] {
      const held = new Set(items.map(shelfKey));
      const off = [...touched.values()].filter(({ item }) => !held.has(shelfKey(item)));
      return [...items, ...off.map(({ item }) => item)];
    },

    remove: (item: ShelfItem) => void remove(item),
    undo: (item: ShelfItem) => {
      const { copies = [] } = touched.get(shelfKey(item)) ?? {};
      undoing.current = isDone(mutateAsync({ item, isOff: false, copies }));
    },
  };
}

/** Puts a wish for a shirt that the catalogue lacks back, with what it said. */
async function wishAgain(client: Client, item: ShelfItem): Promise<void> {
  const { id, former_jersey: shirt } = item;
  if (!shirt) return;
  await addOwnWish(client, shirt, { id, ...saidOf(item) }).catch((error: unknown) => {
    // It stayed: the removal before has failed.
    if (databaseProblem(error).kind !== "duplicate") throw error;
  });
}
