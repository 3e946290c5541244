import { Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { undoableVersions, type Version } from "../../data/history/history.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isReviewer } from "../../data/roles/is-reviewer.ts";
import type { Target } from "../../domain/suggestion.ts";

/** Lazy: the dialog library loads with the first click. */
const UndoDialog = lazy(() => import("./undo-dialog.tsx"));

/** Lets a reviewer undo a version. Others see nothing. */
export default function UndoButton({
  version,
  target,
  before,
  userId,
}: {
  version: Version;
  target: Target;
  /** The version before which the page begins. */
  before: number | undefined;
  userId: string;
}) {
  const { t } = useTranslation("suggestions");
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const { data: undoable } = useMemberQuery({
    ...undoableVersions(target, before),
    enabled: allowed,
  });
  const [isOpen, setOpen] = useState(false);
  if (!undoable?.includes(version.id)) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {t("undo.open")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndoDialog version={version} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
