import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formatDifference } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** By how much a jersey rises, on its card. */
export function RecentVotes({ votes }: { votes: number }) {
  const { t } = useTranslation("home");
  return (
    <span className="numeral text-xl leading-tight">
      {t("trends.recent", { votes: formatDifference(votes, useLanguage()) })}
    </span>
  );
}
