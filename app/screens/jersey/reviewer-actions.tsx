import { lazy, Suspense, useEffect, useState } from "react";

import { useMemberQuery } from "../../data/member-query.ts";
import { isReviewer } from "../../data/roles/is-reviewer.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { useLanguage } from "../../i18n/use-language.ts";

const ProposeButton = lazy(() => import("../../features/proposals/propose-button.tsx"));

/** What reviewers propose on a jersey's page. Others load neither the button nor its texts. */
export default function ReviewerActions({
  jerseyId,
  userId,
}: {
  jerseyId: string;
  userId: string;
}) {
  const lang = useLanguage();
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    if (!allowed) return;
    loadMessages(lang, ["proposals"]).then(
      () => setReady(lang),
      // Without its texts there is no button; the history has it too.
      (error: unknown) => console.error("proposals not loaded", error),
    );
  }, [allowed, lang]);
  if (!allowed || ready !== lang) return null;
  return (
    <Suspense fallback={null}>
      <ProposeButton jerseyId={jerseyId} userId={userId} />
    </Suspense>
  );
}
