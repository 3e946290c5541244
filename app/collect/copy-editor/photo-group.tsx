import { ArrowLeft, ArrowRight, Eye, EyeOff, ImagePlus, Trash2 } from "lucide-react";
import { Suspense, useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { ImageTile, TileTool } from "../../contribute/components/image-tile.tsx";
import { SendingPhoto } from "../../contribute/components/sending-photo.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { OwnPhoto } from "../copy-photo/own-photo.tsx";
import { type Copy, MAX_COPY_PHOTOS } from "../domain/copies/copy.ts";
import { CopyPicture } from "../my-copies/copy-picture.tsx";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Photos } from "./use-photos.ts";

/** Lazy: few offer a photo. */
const loadOffer = () => import("./offer-dialog.tsx");
const OfferDialog = lazyDialog(loadOffer);

/** The photos of a copy, in order; before the first one, the jersey's own picture. */
export function PhotoGroup({
  edited,
  disabled,
  userId,
  jerseyId,
  shirt,
}: {
  edited: Photos;
  disabled: boolean;
  userId: string;
  /** Null if the jersey of the copy was deleted. */
  jerseyId: string | null;
  /** Undefined if nothing is known of it. */
  shirt: Pick<Copy, "jersey" | "former_jersey" | "printed_number"> | undefined;
}) {
  const { t } = useTranslation(["copies", "submit", "common"]);
  const lang = useLanguage();
  const id = useId();
  const [offered, setOffered] = useState<string>();
  const { store, shown, sending, problems } = edited;
  const isBusy = disabled || sending !== undefined;

  async function offer(path: string) {
    try {
      await Promise.all([loadMessages(lang, ["suggestions"]), loadOffer()]);
      setOffered(path);
    } catch (error) {
      console.error("offer not opened", error);
      toast.error(t("common:error.generic"));
    }
  }

  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="sr-only">
        {t("editor.photosGroup")} {shown.length} / {MAX_COPY_PHOTOS}
      </legend>
      {shown.length > 0 && (
        // One row: the fields stay in view.
        <ol className="relative -mx-6 grid auto-cols-[12.5rem] grid-flow-col gap-3 overflow-x-auto px-6 pb-1">
          {shown.map(({ id: photo, stored: { path, is_shown = false } }, index) => (
            <ImageTile
              key={photo}
              cover={index === 0 && t("submit:images.cover")}
              picture={
                <OwnPhoto
                  path={path}
                  alt={t("photos.photo", { n: index + 1 })}
                  waiting={<Skeleton className="size-full" />}
                  className="size-full object-cover"
                />
              }
              tools={
                <>
                  <TileTool
                    label={t("submit:images.before", { n: index + 1 })}
                    disabled={isBusy || index === 0}
                    onClick={() => store.move(photo, -1)}
                    icon={<ArrowLeft aria-hidden />}
                  />
                  <TileTool
                    label={t("submit:images.after", { n: index + 1 })}
                    disabled={isBusy || index === shown.length - 1}
                    onClick={() => store.move(photo, 1)}
                    icon={<ArrowRight aria-hidden />}
                  />
                  <TileTool
                    label={t(is_shown ? "photos.hide" : "photos.show", { n: index + 1 })}
                    disabled={isBusy}
                    onClick={() => store.change(photo, { is_shown: !is_shown })}
                    icon={is_shown ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
                  />
                  <TileTool
                    label={t("submit:images.removeNth", { n: index + 1 })}
                    disabled={isBusy}
                    onClick={() => store.remove(photo)}
                    icon={<Trash2 aria-hidden />}
                  />
                </>
              }
            >
              {jerseyId && (
                <Button
                  variant="outline"
                  size="sm"
                  className="h-auto min-h-9 py-1.5 whitespace-normal"
                  aria-label={t("photos.offer", { n: index + 1 })}
                  disabled={isBusy}
                  onClick={() => void offer(path)}
                >
                  {t("photos.offerShort")}
                </Button>
              )}
            </ImageTile>
          ))}
        </ol>
      )}
      {sending && <SendingPhoto {...sending} />}
      <div role="alert" className="grid gap-1 text-sm text-danger empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <div className="flex items-center gap-4">
        {shown.length === 0 && shirt && (
          <div className="w-22 shrink-0 sm:w-28">
            <CopyPicture copy={{ ...shirt, photos: [] }} sizes="7rem" />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FileButton
            id={id}
            hint={`${id}-hint`}
            size="sm"
            disabled={isBusy || shown.length >= MAX_COPY_PHOTOS}
            onFiles={(files) => void store.add(files)}
          >
            <ImagePlus aria-hidden />
            {t("photos.add")}
          </FileButton>
          <p id={`${id}-hint`} className="min-w-40 flex-1 text-sm text-muted">
            {t("help.photos")}
          </p>
        </div>
      </div>
      {offered && jerseyId && (
        <Suspense fallback={null}>
          <OfferDialog
            userId={userId}
            jerseyId={jerseyId}
            path={offered}
            onClose={() => setOffered(undefined)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
