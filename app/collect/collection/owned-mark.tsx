import { lazy, Suspense } from "react";

import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const MemberMark = lazy(() => import("./member-mark.tsx"));

/** A shirt beside a jersey that the member owns, where there is no place for a button. */
export function OwnedMark({ jerseyId, label }: { jerseyId: string; label: string }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberMark userId={session.user.id} jerseyId={jerseyId} label={label} />
    </Suspense>
  );
}
