import { CopyPlus } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Button } from "../../shared/ui/button.tsx";
import { addCopy, addOwnShirt } from "../data/copies/copies.ts";
import { refreshCopies, takeOutCopies } from "../data/copies/take-out.ts";
import type { Copy } from "../domain/copies/copy.ts";
import { keptDetails } from "../domain/copies/copy-details.ts";

/** Adds the same shirt once more, with what usually stays: its size, version, condition and place. */
export function SameAgain({ userId, copy }: { userId: string; copy: Copy }) {
  const { t } = useTranslation(["copies", "common"]);
  const problemText = useProblemText();
  const { mutate: undo } = useMemberMutation({
    write: (client, id: string) => takeOutCopies(client, userId, [{ id, jersey: copy.jersey }]),
    onError: (error) => toast.error(problemText(error)),
  });
  const { mutate, isPending } = useMemberMutation({
    write: async (client) => {
      const { jersey, former_jersey } = copy;
      const details = keptDetails(copy);
      return jersey
        ? addCopy(client, jersey.id, details)
        : addOwnShirt(client, former_jersey!, details);
    },
    onSuccess: ({ id }) => {
      refreshCopies(userId, [copy]);
      toast.success(t("same.added"), { label: t("common:action.undo"), onClick: () => undo(id) });
    },
    onError: (error) => toast.error(problemText(error, t("own.failed"))),
  });
  // Hidden from its owner: nothing is known of it.
  if (!copy.jersey && !copy.former_jersey) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="justify-self-start"
      busy={isPending}
      onClick={() => mutate()}
    >
      <CopyPlus aria-hidden />
      {t("same.add")}
    </Button>
  );
}
