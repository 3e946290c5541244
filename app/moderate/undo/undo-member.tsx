import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { changesOf, type Period } from "../data/history/undo.ts";
import { UndoButton } from "./undo-button.tsx";

/** Lets a reviewer undo what another member changed: all of it, or in a period. */
export function UndoMember({ member: { id, name } }: { member: { id: string; name: string } }) {
  const { t } = useTranslation("undo");
  const [now] = useState(() => Date.now());
  const choice = (period: Period) => ({
    name: t(`member.${period}`),
    what: changesOf(id, period, now),
  });
  return (
    <UndoButton
      label={t("member.open")}
      title={t("member.title", { name })}
      choices={[choice("all"), choice("month"), choice("week"), choice("day")]}
      reason="off_topic"
    />
  );
}
