import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import type { MySuggestion } from "../data/suggestions/mine.ts";
import { targetName } from "../data/suggestions/targets.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ContestDialog } from "./contest-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** What a member can still do with their suggestion: change, withdraw or contest it. */
export function SuggestionActions({
  suggestion,
  mayDrop = suggestion.status === "open",
  onEdit,
}: {
  suggestion: MySuggestion;
  /** True also of what was refused of an author's edit. */
  mayDrop?: boolean;
  /** Opens the edit of one's own jersey; without it nothing is changed here. */
  onEdit?: (jersey: { id: string }) => void;
}) {
  const { t } = useTranslation("contributions");
  const lang = useLanguage();
  const to = useHref();
  const [asking, setAsking] = useState<"withdraw" | "contest">();
  const { id, target, target_type: type, target_id, source, isOwn } = suggestion;
  const title = target ? targetName(target, lang) : suggestion.title;
  const close = () => setAsking(undefined);
  const isForm = !isOwn || source !== null;
  return (
    <>
      {suggestion.mayChange &&
        onEdit &&
        (isForm ? (
          <Link
            to={to("suggest", { type, id: target_id })}
            aria-label={t("editOf", { title })}
            className={button({ variant: "outline", size: "sm" })}
          >
            {t("edit")}
          </Link>
        ) : (
          <Button
            variant="outline"
            size="sm"
            aria-label={t("editOf", { title })}
            onClick={() => onEdit({ id: target_id })}
          >
            {t("edit")}
          </Button>
        ))}
      {mayDrop && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t("withdraw.openOf", { title })}
          onClick={() => setAsking("withdraw")}
        >
          {t("withdraw.open")}
        </Button>
      )}
      {suggestion.mayContest && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t("contest.openOf", { title })}
          onClick={() => setAsking("contest")}
        >
          {t("contest.open")}
        </Button>
      )}
      {asking === "withdraw" && <WithdrawDialog id={id} onClose={close} />}
      {asking === "contest" && <ContestDialog id={id} onClose={close} />}
    </>
  );
}
