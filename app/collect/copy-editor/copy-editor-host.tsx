import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

import { type CopyRequest, onCopyRequest } from "./copy-requests.ts";
import { toast } from "../../shared/components/toast.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** What a dialog about copies gets. */
export interface CopyDialogProps {
  memberId: string;
  onClose: () => void;
}

const loadParts = () => import("./member-parts.ts");

/**
 * Opens the editor of a copy on any page. The editor, its texts, and even the list of its files load when it
 * is asked for: few visits need them.
 */
export function CopyEditorHost() {
  const session = useSession();
  const lang = useLanguage();
  const [shown, setShown] = useState<{ Dialog: ComponentType<CopyDialogProps> }>();
  const memberId = session.status === "member" ? session.user.id : undefined;

  const open = useEffectEvent(async (requested: CopyRequest) => {
    try {
      const { copyDialog } = await (await loadParts()).loadCopyDialog();
      setShown({ Dialog: await copyDialog(requested, lang) });
    } catch (error) {
      console.error("copy editor not opened", error);
      toast.error(translator(lang, "common")("error.generic"));
      if (requested.kind === "takeOut") requested.answer(false);
    }
  });
  useEffect(() => onCopyRequest((requested) => void open(requested)), []);

  useEffect(() => {
    if (!memberId) return;
    let end: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { startOffline } = await (await loadParts()).loadOffline();
      if (!isOver) end = startOffline(memberId);
    };
    // Fails without a network, where it isn't stored.
    start().catch(() => undefined);
    return () => {
      isOver = true;
      end?.();
    };
  }, [memberId]);

  // What was typed is kept as a draft when the session ends.
  if (!shown || !memberId) return null;
  return <shown.Dialog memberId={memberId} onClose={() => setShown(undefined)} />;
}
