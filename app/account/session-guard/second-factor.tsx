import type { User } from "@supabase/supabase-js";
import { lazy, Suspense } from "react";

import { Skeleton } from "../../shared/ui/skeleton.tsx";

const Challenge = lazy(() => import("../sign-in/challenge/challenge.tsx"));

/** Replaces a page while the second factor is missing. */
export function SecondFactor({ user, level = 1 }: { user: User; level?: 1 | 2 }) {
  return (
    <Suspense fallback={<Skeleton className="mx-auto h-96 w-full max-w-md rounded-2xl" />}>
      <Challenge user={user} level={level} />
    </Suspense>
  );
}
