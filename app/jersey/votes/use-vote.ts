import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { memberId } from "../../shared/session/member-id.ts";
import { useSignInFirst } from "../../shared/session/use-sign-in-first.ts";
import { castVote } from "../data/votes/use-vote-counts.ts";
import { toggled, type Vote } from "../../shared/domain/vote.ts";

/**
 * Returns the handler of the vote buttons. Visitors are led to the sign-in page, which says why, and
 * after which the vote is cast (docs/product/jersey.md 6.5). `onError` is called when the vote fails.
 */
export function useVote(jerseyId: string, onError: (error: unknown) => void) {
  const { t } = useTranslation();
  const signInFirst = useSignInFirst();
  return async (clicked: Vote): Promise<void> => {
    try {
      const voter = await memberId();
      if (voter) {
        await castVote(voter, jerseyId, (current) => toggled(current, clicked));
      } else {
        await signInFirst({ kind: "vote", jerseyId, vote: clicked }, t("vote.signIn"));
      }
    } catch (error) {
      onError(error);
    }
  };
}
