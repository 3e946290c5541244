import { Merge } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { isReviewer } from "../../data/roles/is-reviewer.ts";

/** Lazy: the dialog library loads with the first click. */
const ProposeDialog = lazy(() => import("./propose-dialog.tsx"));

/** Lets a reviewer propose to merge or remove a jersey. Others see nothing. */
export default function ProposeButton({ jerseyId, userId }: { jerseyId: string; userId: string }) {
  const { t } = useTranslation("proposals");
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const [isOpen, setOpen] = useState(false);
  if (!allowed) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Merge aria-hidden />
        {t("open")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProposeDialog jerseyId={jerseyId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
