import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { type MySuggestion, mySuggestions } from "../../data/suggestions/mine.ts";
import { ContestDialog } from "./contest-dialog.tsx";
import { Standing } from "./standing.tsx";
import { SuggestionItem } from "./suggestion-item.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

const PAGE = 20;

/** The member's suggestions and what was decided about each part. */
export function MySuggestions({ userId }: { userId: string }) {
  const { t } = useTranslation("suggestions");
  const [length, setLength] = useState(PAGE);
  const [asking, setAsking] = useState<{
    kind: "withdraw" | "contest";
    suggestion: MySuggestion;
  }>();
  const { data, isPending, isError, refetch } = useMemberQuery(mySuggestions(userId, length));
  if (isPending) return <Skeleton className="h-48" />;
  if (isError && !data) {
    return (
      <EmptyState
        title={t("mine.loadFailed")}
        action={<Button onClick={() => void refetch()}>{t("retry")}</Button>}
      />
    );
  }
  if (data.count === 0) {
    return <p className="max-w-prose text-muted">{t("mine.empty")}</p>;
  }
  const close = () => setAsking(undefined);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Standing userId={userId} />
      <ul className="border-b border-line">
        {data.suggestions.map((suggestion) => (
          <SuggestionItem
            key={suggestion.id}
            suggestion={suggestion}
            onWithdraw={() => setAsking({ kind: "withdraw", suggestion })}
            onContest={() => setAsking({ kind: "contest", suggestion })}
          />
        ))}
      </ul>
      {data.count > data.suggestions.length && (
        <Button
          variant="outline"
          className="justify-self-center"
          onClick={() => setLength(length + PAGE)}
        >
          {t("more")}
        </Button>
      )}
      {asking?.kind === "withdraw" && <WithdrawDialog id={asking.suggestion.id} onClose={close} />}
      {asking?.kind === "contest" && <ContestDialog id={asking.suggestion.id} onClose={close} />}
    </div>
  );
}
