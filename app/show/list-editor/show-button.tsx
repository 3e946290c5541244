import { useRevalidator } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { myProfile } from "../../shared/data/profiles/my-profile.ts";
import { Button } from "../../shared/ui/button.tsx";
import { listKeys, showList } from "../data/own-lists.ts";

/** Shows a private list to everyone. A member without a name is asked for one first, in the editor. Lazy. */
export default function ShowButton({
  userId,
  listId,
  onUnnamed,
}: {
  userId: string;
  listId: string;
  onUnnamed: () => void;
}) {
  const { t } = useTranslation("lists");
  const problemText = useProblemText("lists:errors");
  const { revalidate } = useRevalidator();
  const { data: profile } = useMemberQuery(myProfile(userId));
  const { mutate, isPending } = useMemberMutation({
    write: (client) => showList(client, listId),
    invalidates: [listKeys.all(userId)],
    onSuccess: () => void revalidate(),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button busy={isPending} onClick={() => (profile?.display_name ? mutate() : onUnnamed())}>
      {t("owner.show")}
    </Button>
  );
}
