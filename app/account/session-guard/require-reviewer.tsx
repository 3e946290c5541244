import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import { useHref } from "../../shared/address/use-href.ts";

/**
 * Renders `children` for reviewers and administrators, and leads others home. Permissions are
 * enforced by the database.
 */
export function RequireReviewer({
  userId,
  fallback,
  children,
}: {
  userId: string;
  fallback: ReactNode;
  children: (isAdministrator: boolean) => ReactNode;
}) {
  const { t } = useTranslation(["admin", "common"]);
  const { data: allowed, isError, refetch } = useMemberQuery(isReviewer(userId));
  const admin = useMemberQuery(isAdmin(userId));
  const home = useHref()("home", {});
  const navigate = useNavigate();

  useEffect(() => {
    if (allowed !== false) return;
    toast.error(t("admin:denied"));
    // As in `RequireMember`.
    afterClosing(() => void navigate(home, { replace: true }));
  }, [allowed, home, navigate, t]);

  // A later read that fails keeps the last answer, and the screen with its dialogs.
  if ((isError && allowed === undefined) || (admin.isError && admin.data === undefined)) {
    return (
      <EmptyState
        title={t("admin:checkFailed")}
        action={
          <Button onClick={() => void Promise.all([refetch(), admin.refetch()])}>
            {t("common:error.retry")}
          </Button>
        }
      />
    );
  }
  return allowed && admin.data !== undefined ? children(admin.data) : fallback;
}
