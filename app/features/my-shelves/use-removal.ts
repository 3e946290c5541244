import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { announceShelfChange, applyShelfChange } from "../../data/shelves/shelf-membership.ts";
import type { ShelfItem } from "../../data/shelves/shelf-list.ts";
import { putOn, type Shelf, takeOff } from "../../data/shelves/shelves.ts";

/**
 * Takes jerseys off a shelf and puts them back. What was taken off keeps its place on the page
 * until the member leaves it, so that a slip is undone where it happened.
 */
export function useRemoval(userId: string, shelf: Shelf) {
  const { t } = useTranslation("collection");
  /** What was touched on this page, and whether it is off the shelf now. */
  const [touched, setTouched] = useState<ReadonlyMap<string, { item: ShelfItem; isOff: boolean }>>(
    new Map(),
  );
  const touch = (item: ShelfItem, isOff: boolean) =>
    setTouched((held) => new Map(held).set(item.jersey_id, { item, isOff }));

  function moved({ jersey_id: jerseyId }: ShelfItem, isOnShelf: boolean): void {
    const change = { userId, jerseyId, shelf, isOnShelf };
    applyShelfChange(change);
    announceShelfChange(change);
  }

  return {
    isRemoved: ({ jersey_id }: ShelfItem): boolean => touched.get(jersey_id)?.isOff ?? false,

    /** The shelf with what was just taken off it. */
    withRemoved(items: readonly ShelfItem[]): ShelfItem[] {
      const held = new Set(items.map(({ jersey_id }) => jersey_id));
      const off = [...touched.values()].filter(({ item }) => !held.has(item.jersey_id));
      return [...items, ...off.map(({ item }) => item)];
    },

    async remove(item: ShelfItem): Promise<void> {
      touch(item, true);
      try {
        await takeOff(await browserClient(), shelf, userId, item.jersey_id);
        moved(item, false);
        toast.success(t(`removed.${shelf}`));
      } catch (error) {
        console.error("not taken off the shelf", error);
        touch(item, false);
        toast.error(t(`removeFailed.${shelf}`));
      }
    },

    async undo(item: ShelfItem): Promise<void> {
      touch(item, false);
      try {
        await putOn(await browserClient(), shelf, userId, item.jersey_id);
        moved(item, true);
        toast.success(t(`added.${shelf}`));
      } catch (error) {
        console.error("not put back on the shelf", error);
        touch(item, true);
        toast.error(t(`addFailed.${shelf}`));
      }
    },
  };
}
