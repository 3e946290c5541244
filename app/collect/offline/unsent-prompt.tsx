import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { unsentCopies } from "../data/unsent/unsent.ts";
import { sendAndTell } from "./member-offline.ts";
import { useOnline } from "./use-online.ts";

/** How many copies of a member's wait in this browser. */
export async function countUnsent(userId: string): Promise<number> {
  const unsent = await queryClient.fetchQuery({ ...unsentCopies(userId), staleTime: 0 });
  return unsent.length;
}

/** Asks before signing out deletes copies that wait. `onLeave` is called too when all are sent. */
export function UnsentPrompt({
  userId,
  onLeave,
  onClose,
}: {
  userId: string;
  onLeave: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["copies", "account", "common"]);
  const { data: unsent = [] } = useMemberQuery(unsentCopies(userId));
  const isOnline = useOnline();
  const [isSending, setSending] = useState(false);

  async function send() {
    setSending(true);
    await sendAndTell(userId);
    setSending(false);
    // What can't be sent is still there, and so is the question.
    if ((await countUnsent(userId)) === 0) onLeave();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("copies:unsent.title", { count: unsent.length })}
        description={t(isOnline ? "copies:unsent.leaveText" : "copies:unsent.leaveOffline")}
        closeLabel={t("common:close")}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">{t("copies:unsent.stay")}</Button>
          </DialogClose>
          <Button variant="destructive" disabled={isSending} onClick={onLeave}>
            {t("copies:unsent.lose")}
          </Button>
          {isOnline && (
            <Button busy={isSending} onClick={() => void send()}>
              {t("copies:unsent.sendFirst")}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
