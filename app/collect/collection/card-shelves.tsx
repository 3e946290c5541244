import { lazy, type ReactNode, Suspense } from "react";

import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const MemberShelves = lazy(() => import("./member-shelves.tsx"));

export interface ShelvedJersey {
  id: string;
  title: string;
}

/** Two icon buttons on a card, collection and wishlist. Visitors get none. */
export function useCardShelves(jersey: ShelvedJersey): ReactNode {
  const session = useSession();
  if (session.status !== "member") return undefined;
  return (
    <Suspense>
      <MemberShelves userId={session.user.id} jersey={jersey} compact />
    </Suspense>
  );
}
