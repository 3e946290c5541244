import { useTranslation } from "react-i18next";

import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { saveCopies } from "../data/copies/copies.ts";
import { bringBackCopies, refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import type { Copy, CopyDetails } from "../domain/copies/copy.ts";

/** What a member does to copies from the list: change many, take out, bring back. */
export function useCopyWrites(userId: string) {
  const { t } = useTranslation("copies");

  /** Returns true if all was stored. */
  async function attempt(write: () => Promise<void>, failure: string): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      console.error("copies not changed", error);
      toast.error(failure);
      return false;
    } finally {
      // After a failure too: some of many may have been written.
      refreshCopies(userId);
    }
  }

  async function restore(copies: readonly Copy[]): Promise<void> {
    const isDone = await attempt(
      async () => bringBackCopies(await browserClient(), userId, copies),
      t("takeOut.restoreFailed"),
    );
    if (isDone) toast.success(t("takeOut.restored"));
  }

  async function remove(copies: readonly Copy[]): Promise<boolean> {
    const isDone = await attempt(
      async () => takeOutCopies(await browserClient(), userId, copies),
      t("bulk.removeFailed"),
    );
    if (isDone) {
      toast.success(t("bulk.removed", { count: copies.length }), {
        label: t("takeOut.undo"),
        onClick: () => void restore(copies),
      });
    }
    return isDone;
  }

  async function change(copies: readonly Copy[], details: Partial<CopyDetails>): Promise<boolean> {
    const ids = copies.map(({ id }) => id);
    const isDone = await attempt(
      async () => saveCopies(await browserClient(), ids, details),
      t("bulk.failed"),
    );
    if (isDone) toast.success(t("bulk.saved", { count: copies.length }));
    return isDone;
  }

  return { remove, restore, change, attempt };
}
