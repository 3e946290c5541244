import type { ReactNode } from "react";

import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog.tsx";

/** Confirms an action that can't be undone. Import it lazily: it needs the dialog library. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  close,
  busy = false,
  ready = true,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  close: string;
  busy?: boolean;
  /** False disables the confirm button, for example while a field is incomplete. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Additional fields. */
  children?: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={text} closeLabel={close}>
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">{cancel}</Button>
          </DialogClose>
          <Button variant="destructive" busy={busy} disabled={!ready} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
