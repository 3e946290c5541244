import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { deleteCopies, saveCopies } from "../data/copies/copies.ts";
import { bringBackCopies, refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import type { Copy } from "../domain/copies/copy.ts";
import type { CopyDetails } from "../domain/copies/copy-details.ts";

/** What a member does to copies from the list: change many, take out, bring back, delete. */
export function useCopyWrites(userId: string) {
  const { t } = useTranslation(["copies", "common"]);

  const showFailure = (failure: string) => (error: Error) => {
    console.error("copies not changed", error);
    toast.error(failure);
    // Some of many may have been written.
    refreshCopies(userId);
  };

  const { mutate: restore } = useMemberMutation({
    write: (client, copies: readonly Copy[]) => bringBackCopies(client, userId, copies),
    onSuccess: () => {
      toast.success(t("takeOut.restored"));
      refreshCopies(userId);
    },
    onError: showFailure(t("takeOut.restoreFailed")),
  });

  const { mutateAsync: remove } = useMemberMutation({
    write: (client, copies: readonly Copy[]) => takeOutCopies(client, userId, copies),
    onSuccess: (_, copies) => {
      toast.success(t("bulk.removed", { count: copies.length }), {
        label: t("common:action.undo"),
        onClick: () => restore(copies),
      });
      refreshCopies(userId);
    },
    onError: showFailure(t("bulk.removeFailed")),
  });

  const change = useMemberMutation({
    write: (
      client,
      { copies, details }: { copies: readonly Copy[]; details: Partial<CopyDetails> },
    ) =>
      saveCopies(
        client,
        copies.map(({ id }) => id),
        details,
      ),
    onSuccess: (_, { copies }) => {
      toast.success(t("bulk.saved", { count: copies.length }));
      refreshCopies(userId);
    },
    onError: showFailure(t("bulk.failed")),
  });

  const { mutate: destroy } = useMemberMutation({
    write: (client, id: string) => deleteCopies(client, [id]),
    onSuccess: () => {
      toast.success(t("bin.deleted"));
      refreshCopies(userId);
    },
    onError: showFailure(t("bin.deleteFailed")),
  });

  return {
    restore,
    destroy,
    isChanging: change.isPending,
    /** Resolves to true if all was stored. */
    remove: (copies: readonly Copy[]) => isDone(remove(copies)),
    change: (copies: readonly Copy[], details: Partial<CopyDetails>) =>
      isDone(change.mutateAsync({ copies, details })),
  };
}
