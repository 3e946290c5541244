import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { type Value as ValueOf, values } from "../domain/copies/statistics.ts";
import { formatMoney } from "../i18n/money.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Chart } from "./chart.tsx";
import { UNPRICED } from "./collection-address.ts";

/** What a collection cost, per currency, and the dearest copies. */
export function Value({ copies }: { copies: readonly CopyEntry[] }) {
  const { t } = useTranslation("collectionNumbers");
  const to = useHref();
  const { values: found, unpriced } = values(copies);
  const note = unpriced > 0 && (
    <Link
      to={to("accountSection", { section: "collection" }) + UNPRICED}
      className="underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {t("value.unpriced", { copies: t("copies", { count: unpriced }) })}
    </Link>
  );
  return (
    <Chart title={t("value.title")} note={note} isWide>
      {found.length === 0 ? <p>{t("value.none")}</p> : <ValueFigures found={found} />}
    </Chart>
  );
}

function ValueFigures({ found }: { found: ValueOf[] }) {
  const { t } = useTranslation(["collectionNumbers", "copies"]);
  const lang = useLanguage();
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {found.map(({ currency, sum, priced, dearest }) => (
        <li key={currency} className="grid content-start gap-3">
          <p className="grid gap-1">
            <span className="numeral text-3xl break-words">{formatMoney(sum, currency, lang)}</span>
            <span className="text-sm text-muted">
              {t("value.priced", { copies: t("copies", { count: priced }) })}
            </span>
          </p>
          <p className="caption">{t("value.dearest")}</p>
          <ol className="grid gap-2 text-sm">
            {dearest.map(({ copy, facts }) => (
              <li key={copy.id} className="flex justify-between gap-3">
                <span className="min-w-0 break-words">{facts.title ?? t("copies:none")}</span>
                <span className="shrink-0 font-semibold tabular-nums">
                  {formatMoney(copy.price ?? 0, currency, lang)}
                </span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}
