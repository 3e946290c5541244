import type { ReactNode } from "react";

import { RequireReviewer } from "../../../account/session-guard/require-reviewer.tsx";
import { AdminTabs } from "./admin-tabs.tsx";
import { MissingSettings } from "./missing-settings.tsx";
import { Underived } from "./underived.tsx";

/** What reviewers and administrators see; others are led away. */
export default function ReviewerView({
  userId,
  missingSettings,
  fallback,
}: {
  userId: string;
  missingSettings: string[];
  fallback: ReactNode;
}) {
  return (
    <RequireReviewer userId={userId} fallback={fallback}>
      {(isAdmin) => (
        <>
          {isAdmin && <MissingSettings names={missingSettings} />}
          {isAdmin && <Underived />}
          <AdminTabs userId={userId} isAdmin={isAdmin} />
        </>
      )}
    </RequireReviewer>
  );
}
