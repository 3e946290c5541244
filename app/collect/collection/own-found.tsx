import { lazy, type ReactNode, Suspense } from "react";

import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const MemberOwnFound = lazy(() => import("./member-own-found.tsx"));

/** A shirt without a page that a search finds, and the way to it in the collection. */
export interface OwnShirtFound {
  id: string;
  name: string;
  path: string;
  picture: ReactNode;
}

/** Shows a member's shirts without a page that a search finds: nobody else reads them. Visitors get nothing. */
export function OwnFound(props: {
  query: string;
  children: (found: OwnShirtFound[]) => ReactNode;
}) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberOwnFound userId={session.user.id} {...props} />
    </Suspense>
  );
}
