import { lazy, Suspense } from "react";

import type { Scope } from "../../data/shelves/completeness.ts";
import { useSession } from "../../data/session/use-session.ts";

/** With the query library behind it, which only members need. */
const MemberCompleteness = lazy(() => import("./member-completeness.tsx"));

/** How much of a team or competition a member has; nothing for visitors. */
export function Completeness({ scope }: { scope: Scope }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberCompleteness userId={session.user.id} scope={scope} />
    </Suspense>
  );
}
