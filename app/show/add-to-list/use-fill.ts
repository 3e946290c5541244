import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { fillList, listKeys, type Source } from "../data/own-lists.ts";

/** Adds many jerseys to a list at once, and says how many there were. */
export function useFill(userId: string, onFilled?: () => void) {
  const { t } = useTranslation("lists");
  const problemText = useProblemText("lists:errors");
  return useMemberMutation({
    write: (client, { list, source }: { list: { id: string; title: string }; source: Source }) =>
      fillList(client, list.id, source),
    invalidates: [listKeys.all(userId)],
    onSuccess: ({ added, is_full: isFull }, { list }) => {
      if (added > 0) onFilled?.();
      const filled = t("add.filled", { count: added, list: list.title });
      if (isFull)
        toast.error(
          [added > 0 && filled, t("add.full", { list: list.title })].filter(Boolean).join(" "),
        );
      else toast.success(added === 0 ? t("add.filledNone", { list: list.title }) : filled);
    },
    onError: (error) => toast.error(problemText(error)),
  });
}
