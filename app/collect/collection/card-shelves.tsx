import { lazy, Suspense } from "react";

/** Lazy: only members need the query library behind it. */
const MemberShelves = lazy(() => import("./member-shelves.tsx"));

export interface ShelvedJersey {
  id: string;
  title: string;
}

/** A member's two icon buttons on a card, collection and wishlist. */
export function CardShelves({ userId, jersey }: { userId: string; jersey: ShelvedJersey }) {
  return (
    <Suspense>
      <MemberShelves userId={userId} jersey={jersey} compact />
    </Suspense>
  );
}
