import { Share2 } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { Button } from "../../shared/ui/button.tsx";

/** Lazy: the dialog library and the texts load with the first click. */
const loadDialog = () => import("./share-dialog.tsx");
const ShareDialog = lazy(loadDialog);

export interface ShareButtonProps {
  /** The text that is shared with the address. */
  title: string;
  /** The path of the share picture (`shareImagePath()`). */
  picture: string;
  /** The path of the same for stories, 9:16. */
  tallPicture?: string;
  /** The id of the jersey that other sites can show in a frame. */
  embedded?: string;
  /** True if nobody needs to press it. */
  opensAtOnce?: boolean;
  className?: string;
}

/** Opens the dialog that shares the open page: its address and its share picture. */
export function ShareButton(props: ShareButtonProps) {
  // Another page has another address: its dialog opens anew.
  const { key } = useLocation();
  return <Sharing key={key} {...props} />;
}

function Sharing({ className, opensAtOnce = false, ...shared }: ShareButtonProps) {
  const { t } = useTranslation("catalogue");
  const { isOpen, open, close } = useLazyDialog(["share"], loadDialog);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (opensAtOnce) openNow();
  }, [opensAtOnce]);
  return (
    <div className={className}>
      <Button variant="outline" onClick={open} className="needs-scripts max-sm:size-11 max-sm:p-0">
        <Share2 aria-hidden />
        <span className="max-sm:sr-only">{t("share.page")}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog {...shared} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
