import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CONTRIBUTION_KINDS, type ContributionKind } from "../domain/contribution.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const CHIP =
  "inline-flex h-11 shrink-0 items-center gap-2 rounded-full border border-control px-4 text-sm font-semibold transition-colors hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper";

/** Links to the kinds of which the member has any, each with how many. */
export function KindFilter({
  kinds,
  counts,
  total,
}: {
  kinds: readonly ContributionKind[];
  counts: Partial<Record<ContributionKind, number>>;
  total: number;
}) {
  const { t } = useTranslation("contributions");
  const lang = useLanguage();
  const isFiltered = kinds.length < CONTRIBUTION_KINDS.length;
  const chip = (label: string, count: number, search: string, isCurrent: boolean) => (
    <Link
      key={search}
      to={{ search }}
      preventScrollReset
      aria-current={isCurrent ? "true" : undefined}
      className={CHIP}
    >
      {label} <span className="font-normal tabular-nums">{formatNumber(count, lang)}</span>
    </Link>
  );
  return (
    <nav aria-label={t("filter")} className="flex flex-wrap gap-2">
      {chip(t("all"), total, "", !isFiltered)}
      {CONTRIBUTION_KINDS.map((kind) => {
        const count = counts[kind] ?? 0;
        const isCurrent = isFiltered && kinds.includes(kind);
        return count > 0 && chip(t(`kinds.${kind}`), count, `?kind=${kind}`, isCurrent);
      })}
    </nav>
  );
}
