import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Progress } from "../../shared/ui/progress.tsx";

/** How much of a photo is sent. */
export function SendingPhoto({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation("submit");
  const label = t("images.sending", { name });
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>{label}</p>
      <Progress value={share} label={label} />
    </div>
  );
}
