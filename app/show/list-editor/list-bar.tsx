import { Eye, EyeOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ShareButton } from "../../jersey/share/share-button.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { shareImagePath } from "../../shared/head/share-image.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { Button } from "../../shared/ui/button.tsx";

const loadEditor = () => import("./list-editor.tsx");
/** Lazy: only members open it, on lists of their own. */
const ListEditor = lazy(loadEditor);
const ShowButton = lazy(() => import("./show-button.tsx"));
const AddJerseys = lazy(() => import("./add-jerseys.tsx"));

/** For the member whose list it is: who sees it, and the ways to change it. Others share it. */
export function ListBar({
  memberId,
  list,
}: {
  memberId: string;
  list: { id: string; title: string; is_public: boolean; is_hidden: boolean };
}) {
  const { t } = useTranslation("lists");
  const lang = useLanguage();
  const session = useSession();
  const editor = useLazyDialog([], loadEditor);
  const [isShowing, setShowing] = useState(false);
  const isShown = list.is_public && !list.is_hidden;
  const share = isShown && (
    <ShareButton
      title={list.title}
      picture={shareImagePath("list", list.id, lang)}
      tallPicture={shareImagePath("list", `${list.id}_tall`, lang)}
    />
  );
  if (session.status !== "member" || session.user.id !== memberId) return share;
  const Icon = isShown ? Eye : EyeOff;
  const state = list.is_hidden ? "hidden" : list.is_public ? "public" : "private";
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl bg-surface p-4 sm:px-6">
        <p className="flex grow items-center gap-3">
          <Icon aria-hidden className="size-5 shrink-0" />
          {t(`owner.${state}`)}
        </p>
        {share}
        {state === "private" && (
          <Suspense>
            <ShowButton
              userId={memberId}
              listId={list.id}
              onUnnamed={() => {
                setShowing(true);
                editor.open();
              }}
            />
          </Suspense>
        )}
        <Button
          variant="outline"
          onClick={() => {
            setShowing(false);
            editor.open();
          }}
        >
          {t("editor.title")}
        </Button>
        {editor.isOpen && (
          <Suspense>
            <ListEditor
              userId={memberId}
              listId={list.id}
              isShowing={isShowing}
              onClose={editor.close}
            />
          </Suspense>
        )}
      </div>
      <Suspense fallback={<div className="h-19" />}>
        <AddJerseys userId={memberId} listId={list.id} />
      </Suspense>
    </>
  );
}
