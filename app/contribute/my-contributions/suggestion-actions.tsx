import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { Contest } from "../../shared/components/contest.tsx";
import { toast } from "../../shared/components/toast.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import type { MySuggestion } from "../data/suggestions/mine.ts";
import { contestSuggestion } from "../data/suggestions/suggest.ts";
import { targetName } from "../data/suggestions/targets.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** What a member can still do with their suggestion: change, withdraw or contest it. */
export function SuggestionActions({ suggestion }: { suggestion: MySuggestion }) {
  const { t } = useTranslation(["contributions", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { id, target, target_type: type, target_id } = suggestion;
  const title = target ? targetName(target, lang) : suggestion.title;
  const problemText = useProblemText("suggestions:errors");
  const { mutateAsync: contest, isPending } = useMemberMutation({
    write: (client, words: string) => contestSuggestion(client, id, words),
    invalidates: [suggestionKeys.all],
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <>
      {suggestion.mayChange && (
        <Link
          to={to("suggest", { type, id: target_id })}
          aria-label={t("common:of", { label: t("common:action.edit"), name: title })}
          className={button({ variant: "outline", size: "sm" })}
        >
          {t("common:action.edit")}
        </Link>
      )}
      {suggestion.status === "open" && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t("common:of", { label: t("withdraw.open"), name: title })}
          onClick={() => setWithdrawing(true)}
        >
          {t("withdraw.open")}
        </Button>
      )}
      {suggestion.mayContest && (
        <Contest
          id={id}
          name={title}
          isBusy={isPending}
          onSend={(words) => isDone(contest(words))}
        />
      )}
      {isWithdrawing && <WithdrawDialog id={id} onClose={() => setWithdrawing(false)} />}
    </>
  );
}
