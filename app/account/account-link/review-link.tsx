import { lazy, Suspense } from "react";

import { useSession } from "../../shared/session/use-session.ts";

/** Lazy: only members need the query library behind it. If it cannot be loaded, no count is shown. */
const ReviewCount = lazy(() =>
  import("./load-review-count.ts")
    .then(({ loadReviewCount }) => loadReviewCount())
    .catch(() => ({ default: () => null })),
);

/** The way to the queue with what waits there for this reviewer, on every page; nothing for others. */
export function ReviewLink() {
  const session = useSession();
  if (session.status !== "member") return null;
  return (
    <Suspense>
      <ReviewCount userId={session.user.id} />
    </Suspense>
  );
}
