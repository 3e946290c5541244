import { ImagePlus, X } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Frame } from "../../shared/browser/image/frame.ts";
import { useFrameDialog } from "../frame-photo/use-frame-dialog.tsx";
import { FileButton } from "../../shared/components/file-button.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { ChosenImage } from "./chosen-image.tsx";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { type FormPhoto, hasRoom, type Refusal } from "../data/photos/photo-list.ts";
import { usePhotoList } from "../data/photos/use-form-photos.ts";
import { MAX_IMAGES } from "../../shared/domain/rules/image-rules.ts";

/** Images, chosen by button, dropped or pasted. Each shows its own state. */
export function ImagesField({ uploads, busy }: { uploads: JerseyPhotos; busy: boolean }) {
  const { t } = useTranslation("submit");
  const list = usePhotoList(uploads);
  const { photos: images, refusals } = list;
  const [moved, setMoved] = useState("");
  const chooser = useId();
  const tiles = useRef<HTMLOListElement>(null);
  const framing = useFrameDialog();
  usePaste(uploads);

  const frame = (image: FormPhoto<string>) =>
    framing.open(async () => {
      const { photo, frame: former } = await uploads.photoOf(image);
      const { id, name } = image;
      const onFrame = (chosen: Frame) => uploads.frame(id, photo, chosen);
      return { photo, name, frame: former, onFrame };
    });

  function move(id: string, by: -1 | 1) {
    const pressed = document.activeElement as HTMLElement | null;
    flushSync(() => uploads.move(id, by));
    pressed?.focus(); // an element loses the focus when it moves in the document
    const position = uploads.snapshot().photos.findIndex((image) => image.id === id) + 1;
    const { name } = uploads.snapshot().photos[position - 1]!;
    setMoved(t("images.moved", { name, position }));
  }

  /**
   * Removes an image. The focus moves to the same button of the next image, or to the file button.
   */
  function remove(id: string, index: number) {
    flushSync(() => uploads.remove(id));
    const rest = [...(tiles.current?.children ?? [])];
    const next = (rest[index] ?? rest.at(-1))?.querySelector<HTMLElement>(
      ":scope > :last-child > button:last-of-type",
    );
    (next ?? document.getElementById(chooser))?.focus();
  }

  return (
    <div className="grid gap-4">
      <DropZone
        id={chooser}
        uploads={uploads}
        disabled={busy}
        isFull={!hasRoom(list, MAX_IMAGES)}
      />
      {images.length > 0 && (
        <ol ref={tiles} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {images.map((image, index) => (
            <ChosenImage
              key={image.originalId ?? image.id}
              image={image}
              index={index}
              isLast={index === images.length - 1}
              busy={busy}
              onMove={(by) => move(image.id, by)}
              onRemove={() => remove(image.id, index)}
              onCancel={() => uploads.cancel(image.id)}
              onRetry={() => void uploads.send(image.id)}
              onFrame={() => void frame(image)}
            />
          ))}
        </ol>
      )}
      <ul aria-live="polite" className="grid gap-2 empty:hidden">
        {refusals.map((refusal) => (
          <RefusalLine
            key={refusal.id}
            refusal={refusal}
            onDismiss={() => uploads.dismiss(refusal.id)}
          />
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
      {framing.dialog}
    </div>
  );
}

function DropZone({
  id,
  uploads,
  disabled,
  isFull,
}: {
  id: string;
  uploads: JerseyPhotos;
  disabled: boolean;
  isFull: boolean;
}) {
  const { t } = useTranslation("submit");
  const [over, setOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) void uploads.add(event.dataTransfer.files);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault(); // otherwise the browser opens the file
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        "grid justify-items-center gap-3 rounded-2xl border border-dashed px-4 py-8 text-center transition-colors",
        over ? "border-accent-text bg-surface" : "border-control",
      )}
    >
      <ImagePlus aria-hidden className="size-8 text-muted" />
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
        <FileButton
          id={id}
          hint={`${id}-hint`}
          disabled={disabled || isFull}
          onFiles={(files) => void uploads.add(files)}
        >
          {t("images.choose")}
        </FileButton>
        <span className="hidden text-sm text-muted pointer-fine:inline">{t("images.drop")}</span>
      </div>
      <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
        {t("images.hint")}
      </p>
    </div>
  );
}

/** A file that is no part of the form, which is sent without it. */
function RefusalLine({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  const { t } = useTranslation(["submit", "common"]);
  const { name, problem } = refusal;
  return (
    <li className="flex items-center gap-2 rounded-lg border border-danger py-1 pr-1 pl-4 text-sm">
      <p className="min-w-0 grow py-2">
        <strong className="font-semibold break-all">{name}</strong>
        <br />
        <span className="text-danger">{problem && t(`imageProblems.${problem}`)}</span>
      </p>
      <button
        type="button"
        aria-label={t("common:of", { label: t("common:action.remove"), name })}
        onClick={onDismiss}
        className={button({ variant: "ghost", size: "icon", className: "shrink-0" })}
      >
        <X aria-hidden />
      </button>
    </li>
  );
}

/** Adds images that are pasted anywhere on the page. Pasted text is left alone. */
function usePaste(uploads: JerseyPhotos): void {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      if (clipboardData?.files.length) void uploads.add(clipboardData.files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [uploads]);
}
