import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";

/** Leads back to the form that asks for a code. */
export function CodeAgain({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("auth");
  return (
    <Button variant="link" className="min-h-11!" onClick={onBack}>
      {t("code.again")}
    </Button>
  );
}
