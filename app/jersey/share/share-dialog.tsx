import { Code, Copy, ImageDown, Share2 } from "lucide-react";
import { type MouseEvent, useEffect, useId, useRef, useState } from "react";

import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { isPlainClick } from "../../shared/components/plain-link.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { embedCode } from "../address/embed.ts";
import type { ShareButtonProps } from "./share-button.tsx";
import { copyText, sharedAddress, shareAddress, sharePicture } from "./share.ts";

const FILE = "maillotheque.jpg";

interface ShareDialogProps extends Omit<ShareButtonProps, "className"> {
  onClose: () => void;
}

/** Shares the open page: its address by the clipboard or the system's sheet, and its picture. */
export default function ShareDialog({
  title,
  picture,
  tallPicture,
  embedded,
  onClose,
}: ShareDialogProps) {
  const { t } = useTranslation(["share", "common"]);
  const [address] = useState(() => sharedAddress(location.href));
  const [isEmbedding, setEmbedding] = useState(false);
  const lang = useLanguage();

  function finish(words: string) {
    toast.success(words);
    onClose();
  }

  async function attempt(act: () => Promise<void>) {
    try {
      await act();
    } catch (error) {
      console.warn("not shared", error);
      toast.error(t("failed"));
    }
  }

  function savePicture(event: MouseEvent<HTMLAnchorElement>) {
    // Without a sheet for files the link saves the picture by itself.
    if (!isPlainClick(event) || !("canShare" in navigator)) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    void attempt(() => sharePicture(title, href, FILE));
  }
  const save = (path: string, label: string) => (
    <a href={path} download={FILE} onClick={savePicture} className={button({ variant: "outline" })}>
      <ImageDown aria-hidden />
      {label}
    </a>
  );

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t("label")} closeLabel={t("common:close")}>
        <img
          src={picture}
          alt={t("pictureLabel")}
          width={1200}
          height={630}
          className="h-auto w-full rounded-xl border border-line bg-wash"
        />
        <CopyField label={t("address")} value={address} onCopied={() => finish(t("copied"))} />
        {embedded && isEmbedding && (
          <CopyField
            label={t("code")}
            value={embedCode(location.origin, { id: embedded, title }, lang)}
            hasFocus
            onCopied={() => finish(t("codeCopied"))}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {"share" in navigator && (
            <Button
              variant="outline"
              onClick={() => void attempt(() => shareAddress(title, address))}
            >
              <Share2 aria-hidden />
              {t("with")}
            </Button>
          )}
          {save(picture, t("picture"))}
          {tallPicture && save(tallPicture, t("tall"))}
          {embedded && !isEmbedding && (
            <Button variant="outline" onClick={() => setEmbedding(true)}>
              <Code aria-hidden />
              {t("embed")}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** A text with a button that copies it. */
function CopyField({
  label,
  value,
  hasFocus = false,
  onCopied,
}: {
  label: string;
  value: string;
  /** True if it takes the focus of the button that it replaces. */
  hasFocus?: boolean;
  onCopied: () => void;
}) {
  const { t } = useTranslation("share");
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refusal = useId();

  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);

  async function copy() {
    if (await copyText(value)) return onCopied();
    // To be copied by hand: the focus selects it.
    setRefused(true);
    field.current?.focus();
  }

  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <input
          ref={field}
          readOnly
          aria-label={label}
          aria-describedby={isRefused ? refusal : undefined}
          value={value}
          onFocus={({ target }) => target.select()}
          className="h-11 w-full min-w-0 rounded-xl border border-control bg-paper px-3 text-ink"
        />
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          {t("copy")}
        </Button>
      </div>
      {isRefused && (
        <p id={refusal} role="alert" className="text-sm text-muted">
          {t("refused")}
        </p>
      )}
    </div>
  );
}
