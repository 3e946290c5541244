import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import { button } from "../../components/ui/button.tsx";
import { cx } from "../../components/ui/cx.ts";
import { Progress } from "../../components/ui/progress.tsx";
import { backend } from "../../data/browser.ts";
import type { EditedImage, EditedJersey } from "../../data/submissions/edit.ts";
import { imageUrl } from "../../lib/image-url.ts";
import { MAX_IMAGES, useImages } from "./use-images.ts";

/** A jersey's images as they are in the catalogue: every change is made at once. */
export function ImageEditor({
  jersey,
  userId,
  onChange,
}: {
  jersey: EditedJersey;
  userId: string;
  /** Told when an image was added or deleted, which the moderators will look at. */
  onChange: () => void;
}) {
  const { t } = useTranslation("account");
  const id = useId();
  const { images, sending, busy, add, move, remove } = useImages(jersey, userId, onChange);
  const [moved, setMoved] = useState("");

  function moveBy(index: number, by: -1 | 1) {
    setMoved(t("images.moved", { n: index + by + 1 }));
    void move(index, index + by);
  }

  return (
    <section aria-labelledby={`${id}-label`} className="grid gap-3">
      <h3 id={`${id}-label`} className="text-sm font-semibold">
        {t("images.label")}{" "}
        <span className="font-normal text-muted tabular-nums">
          {images.length} / {MAX_IMAGES}
        </span>
      </h3>
      {images.length > 0 && (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {images.map((image, index) => (
            <Tile key={image.id} image={image} index={index}>
              <Tool
                label={t("images.before", { n: index + 1 })}
                disabled={busy || index === 0}
                onClick={() => moveBy(index, -1)}
                icon={<ArrowLeft aria-hidden />}
              />
              <Tool
                label={t("images.after", { n: index + 1 })}
                disabled={busy || index === images.length - 1}
                onClick={() => moveBy(index, 1)}
                icon={<ArrowRight aria-hidden />}
              />
              <Tool
                label={t("images.remove", { n: index + 1 })}
                disabled={busy}
                onClick={() => void remove(image)}
                icon={<Trash2 aria-hidden />}
              />
            </Tile>
          ))}
        </ol>
      )}
      {sending && (
        <div className="grid gap-1 text-sm text-muted">
          <p>{t("images.sending", { name: sending.name })}</p>
          <Progress value={sending.share} label={t("images.sending", { name: sending.name })} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          id={id}
          type="file"
          multiple
          accept="image/*"
          disabled={busy}
          aria-describedby={`${id}-hint`}
          className="peer sr-only"
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = ""; // so that the same file can be chosen again
          }}
        />
        <label
          htmlFor={id}
          className={cx(
            button({ variant: "outline", size: "sm" }),
            "cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:pointer-events-none peer-disabled:opacity-50",
          )}
        >
          <ImagePlus aria-hidden />
          {t("images.add")}
        </label>
        <p id={`${id}-hint`} className="min-w-40 flex-1 text-sm text-muted">
          {t("images.hint")}
        </p>
      </div>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </section>
  );
}

function Tile({
  image,
  index,
  children,
}: {
  image: EditedImage;
  index: number;
  children: ReactNode;
}) {
  const { t } = useTranslation("account");
  return (
    <li className="grid gap-1 rounded-xl border border-line bg-raised p-2">
      <div className="relative aspect-square overflow-hidden rounded-lg bg-surface">
        {image.path && (
          <img
            src={imageUrl(backend().url, image.path, { width: 320, fit: "cover" })}
            alt={t("images.photo", { n: index + 1 })}
            className="size-full object-cover"
          />
        )}
        {index === 0 && (
          <Badge tone="accent" className="absolute top-2 left-2">
            {t("images.cover")}
          </Badge>
        )}
      </div>
      <div className="flex justify-between">{children}</div>
    </li>
  );
}

function Tool({
  label,
  icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={button({ variant: "ghost", size: "icon", className: "size-10" })}
    >
      {icon}
    </button>
  );
}
