import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { loadMessages } from "../../i18n/messages.ts";
import { useLanguage } from "../../i18n/use-language.ts";

const loadDialog = () => import("../../features/edit-jersey/edit-dialog.tsx");
const EditDialog = lazy(async () => ({ default: (await loadDialog()).EditDialog }));

/**
 * Opens the edit dialog on the page of one's own jersey. Dialog and texts load with the press. Lazy:
 * most readers of a jersey's page aren't its author.
 */
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
  const lang = useLanguage();
  const [isOpen, setOpen] = useState(false);

  async function open() {
    try {
      await Promise.all([loadMessages(lang, ["account", "submit", "suggestions"]), loadDialog()]);
      setOpen(true);
    } catch (error) {
      console.error("edit dialog not opened", error);
      toast.error(t("status.editFailed"));
    }
  }

  return (
    <>
      <Button variant="outline" className="justify-self-start" onClick={() => void open()}>
        <Pencil aria-hidden />
        {t(isRejected ? "status.correct" : "status.edit")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EditDialog jerseyId={jerseyId} userId={userId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
