import { Keyboard, ListFilter } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { useMemberPages, useMemberQuery } from "../../shared/data/member-query.ts";
import { queueFigures } from "../../contribute/data/suggestions/figures.ts";
import { reviewQueue } from "../data/review/queue.ts";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import {
  MANY_WAIT,
  REVIEW_AGES,
  REVIEW_KINDS,
  type ReviewFilter,
  TO_CHECK,
} from "../domain/review.ts";
import { formatNumber, formatSpan } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** How much waits and since when, and filters, which the address keeps. */
export function ReviewBar({ filter, onHelp }: { filter: ReviewFilter; onHelp: () => void }) {
  const { t } = useTranslation(["review", "common", "facts", "catalogue", "suggestions"]);
  const lang = useLanguage();
  const [params, setParams] = useSearchParams();
  const { data: figures } = useMemberQuery({ ...queueFigures(), refetchInterval: 60_000 });
  const [isAsked, setAsked] = useState(false);
  const { toDecide = 0, byKind = {}, toCheck = 0 } = figures ?? {};
  const isFiltered = Object.keys(filter).length > 0;
  // With a filter, of what it finds: the same reading as the list's.
  const list = useMemberPages(reviewQueue(filter));
  const found = (list.data?.pages.flat() ?? []).filter(({ is_mine }) => !is_mine);
  const said = isFiltered
    ? list.data && !list.hasNextPage && { count: found.length, oldest: found[0]?.since }
    : figures && { count: toDecide, oldest: figures.oldest };

  function choose(name: keyof ReviewFilter, value: string) {
    // Shortcuts work in the queue, so a press gives up the focus. A filter chosen by arrow keys keeps it for the next arrow.
    const { activeElement: active } = document;
    if (active instanceof HTMLElement && !active.matches(":focus-visible")) active.blur();
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  const counted = (label: string, count: number) =>
    count > 0 ? `${label} (${formatNumber(count, lang)})` : label;
  const isOpen = isAsked || toDecide >= MANY_WAIT || isFiltered;
  return (
    <header className="grid gap-3">
      <div className="flex items-center gap-x-2 sm:gap-x-4">
        <h2 className="mr-auto font-semibold max-sm:text-sm" aria-live="polite">
          {said &&
            t("review:waiting", {
              count: said.count,
              age: said.oldest ? formatSpan(said.oldest, lang) : "",
            })}
        </h2>
        {!isOpen && (
          <Button variant="ghost" size="sm" aria-expanded={false} onClick={() => setAsked(true)}>
            <ListFilter aria-hidden />
            {t("catalogue:jerseys.filter")}
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="max-sm:hidden"
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <Keyboard aria-hidden />
          {t("review:keys.open")}
        </Button>
      </div>
      {isOpen && (
        <div className="grid grid-cols-2 items-end gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-[repeat(3,minmax(0,14rem))]">
          <Choice
            label={t("review:filters.kind")}
            all={t("review:filters.all")}
            value={filter.to_check ? TO_CHECK : filter.kind}
            options={[
              ...REVIEW_KINDS.map(
                (kind) =>
                  [kind, counted(t(`suggestions:kinds.${kind}`), countOf(kind, byKind))] as const,
              ),
              [TO_CHECK, counted(t("review:filters.toCheck"), toCheck)],
            ]}
            onChoose={(value) => choose("kind", value)}
          />
          <Choice
            label={t("facts:league")}
            all={t("review:filters.all")}
            value={filter.league}
            options={LEAGUES.map((league) => [league, t(`common:league.${league}`)])}
            onChoose={(value) => choose("league", value)}
          />
          <Choice
            label={t("review:filters.days")}
            all={t("review:filters.all")}
            value={filter.days?.toString()}
            options={REVIEW_AGES.map((days) => [
              String(days),
              t("review:filters.olderThan", { count: days }),
            ])}
            onChoose={(value) => choose("days", value)}
          />
        </div>
      )}
    </header>
  );
}

/** Photos are counted with the corrections. */
const countOf = (kind: (typeof REVIEW_KINDS)[number], byKind: Record<string, number>) =>
  (byKind[kind] ?? 0) + (kind === "edit" ? (byKind.photos ?? 0) : 0);

function Choice({
  label,
  all,
  value = "",
  options,
  onChoose,
}: {
  label: string;
  all: string;
  value: string | undefined;
  options: (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <Field label={label} className="min-w-0">
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
