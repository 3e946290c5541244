import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { runMemberMutation, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import {
  addItems,
  fillList,
  listKeys,
  removeItems,
  type Shirt,
  type Source,
} from "../data/own-lists.ts";

/** What is added at once: the jerseys of a search, or shirts that were chosen. */
export type Several = { source: Source } | { shirts: readonly Shirt[] };

/**
 * Adds many jerseys to a list at once, and says how many there were, with a button that takes them out again.
 * @param onChanged called after both
 */
export function useFill(userId: string, onChanged?: () => void) {
  const { t } = useTranslation(["lists", "common"]);
  const problemText = useProblemText("lists:errors");
  const onError = (error: unknown) => toast.error(problemText(error));
  const takeOut = (listId: string, jerseys: readonly string[]) =>
    runMemberMutation({
      write: (client) => removeItems(client, listId, jerseys),
      invalidates: [listKeys.all(userId)],
      onSuccess: onChanged,
      onError,
    }).catch(() => {});
  return useMemberMutation({
    write: (client, { list, what }: { list: { id: string; title: string }; what: Several }) =>
      "source" in what
        ? fillList(client, list.id, what.source)
        : addItems(client, list.id, what.shirts),
    invalidates: [listKeys.all(userId)],
    onSuccess: ({ added, is_full: isFull }, { list }) => {
      if (added.length > 0) onChanged?.();
      const filled = t("add.filled", { count: added.length, list: list.title });
      if (isFull) {
        const full = t("add.full", { list: list.title });
        toast.error(added.length > 0 ? `${filled} ${full}` : full);
      } else if (added.length === 0) {
        toast.success(t("add.filledNone", { list: list.title }));
      } else {
        const label = t("common:action.undo");
        toast.success(filled, { label, onClick: () => void takeOut(list.id, added) });
      }
    },
    onError,
  });
}
