import { Eye, EyeOff } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ShareButton } from "../../jersey/share/share-button.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { shareImagePath } from "../../shared/head/share-image.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { Button } from "../../shared/ui/button.tsx";
import { SHOW } from "./show-state.ts";

const loadEditor = () => import("./editor.tsx");
/** Lazy: only owners open it. */
const Editor = lazy(loadEditor);

/** For the owner of the page: whether others see their shirts, and the way to change it. */
export function OwnerBar({
  memberId,
  name,
  isOpen,
}: {
  memberId: string;
  name: string;
  isOpen: boolean;
}) {
  const { t } = useTranslation(["showcase", "common"]);
  const lang = useLanguage();
  const session = useSession();
  const editor = useLazyDialog([], loadEditor);
  const { state } = useLocation();
  const [isNew, setNew] = useState(false);
  // As one came here: a page that is closed later stays as it is.
  const [wantsEditor] = useState(state === SHOW && !isOpen);
  const isOwner = session.status === "member" && session.user.id === memberId;
  const openEditor = useEffectEvent(editor.open);
  useEffect(() => {
    if (wantsEditor && isOwner) openEditor();
  }, [wantsEditor, isOwner]);
  if (!isOwner) return null;
  const Icon = isOpen ? Eye : EyeOff;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl bg-surface p-4 sm:px-6">
      <p className="flex grow items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0" />
        {t(isOpen ? "owner.open" : "owner.closed")}
      </p>
      {isOpen && (
        <ShareButton
          title={t("metaTitle.open", { name })}
          picture={shareImagePath("member", memberId, lang)}
          tallPicture={shareImagePath("member", `${memberId}_tall`, lang)}
          // Whoever shows their shirts for the first time wants to tell somebody.
          opensAtOnce={isNew}
        />
      )}
      <Button onClick={editor.open}>{t(isOpen ? "common:action.edit" : "owner.show")}</Button>
      {editor.isOpen && (
        <Suspense>
          <Editor userId={memberId} onShown={() => setNew(!isOpen)} onClose={editor.close} />
        </Suspense>
      )}
    </div>
  );
}
