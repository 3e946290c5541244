import { lazy, Suspense, useState } from "react";

import { ModerationQueue } from "../../features/moderation/moderation-queue.tsx";

/** Lazy: the dialog library loads with the first click. */
const ProposeDialog = lazy(() => import("../../features/proposals/propose-dialog.tsx"));

/** The moderation queue, and proposals for duplicates that are noticed in it. */
export function ModerationTab({ isAdmin }: { isAdmin: boolean }) {
  const [proposed, setProposed] = useState<{ jerseyId: string; into: string }>();
  return (
    <>
      <ModerationQueue
        isAdmin={isAdmin}
        onPropose={(jerseyId, into) => setProposed({ jerseyId, into })}
      />
      {proposed && (
        <Suspense fallback={null}>
          <ProposeDialog {...proposed} onClose={() => setProposed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
