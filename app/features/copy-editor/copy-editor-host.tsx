import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";

import { type CopyRequest, onCopyRequest } from "../../components/copy-requests.ts";
import { toast } from "../../components/toast.ts";
import { useSession } from "../../data/session/use-session.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { translator } from "../../i18n/translations.ts";
import { useLanguage } from "../../i18n/use-language.ts";

const loaders = {
  edit: () => import("./copy-editor.tsx"),
  takeOut: () => import("./take-out-dialog.tsx"),
};
const CopyEditor = lazy(async () => ({ default: (await loaders.edit()).CopyEditor }));
const TakeOutDialog = lazy(async () => ({ default: (await loaders.takeOut()).TakeOutDialog }));

/**
 * Opens the editor of a copy on any page. Editor and texts load when they are asked for: few visits need them.
 */
export function CopyEditorHost() {
  const session = useSession();
  const lang = useLanguage();
  const [request, setRequest] = useState<CopyRequest>();
  const memberId = session.status === "member" ? session.user.id : undefined;

  const open = useEffectEvent(async (asked: CopyRequest) => {
    try {
      await Promise.all([loadMessages(lang, ["copies", "submit"]), loaders[asked.kind]()]);
      setRequest(asked);
    } catch (error) {
      console.error("copy editor not opened", error);
      toast.error(translator(lang, "common")("error.generic"));
      if (asked.kind === "takeOut") asked.answer(false);
    }
  });
  useEffect(() => onCopyRequest((asked) => void open(asked)), []);

  // What was typed is kept as a draft when the session ends.
  if (!request || !memberId) return null;
  const close = () => setRequest(undefined);
  return (
    <Suspense fallback={null}>
      {request.kind === "edit" ? (
        request.copy.userId === memberId && (
          <CopyEditor key={request.copy.copyId ?? "new"} toEdit={request.copy} onClose={close} />
        )
      ) : (
        <TakeOutDialog
          takeOut={request.takeOut}
          onAnswer={(isWanted) => {
            close();
            request.answer(isWanted);
          }}
        />
      )}
    </Suspense>
  );
}
