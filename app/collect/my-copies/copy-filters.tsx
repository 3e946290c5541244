import { X } from "lucide-react";
import { type ComponentProps, type ReactElement, useMemo, useState } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { factKey } from "../../shared/i18n/fact-key.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { FilterGroup } from "../components/filters/filter-group.tsx";
import { useFilterNavigation } from "../components/filters/filter-navigation.ts";
import { ValueLink } from "../components/filters/value-link.tsx";
import { isPlainClick } from "../../shared/components/plain-link.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import {
  COPY_LIST_FILTERS,
  COPY_MARKS,
  type CopyEntry,
  type CopyListFilter,
  type CopyQuery,
  copySearch,
  FIXED,
  type FilteredCopies,
  valueOf,
  withoutFilters,
  withValue,
} from "../domain/copies/filter.ts";
import type { KitType } from "../../shared/domain/kit-types.ts";
import type { SportOfShirt } from "../../shared/domain/leagues.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Values that a long list shows before "show all". */
const FIRST = 8;

/** A link to another query of the collection. Place and focus stay. */
function QueryLink({
  query,
  children,
  ...props
}: { query: CopyQuery } & Omit<ComponentProps<"a">, "href" | "onClick">) {
  const { pathname } = useLocation();
  const goTo = useFilterNavigation();
  const href = pathname + copySearch(query);
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        goTo(href);
      }}
    >
      {children}
    </a>
  );
}

/** The text of a value. */
function useValueLabel(entries: readonly CopyEntry[]) {
  const { t } = useTranslation("common");
  const { label } = useDetailWords();
  const lang = useLanguage();
  const teams = useMemo(
    () => new Map(entries.map((entry) => [valueOf(entry, "team"), entry.facts.team ?? ""])),
    [entries],
  );
  return (filter: CopyListFilter, value: string): string => {
    switch (filter) {
      case "team":
        return teams.get(value) ?? value;
      case "league":
        return t(`league.${value as SportOfShirt}`);
      case "kit":
        return t(`kitType.${value as KitType}`);
      case "season":
        return seasonInWords(value, lang);
      case "version":
      case "condition":
        return label(filter, value);
      case "size": {
        const [, scale, size] = /^(women|youth)-(.*)$/.exec(value) ?? [];
        return scale ? `${size} (${label("size_scale", scale)})` : value;
      }
      default:
        return value;
    }
  };
}

/** The filters of a collection, with what each value would show. */
export function CopyFilters({
  entries,
  query,
  filtered: { counts, marks },
}: {
  entries: readonly CopyEntry[];
  query: CopyQuery;
  filtered: FilteredCopies<CopyEntry>;
}) {
  const { t } = useTranslation(["copies", "facts"]);
  const lang = useLanguage();
  const labelOf = useValueLabel(entries);
  const all = useMemo(() => {
    const values = COPY_LIST_FILTERS.map((filter) => {
      const held = new Set(entries.map((entry) => valueOf(entry, filter)));
      held.delete(undefined);
      return [filter, [...held] as string[]] as const;
    });
    return new Map(values);
  }, [entries]);
  return (
    <>
      {COPY_LIST_FILTERS.map((filter) => {
        const held = all.get(filter) ?? [];
        if (held.length === 0) return null;
        const order = FIXED[filter];
        const values = held
          .map((value) => ({
            value,
            label: labelOf(filter, value),
            count: counts[filter].get(value) ?? 0,
          }))
          .toSorted((one, other) =>
            order
              ? order.indexOf(one.value) - order.indexOf(other.value)
              : filter === "season"
                ? other.value.localeCompare(one.value)
                : one.label.localeCompare(other.label, lang, { numeric: true }),
          );
        return (
          <FilterGroup
            key={filter}
            title={t([`copies:fields.${filter as "size"}`, factKey(filter)])}
          >
            <Values
              items={values.map(({ value, label, count }) => (
                <li key={value}>
                  <ValueLink
                    label={label}
                    shown={formatNumber(count, lang)}
                    isChosen={query[filter].includes(value)}
                    isOff={count === 0 && !query[filter].includes(value)}
                    query={withValue(query, filter, value)}
                    Link={QueryLink}
                  />
                </li>
              ))}
            />
          </FilterGroup>
        );
      })}
      <FilterGroup title={t("copies:filter.only")}>
        <ul className="filter-values">
          {COPY_MARKS.map((mark) => (
            <li key={mark}>
              <ValueLink
                label={t(`copies:filter.${mark}`)}
                shown={formatNumber(marks[mark], lang)}
                isChosen={query.only.includes(mark)}
                isOff={marks[mark] === 0 && !query.only.includes(mark)}
                query={withValue(query, "only", mark)}
                Link={QueryLink}
              />
            </li>
          ))}
        </ul>
      </FilterGroup>
    </>
  );
}

/** The values of a filter: the first ones, and all of them after a press. */
function Values({ items }: { items: ReactElement[] }) {
  const { t } = useTranslation("filters");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className="filter-values">{isOpen ? items : items.slice(0, FIRST)}</ul>
      {items.length > FIRST && !isOpen && (
        <Button variant="link" size="sm" onClick={() => setOpen(true)} className="mt-1">
          {t("list.all", { count: items.length })}
        </Button>
      )}
    </>
  );
}

/** The chosen values, each a link that removes it. */
export function CopyChips({ entries, query }: { entries: readonly CopyEntry[]; query: CopyQuery }) {
  const { t } = useTranslation(["filters", "copies", "catalogue", "common"]);
  const labelOf = useValueLabel(entries);
  const chosen = [
    ...COPY_LIST_FILTERS.flatMap((filter) =>
      query[filter].map((value) => ({ filter, value, label: labelOf(filter, value) })),
    ),
    ...query.only.map((value) => ({
      filter: "only" as const,
      value,
      label: t(`copies:filter.${value}`),
    })),
  ];
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t("filters:chosen")} className="filter-chips">
      {chosen.map(({ filter, value, label }) => (
        <li key={`${filter}:${value}`}>
          <QueryLink
            query={withValue(query, filter, value)}
            aria-label={t("common:of", { label: t("common:action.remove"), name: label })}
            className="filter-chip"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden />
          </QueryLink>
        </li>
      ))}
      <li>
        <QueryLink query={withoutFilters(query)} className="filter-clear">
          {t("catalogue:clear")}
        </QueryLink>
      </li>
    </ul>
  );
}
