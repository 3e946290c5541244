import { Share2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { Button } from "../../shared/ui/button.tsx";

/** Lazy: the dialog library loads with the first click. */
const ShareDialog = lazyDialog(() => import("./share-dialog.tsx"));

export interface ShareButtonProps {
  /** The text that is shared with the address. */
  title: string;
  /** The path of the share picture (`shareImagePath()`). */
  picture: string;
  /** The path of the same for stories, 9:16. */
  tallPicture?: string;
  /** The id of the jersey that other sites can show in a frame. */
  embedded?: string;
  className?: string;
}

/** Opens the dialog that shares the open page: its address and its share picture. */
export function ShareButton({ className, ...shared }: ShareButtonProps) {
  const { t } = useTranslation("catalogue");
  // Another page has another address: its dialog opens anew.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  return (
    <div className={className}>
      <Button
        variant="outline"
        onClick={() => setOpenedAt(key)}
        className="needs-scripts max-sm:size-11 max-sm:p-0"
      >
        <Share2 aria-hidden />
        <span className="max-sm:sr-only">{t("share.page")}</span>
      </Button>
      {openedAt === key && (
        <Suspense>
          <ShareDialog {...shared} onClose={() => setOpenedAt(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
