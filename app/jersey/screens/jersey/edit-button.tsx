import { Pencil } from "lucide-react";
import { lazy, Suspense } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { useLazyDialog } from "../../../shared/components/use-lazy-dialog.ts";

const loadDialog = () => import("../../../contribute/edit-jersey/edit-dialog.tsx");
const EditDialog = lazy(async () => ({ default: (await loadDialog()).EditDialog }));

/** Opens the edit dialog on the page of one's own submission. Lazy: most readers of the page aren't its author. */
export default function EditButton({
  jerseyId,
  userId,
  isRejected,
}: {
  jerseyId: string;
  userId: string;
  isRejected: boolean;
}) {
  const { t } = useTranslation("jersey");
  const { isOpen, open, close } = useLazyDialog(
    ["account", "submit", "suggestions", "facts"],
    loadDialog,
  );
  return (
    <>
      <Button variant="outline" className="justify-self-start" onClick={open}>
        <Pencil aria-hidden />
        {t(isRejected ? "status.correct" : "status.edit")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EditDialog jerseyId={jerseyId} userId={userId} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
