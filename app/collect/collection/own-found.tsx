import { lazy, Suspense } from "react";

import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const MemberOwnFound = lazy(() => import("./member-own-found.tsx"));

/** A member's shirts without a page that a search finds: nobody else reads them. Visitors get nothing. */
export function OwnFound({ query, title }: { query: string; title: string }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberOwnFound userId={session.user.id} query={query} title={title} />
    </Suspense>
  );
}
