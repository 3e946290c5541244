import { ImageDown, Share2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";

import { isPlainClick } from "../../shared/components/plain-link.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/**
 * Shares the open page: its address by the system's sheet or the clipboard, and its share picture. A
 * refused clipboard leaves the address to be copied by hand. What shares is loaded with the press.
 */
export function ShareButtons(props: ShareButtonsProps) {
  // Another page has another address.
  return <Buttons key={useLocation().key} {...props} />;
}

interface ShareButtonsProps {
  /** The text that is shared with the address. */
  title: string;
  /** The path of the share picture (`shareImagePath()`). */
  picture: string;
  className?: string;
}

function Buttons({ title, picture, className }: ShareButtonsProps) {
  const { t } = useTranslation("catalogue");
  const [address, setAddress] = useState<string>();
  const name = "maillotheque.jpg";

  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      console.warn("not shared", error);
      toast.error(t("share.failed"));
    }
  };

  const shareAddress = () =>
    attempt(async () => {
      const share = await import("./share.ts");
      const url = share.sharedAddress(location.href);
      const shared = await share.shareAddress(title, url);
      if (shared === "copied") toast.success(t("share.copied"));
      setAddress(shared === "refused" ? url : undefined);
    });

  const sharePicture = (event: MouseEvent) => {
    // Without a sheet for files the link saves the picture by itself.
    if (!isPlainClick(event) || !("canShare" in navigator)) return;
    event.preventDefault();
    void attempt(async () => (await import("./share.ts")).sharePicture(title, picture, name));
  };

  return (
    <div className={cx("grid justify-items-start gap-2", className)}>
      <div role="group" aria-label={t("share.label")} className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void shareAddress()} className="needs-scripts">
          <Share2 aria-hidden />
          {t("share.page")}
        </Button>
        <a
          href={picture}
          download={name}
          aria-label={t("share.pictureLabel")}
          onClick={sharePicture}
          className={button({ variant: "ghost" })}
        >
          <ImageDown aria-hidden />
          {t("share.picture")}
        </a>
      </div>
      {address && (
        <label className="grid w-full gap-1 text-sm text-muted">
          {t("share.address")}
          <input
            readOnly
            // The field answers the press: focused, its address is selected and read out.
            ref={takeFocus}
            value={address}
            className="h-11 w-full max-w-md rounded-xl border border-control bg-paper px-3 text-ink"
          />
        </label>
      )}
    </div>
  );
}

function takeFocus(field: HTMLInputElement | null): void {
  field?.select();
  field?.focus();
}
