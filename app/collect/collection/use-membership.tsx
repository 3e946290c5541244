import { lazy, type ReactNode, Suspense, useState } from "react";

import { useSession } from "../../shared/session/use-session.ts";
import type { ShelfMembership } from "../../jersey/data/votes/shelves-beside.ts";

/** Lazy: only members need the query library behind it. */
const ReadMembership = lazy(() => import("./read-membership.tsx"));

const UNREAD: ShelfMembership = { collection: false, wishlist: false };

/**
 * The shelves of the member that hold a jersey, and the element that reads them. A button is the same element before and
 * after the session is known: a press in between is never lost.
 */
export function useMembership(jerseyId: string): {
  membership: ShelfMembership;
  reading: ReactNode;
} {
  const session = useSession();
  const [membership = UNREAD, setMembership] = useState<ShelfMembership>();
  const reading = session.status === "member" && (
    <Suspense>
      <ReadMembership userId={session.user.id} jerseyId={jerseyId} onRead={setMembership} />
    </Suspense>
  );
  return { membership, reading };
}
