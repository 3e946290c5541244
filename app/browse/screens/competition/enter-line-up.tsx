import { lazy, Suspense } from "react";

import { useSession } from "../../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. */
const AdminEnterLineUp = lazy(() => import("./admin-enter-line-up.tsx"));

/** Leads an administrator to the line-ups of a season whose participants aren't known. Others get nothing. */
export function EnterLineUp({ season }: { season: { code: string; name: string } }) {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <AdminEnterLineUp userId={session.user.id} season={season} />
    </Suspense>
  );
}
