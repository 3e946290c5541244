import { Crop } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

/** Opens a photo's frame; nothing without `onFrame`. */
export function FrameButton({
  n,
  disabled,
  onFrame,
}: {
  /** The place of the photo, from 1. */
  n: number;
  disabled: boolean;
  onFrame: (() => void) | undefined;
}) {
  const { t } = useTranslation(["suggestions", "submit"]);
  if (!onFrame) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t("submit:images.frame", { n })}
      disabled={disabled}
      onClick={onFrame}
    >
      <Crop aria-hidden />
      {t("submit:frame.action")}
    </Button>
  );
}
