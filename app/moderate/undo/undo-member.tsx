import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { changesOf, type Period } from "../data/history/undo.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import { UndoButton } from "./undo-button.tsx";

/** Lets a reviewer undo what another member changed in a period. Others see nothing. */
export default function UndoMember({
  member: { id, name },
  userId,
}: {
  member: { id: string; name: string };
  userId: string;
}) {
  const { t } = useTranslation("undo");
  const [now] = useState(() => Date.now());
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  if (!allowed || id === userId) return null;
  const choice = (period: Period) => ({
    name: t(`member.${period}`),
    what: changesOf(id, period, now),
  });
  return (
    <p>
      <UndoButton
        label={t("member.open")}
        title={t("member.title", { name })}
        choices={[choice("day"), choice("week"), choice("month"), choice("all")]}
      />
    </p>
  );
}
