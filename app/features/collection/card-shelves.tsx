import { lazy, Suspense } from "react";

import { useSession } from "../../data/session/use-session.ts";

/** With the query library behind it, which only members need. */
const MemberShelves = lazy(() => import("./member-shelves.tsx"));

export interface ShelvedJersey {
  id: string;
  title: string;
}

/** Two small buttons on a card, collect and wish, for members only (spec §2). */
export function CardShelves({ jersey }: { jersey: ShelvedJersey }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <MemberShelves userId={session.user.id} jersey={jersey} compact />
    </Suspense>
  );
}
