import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { announceShelfChange, applyShelfChange } from "../../data/shelves/shelf-membership.ts";
import type { ShelfItem } from "../../data/shelves/shelf-list.ts";
import { putOn, type Shelf, takeOff } from "../../data/shelves/shelves.ts";

/**
 * Removes jerseys from a shelf, with undo. A removed jersey keeps its place until the member leaves
 * the page.
 */
export function useRemoval(userId: string, shelf: Shelf) {
  const { t } = useTranslation("collection");
  /** The jerseys that were removed or restored on this page, and their current state. */
  const [touched, setTouched] = useState<ReadonlyMap<string, { item: ShelfItem; isOff: boolean }>>(
    new Map(),
  );
  const touch = (item: ShelfItem, isOff: boolean) =>
    setTouched((held) => new Map(held).set(item.jersey_id, { item, isOff }));

  const { mutate } = useMemberMutation({
    write: (client, { item, isOff }: { item: ShelfItem; isOff: boolean }) =>
      (isOff ? takeOff : putOn)(client, shelf, userId, item.jersey_id),
    onMutate: ({ item, isOff }) => touch(item, isOff),
    onSuccess: (_, { item, isOff }) => {
      const change = { userId, jerseyId: item.jersey_id, shelf, isOnShelf: !isOff };
      applyShelfChange(change);
      announceShelfChange(change);
      toast.success(t(`${isOff ? "removed" : "added"}.${shelf}`));
    },
    onError: (error, { item, isOff }) => {
      console.error("shelf not changed", error);
      touch(item, !isOff);
      toast.error(t(`${isOff ? "removeFailed" : "addFailed"}.${shelf}`));
    },
  });

  return {
    isRemoved: ({ jersey_id }: ShelfItem): boolean => touched.get(jersey_id)?.isOff ?? false,

    /** Adds the jerseys that were removed on this page to the shelf's list. */
    withRemoved(items: readonly ShelfItem[]): ShelfItem[] {
      const held = new Set(items.map(({ jersey_id }) => jersey_id));
      const off = [...touched.values()].filter(({ item }) => !held.has(item.jersey_id));
      return [...items, ...off.map(({ item }) => item)];
    },

    remove: (item: ShelfItem) => mutate({ item, isOff: true }),
    undo: (item: ShelfItem) => mutate({ item, isOff: false }),
  };
}
