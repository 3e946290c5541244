import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { memberId } from "../../data/session/member-id.ts";
import { castVote } from "../../data/votes/use-vote-counts.ts";
import { useHref } from "../../address/use-href.ts";
import { toggled, type Vote } from "../../domain/vote.ts";

/**
 * Returns the handler of the vote buttons. Visitors get a message and are led to the sign-in page
 * (docs/product.md 6.5). `onError` is called when the vote fails.
 */
export function useVote(jerseyId: string, onError: (error: unknown) => void) {
  const { t } = useTranslation();
  const to = useHref();
  const navigate = useNavigate();
  return async (clicked: Vote): Promise<void> => {
    try {
      const voter = await memberId();
      if (voter) await castVote(voter, jerseyId, (current) => toggled(current, clicked));
      else {
        toast.info(t("vote.signIn"));
        await navigate(to("auth", {}));
      }
    } catch (error) {
      onError(error);
    }
  };
}
