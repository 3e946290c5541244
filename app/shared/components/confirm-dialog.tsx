import type { ReactNode } from "react";

import { Button, type Lack } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog.tsx";

/** Confirms an action that can't be undone. Import it lazily: it needs the dialog library. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel,
  close,
  busy = false,
  lacks,
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
  /** What has to be typed before it is confirmed. */
  lacks?: Lack | false;
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
          <Button variant="destructive" busy={busy} lacks={lacks} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
