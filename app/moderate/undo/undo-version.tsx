import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { undoableVersions } from "../data/history/history.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import type { Target } from "../../shared/domain/suggestion.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { UndoButton, type UndoChoices } from "./undo-button.tsx";

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
  const { t } = useTranslation(["undo", "common"]);
  const lang = useLanguage();
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const { data: undoable } = useMemberQuery({
    ...undoableVersions(target, before),
    enabled: allowed,
  });
  const version = undoable?.find((one) => one.id === id);
  if (!version) return null;
  const { at, changes, batch_id, batch_size } = version;
  const alone = { name: t("version.alone"), what: { revision_id: id } };
  const together = batch_id &&
    batch_size > 1 && { name: t("version.together"), what: { batch_id } };
  // A roll-over is undone as a whole.
  const isWhole = Object.hasOwn(changes as object, "line_up");
  const choices: UndoChoices = together ? (isWhole ? [together] : [alone, together]) : [alone];
  return (
    <UndoButton
      label={t("common:action.undo")}
      name={t("version.openOf", { date: formatDateTime(at, lang) })}
      title={t("version.title")}
      choices={choices}
    />
  );
}
