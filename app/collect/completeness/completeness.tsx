import { lazy, Suspense } from "react";

import type { Scope } from "../data/shelves/completeness.ts";
import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const MemberCompleteness = lazy(() => import("./member-completeness.tsx"));

/** A member's completeness for a team or competition. Visitors get nothing. */
export function Completeness({ scope }: { scope: Scope }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberCompleteness userId={session.user.id} scope={scope} />
    </Suspense>
  );
}
