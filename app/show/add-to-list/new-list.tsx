import { Plus } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { createList, listKeys } from "../data/own-lists.ts";
import { LIST } from "../domain/limits.ts";

/** Makes a list of a title; it is private until its member shows it. */
export function NewList({
  userId,
  onMade,
}: {
  userId: string;
  onMade: (list: { id: string; title: string }) => void;
}) {
  const { t } = useTranslation("lists");
  const problemText = useProblemText("lists:errors");
  const [title, type, forget] = useTabDraft("list.new", userId, "");
  const { mutate: make, isPending } = useMemberMutation({
    write: (client) => createList(client, tidy(title)),
    invalidates: [listKeys.own(userId)],
    onSuccess: (id) => {
      forget();
      type("");
      onMade({ id, title: tidy(title) });
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        make();
      }}
    >
      <Input
        aria-label={t("mine.title")}
        placeholder={t("mine.title")}
        maxLength={LIST.title}
        value={title}
        onChange={({ target }) => type(target.value)}
      />
      <Button
        type="submit"
        variant="outline"
        busy={isPending}
        lacks={tidy(title) === "" && { text: t("mine.title") }}
      >
        <Plus aria-hidden />
        {t("mine.create")}
      </Button>
    </form>
  );
}
