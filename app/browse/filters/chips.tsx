import { X } from "lucide-react";
import { useEffect, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ColorSwatch } from "../../shared/components/color-swatch.tsx";
import { catalogueSearch, withoutFilters } from "../domain/catalogue-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FilterLink } from "./filter-link.tsx";
import { chosenValues } from "./labels.ts";
import type { FilterView } from "../data/jerseys/filter-view.ts";

/** The chosen values, each a link that removes it. The focus goes on to the next one. */
export function Chips({ view }: { view: Pick<FilterView, "query" | "named"> }) {
  const { t } = useTranslation(["filters", "catalogue", "common"]);
  const lang = useLanguage();
  const chosen = chosenValues(view, lang);
  const list = useRef<HTMLUListElement>(null);
  /** The place of the last removed chip, until the page without it is there. */
  const removed = useRef<{ place: number; from: string }>(undefined);
  const search = catalogueSearch(view.query);

  useEffect(() => {
    if (!removed.current || removed.current.from === search) return;
    const links = list.current?.querySelectorAll("a");
    const next = links?.[Math.min(removed.current.place, links.length - 1)];
    removed.current = undefined;
    if (document.activeElement !== document.body) return;
    const target = next ?? document.querySelector<HTMLElement>("#maillots-found");
    target?.focus({ preventScroll: true });
  }, [search]);

  if (chosen.length === 0) return null;
  return (
    <ul ref={list} aria-label={t("chosen")} className="filter-chips">
      {chosen.map(({ key, label, without, color }, place) => (
        <li key={key}>
          <FilterLink
            query={without}
            onFollow={() => {
              removed.current = { place, from: search };
            }}
            aria-label={t("common:of", { label: t("common:action.remove"), name: label })}
            className="filter-chip"
          >
            {color && <ColorSwatch color={color} />}
            <span className="truncate">{label}</span>
            <X aria-hidden />
          </FilterLink>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <FilterLink
            query={withoutFilters(view.query)}
            onFollow={() => {
              removed.current = { place: 0, from: search };
            }}
            className="filter-clear"
          >
            {t("catalogue:clear")}
          </FilterLink>
        </li>
      )}
    </ul>
  );
}
