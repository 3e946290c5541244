import { Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { isReviewer } from "../../data/roles/is-reviewer.ts";

/** Lazy: the dialog library loads with the first click. */
const UndoMemberDialog = lazy(() => import("./undo-member-dialog.tsx"));

/** Lets a reviewer undo what another member changed. Others see nothing. */
export default function UndoMemberButton({
  member,
  userId,
}: {
  member: { id: string; name: string };
  userId: string;
}) {
  const { t } = useTranslation("suggestions");
  const { data: allowed = false } = useMemberQuery(isReviewer(userId));
  const [isOpen, setOpen] = useState(false);
  if (!allowed || member.id === userId) return null;
  return (
    <p>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {t("undoMember.open")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndoMemberDialog member={member} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
