import type { ReactNode } from "react";

import { Button } from "./ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "./ui/dialog.tsx";

/** Asks before something that can't be undone. Brings the dialog library: import it lazily. */
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
  /** Whether all is given that is asked for. */
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What is asked besides. */
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
          <Button variant="destructive" disabled={busy || !ready} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
