import { lazy, Suspense } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { mergingKeys } from "../data/merging/keys.ts";
import { goneJersey } from "../data/merging/merging.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";

const loadDialog = () => import("../undo/undo-dialog.tsx");
const UndoDialog = lazy(loadDialog);

/** Lets a reviewer bring a removed jersey back; only an administrator what was offensive or unlawful. */
export default function BringBack({ jerseyId, userId }: { jerseyId: string; userId: string }) {
  const { t } = useTranslation("jersey");
  // Other members read none.
  const { data: gone } = useMemberQuery(goneJersey(jerseyId));
  const isUrgent = Boolean(gone?.urgency);
  const { data: allowed = false } = useMemberQuery({ ...isAdmin(userId), enabled: isUrgent });
  const { isOpen, open, close } = useLazyDialog(["undo", "suggestions"], loadDialog);
  if (!gone || (isUrgent && !allowed)) return null;
  const label = t("removed.bringBack");
  return (
    <>
      <Button size="lg" variant="outline" onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndoDialog
            title={label}
            choices={[{ name: label, what: { batch_id: gone.batch_id } }]}
            invalidates={[mergingKeys.all]}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
