import { lazy, Suspense } from "react";

import type { ShelvedJersey } from "./use-shelf-press.ts";

/** Lazy: only members have it. */
const MemberWish = lazy(() => import("./member-wish.tsx"));

/** "I want it" on a member's card that has room for it. */
export function WishButton({ jersey }: { jersey: ShelvedJersey }) {
  return (
    <Suspense>
      <MemberWish jersey={jersey} />
    </Suspense>
  );
}
