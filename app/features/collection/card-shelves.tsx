import { lazy, type ReactNode, Suspense } from "react";

import { useSession } from "../../data/session/use-session.ts";

/** With the query library behind it, which only members need. */
const MemberShelves = lazy(() => import("./member-shelves.tsx"));

export interface ShelvedJersey {
  id: string;
  title: string;
}

/** Two small buttons on a card, collection and wishlist; visitors don't see them. */
export function useCardShelves(jersey: ShelvedJersey): ReactNode {
  const session = useSession();
  if (session.status !== "member") return undefined;
  return (
    <Suspense>
      <MemberShelves userId={session.user.id} jersey={jersey} compact />
    </Suspense>
  );
}
