import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import { queryClient } from "../../data/query-client.ts";
import { suggestionKeys } from "../../data/suggestions/keys.ts";
import type { QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { claimSuggestion, decideSuggestion } from "../../data/suggestions/suggest.ts";
import { useSuggestionProblem } from "../../data/suggestions/use-suggestion-problem.ts";
import { tidy } from "../../domain/rules/text.ts";
import type { Refusal, Verdicts } from "../../domain/suggestion.ts";
import type { Part } from "./parts.ts";

/** What a reviewer has chosen for one part so far. */
export interface PartRuling {
  accepted?: boolean;
  reason?: Refusal | undefined;
  note?: string;
  overwrite?: boolean;
}

/** What is missing for a part's decision. */
export type PartProblem = "undecided" | "reason" | "note" | "overwrite";

function problemOf(part: Part, ruling: PartRuling = {}): PartProblem | undefined {
  if (ruling.accepted === undefined) return "undecided";
  if (ruling.accepted) return part.conflict && !ruling.overwrite ? "overwrite" : undefined;
  if (!ruling.reason) return "reason";
  return ruling.reason === "other" && tidy(ruling.note ?? "") === "" ? "note" : undefined;
}

/** The decision on a suggestion while it is made, and its sending. Touching it claims it. */
export function useRuling(suggestion: QueuedSuggestion, parts: Part[]) {
  const { t } = useTranslation("suggestions");
  const [rulings, setRulings] = useState<Record<string, PartRuling>>({});
  const [isChecked, setChecked] = useState(false);
  const [isClaimed, setClaimed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problemText = useSuggestionProblem();
  const claiming = useMemberMutation({
    write: (client) => claimSuggestion(client, suggestion.id),
    onSuccess: () => {
      setClaimed(true);
      setFailure(undefined);
    },
    onError: (error) => {
      setFailure(problemText(error));
      if (databaseProblem(error).message === "suggestion_claimed") return;
      // It leaves the queue.
      toast.error(problemText(error));
      void queryClient.invalidateQueries({ queryKey: suggestionKeys.all });
    },
  });
  const deciding = useMemberMutation({
    write: (client, verdicts: Verdicts) =>
      decideSuggestion(client, { id: suggestion.id, seen: suggestion.edited_at, verdicts }),
    invalidates: [suggestionKeys.all, moderationKeys.waiting],
    onSuccess: () => {
      toast.success(t("queue.decided"));
    },
    onError: (error) => {
      setFailure(problemText(error));
      // It may leave the queue with this message.
      if (databaseProblem(error).kind === "changed") toast.error(problemText(error));
    },
  });
  const problems = Object.fromEntries(
    parts.map((part) => [part.key, isChecked ? problemOf(part, rulings[part.key]) : undefined]),
  );

  /** Tells other reviewers that somebody looks at it. */
  function claim() {
    if (!isClaimed && !claiming.isPending) claiming.mutate();
  }

  /** Refused parts without a reason get the one that is chosen first. */
  function set(key: string, ruling: PartRuling) {
    claim();
    const { reason } = ruling;
    const others = Object.entries(rulings).map(([other, { ...given }]) => {
      const lacks = given.accepted === false && !given.reason;
      return [other, lacks && reason ? { ...given, reason } : given] as const;
    });
    setRulings({ ...Object.fromEntries(others), [key]: ruling });
  }

  function setAll(accepted: boolean) {
    claim();
    setRulings(
      Object.fromEntries(parts.map(({ key }) => [key, { ...rulings[key], accepted }] as const)),
    );
  }

  function decide() {
    if (deciding.isPending) return;
    setChecked(true);
    setFailure(undefined);
    if (parts.some((part) => problemOf(part, rulings[part.key]))) return;
    const verdicts = Object.fromEntries(
      parts.map(({ key }) => {
        const { accepted = false, reason, note = "", overwrite } = rulings[key] ?? {};
        if (accepted) return [key, overwrite ? { accepted, overwrite } : { accepted }];
        return [
          key,
          { accepted, ...(reason && { reason }), ...(tidy(note) && { note: tidy(note) }) },
        ];
      }),
    ) as Verdicts;
    deciding.mutate(verdicts);
  }

  return {
    parts: rulings,
    problems,
    failure,
    set,
    setAll,
    claim,
    isClaimed,
    decide,
    isBusy: deciding.isPending,
  };
}
