import { useState } from "react";

import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";

/**
 * Asks whether a link may sign in to its account. Import it lazily: it needs the dialog library. The
 * texts are given, because not every page has those of sign-in.
 */
export function ContinueDialog({
  texts,
  onAccept,
  onClose,
}: {
  texts: { title: string; text: string; accept: string; refuse: string };
  onAccept: () => Promise<void>;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);

  async function accept() {
    setBusy(true);
    await onAccept();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent
        title={texts.title}
        description={texts.text}
        closeLabel={texts.refuse}
        isSelfOpened
      >
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline" disabled={busy}>
              {texts.refuse}
            </Button>
          </DialogClose>
          <Button disabled={busy} onClick={() => void accept()}>
            {texts.accept}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
