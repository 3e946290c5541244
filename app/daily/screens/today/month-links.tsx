import { ChevronLeft, ChevronRight } from "lucide-react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { formatMonth } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { button } from "../../../shared/ui/button.tsx";
import { addMonths, type Month } from "../../../shared/domain/day.ts";

/** The months before and after one that have shirts. */
export function MonthLinks({ month, first, last }: { month: Month; first: Month; last: Month }) {
  const { t } = useTranslation("daily");
  const lang = useLanguage();
  const to = useHref();
  const address = (of: Month) => `${to("today", {})}?month=${of}`;
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <nav aria-label={t("months")} className="flex flex-wrap justify-between gap-3">
      {before >= first ? (
        <PlainLink to={address(before)} className={button({ variant: "outline" })}>
          <ChevronLeft aria-hidden />
          {formatMonth(before, lang)}
        </PlainLink>
      ) : (
        <span />
      )}
      {after <= last && (
        <PlainLink to={address(after)} className={button({ variant: "outline" })}>
          {formatMonth(after, lang)}
          <ChevronRight aria-hidden />
        </PlainLink>
      )}
    </nav>
  );
}
