import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { AllCopies } from "../data/copies/use-all-copies.ts";

/** Says that more of a large collection is on its way, or that it did not come. */
export function ReadingLine({
  count,
  state: { isComplete, isFailed, retry },
}: {
  count: number;
  state: Pick<AllCopies, "isComplete" | "isFailed" | "retry">;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  if (isFailed) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-danger">
        {t("copies:list.readFailed")}
        <Button variant="outline" size="sm" onClick={retry}>
          {t("common:error.retry")}
        </Button>
      </p>
    );
  }
  if (isComplete) return null;
  return (
    <div className="grid gap-1 text-sm text-muted">
      <p>
        {t("copies:list.reading", {
          copies: t("copies:list.found", { count, shown: formatNumber(count, lang) }),
        })}
      </p>
      <div className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full w-1/3 animate-pulse bg-accent-text" />
      </div>
    </div>
  );
}
