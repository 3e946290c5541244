import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { myTotals } from "../data/submissions/totals.ts";
import { formatNumber, formatScore } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const FIGURES = ["votes", "up", "down", "score"] as const;

/** The votes on all of the member's jerseys together. */
export function Totals({ userId }: { userId: string }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const { data: totals } = useMemberQuery(myTotals(userId));
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:flex">
      {FIGURES.map((figure) => (
        <div key={figure} className="flex flex-col-reverse justify-end gap-1">
          <dt className="caption">{t(`totals.${figure}`)}</dt>
          <dd className="numeral text-3xl">
            {totals ? (figure === "score" ? formatScore : formatNumber)(totals[figure], lang) : "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
