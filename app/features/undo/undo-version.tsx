import { useTranslation } from "react-i18next";

import { undoableVersions } from "../../data/history/history.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isReviewer } from "../../data/roles/is-reviewer.ts";
import type { Target } from "../../domain/suggestion.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { UndoButton, type UndoChoice } from "./undo-button.tsx";

/** Lets a reviewer undo a version, or all that was changed together with it. Others see nothing. */
export default function UndoVersion({
  id,
  target,
  before,
  userId,
}: {
  id: number;
  target: Target;
  /** The version before which the page begins. */
  before: number | undefined;
  userId: string;
}) {
  const { t } = useTranslation("undo");
  const lang = useLanguage();
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const { data: undoable } = useMemberQuery({
    ...undoableVersions(target, before),
    enabled: allowed,
  });
  const version = undoable?.find((one) => one.id === id);
  if (!version) return null;
  const { at, batch_id, batch_size: count } = version;
  const together: UndoChoice[] =
    batch_id && count > 1 ? [{ name: t("version.together", { count }), what: { batch_id } }] : [];
  return (
    <UndoButton
      label={t("version.open")}
      name={t("version.openOf", { date: formatDateTime(at, lang) })}
      title={t("version.title")}
      choices={[{ name: t("version.alone"), what: { revision_id: id } }, ...together]}
    />
  );
}
