import { X } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "../../shared/ui/dialog.tsx";

/** Message that the form was filled from a draft, with a button to discard it. */
export function DraftMessage({
  onDiscard,
  onHide,
}: {
  onDiscard: () => Promise<void>;
  onHide: () => void;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-surface py-2 pr-2 pl-4">
      <p className="grow text-sm">{t("draft.restored")}</p>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button variant="link" size="sm" className="min-h-11!">
            {t("draft.discard")}
          </Button>
        </DialogTrigger>
        <DialogContent title={t("draft.confirm")} closeLabel={t("common:close")}>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("draft.confirmNo")}</Button>
            </DialogClose>
            <Button
              variant="destructive"
              onClick={() => {
                setOpen(false);
                void onDiscard();
              }}
            >
              {t("draft.confirmYes")}
            </Button>
          </div>
        </DialogContent>
      </Dialog>
      <Button variant="ghost" size="icon" aria-label={t("common:close")} onClick={onHide}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
