import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";

import { InlineScript } from "../../components/inline-script.tsx";
import { JerseyGridSkeleton, JerseyList } from "../../components/jersey-list.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { useSession } from "../../data/session/use-session.ts";
import {
  catalogueSearch,
  type DroppedValue,
  type Filter,
  parseCatalogue,
  setFilters,
  withAfter,
} from "../../domain/catalogue-query.ts";
import { Chips } from "../../features/catalogue-filter/chips.tsx";
import { FilterGroups } from "../../features/catalogue-filter/filter-groups.tsx";
import { FilterSheet, SheetButton } from "../../features/catalogue-filter/filter-sheet.tsx";
import { chosenValues, shownCount } from "../../features/catalogue-filter/labels.ts";
import { VIEW_SCRIPT } from "../../features/catalogue-filter/list-view.ts";
import { NothingFound } from "../../features/catalogue-filter/nothing-found.tsx";
import type { OwnResult } from "../../features/catalogue-filter/own-reader.tsx";
import { OwnGroup } from "../../features/catalogue-filter/own-group.tsx";
import { withOwnCounts } from "../../features/catalogue-filter/own-counts.ts";
import { SortMenu } from "../../features/catalogue-filter/sort-menu.tsx";
import { ViewSwitch } from "../../features/catalogue-filter/view-switch.tsx";
import { useLanguage } from "../../i18n/use-language.ts";
import { CommunityCard } from "../shared/community-card.tsx";
import type { CatalogueData } from "./load.ts";

/** Lazy: only members need the query library behind it. */
const OwnReader = lazy(() => import("../../features/catalogue-filter/own-reader.tsx"));

/** The filters beside their result. */
export function Catalogue({ found }: { found: CatalogueData }) {
  const lang = useLanguage();
  const session = useSession();
  const member = session.status === "member" ? session.user.id : undefined;
  const [ownResult, setOwnResult] = useState<OwnResult>();
  // Visitors have no side of their own: a link that a member sent them shows the same without it.
  const query = member ? found.query : { ...found.query, own: undefined };
  const listKey = catalogueSearch(withAfter(query, undefined));
  const own = ownResult?.member === member ? ownResult : undefined;
  const result = own?.result?.listKey === listKey ? own.result : undefined;
  const isWaiting = query.own !== undefined && !result;
  const shown = result ? withOwnCounts(found, result) : found;
  const view = { ...shown, query };
  const busy = useIsRefiltering(listKey) || isWaiting;
  return (
    <div className="page catalogue">
      <InlineScript text={VIEW_SCRIPT} />
      {member && (
        <Suspense>
          <OwnReader member={member} query={query} onRead={setOwnResult} />
        </Suspense>
      )}
      <FilterSheet total={view.total} busy={busy}>
        <FilterGroups view={view} own={member && <OwnGroup view={view} sides={own?.sides} />} />
      </FilterSheet>
      <section aria-labelledby="maillots-found" className="catalogue-found">
        <div className="catalogue-bar">
          <Found total={view.total} isWaiting={isWaiting} />
          <SortMenu query={query} />
          <ViewSwitch />
        </div>
        <SheetButton count={chosenValues(view, lang).length} />
        <Chips view={view} />
        <Dropped values={found.dropped} />
        <div aria-busy={busy} className="catalogue-list">
          {isWaiting ? (
            <JerseyGridSkeleton />
          ) : (
            <JerseyList
              key={listKey}
              listKey={`catalogue:${listKey}`}
              page={(result ?? found).page}
              Card={CommunityCard}
              empty={setFilters(query).length > 0 ? <NothingFound view={view} /> : null}
            />
          )}
        </div>
      </section>
    </div>
  );
}

/** True while another result loads; a further step of this one is added below it. */
function useIsRefiltering(listKey: string): boolean {
  const isFiltering = useIsFiltering();
  const { location } = useNavigation();
  if (!isFiltering || !location) return false;
  const { query } = parseCatalogue(new URLSearchParams(location.search));
  return catalogueSearch(withAfter(query, undefined)) !== listKey;
}

/** The size of the result, announced when it changes. */
function Found({ total, isWaiting }: { total: number; isWaiting: boolean }) {
  const { t } = useTranslation("filters");
  const lang = useLanguage();
  const text =
    total === 0 ? t("foundNone") : t("found", { count: total, shown: shownCount(total, lang) });
  return (
    <h2 id="maillots-found" tabIndex={-1} className="catalogue-count">
      <span role="status">{isWaiting ? t("loading") : text}</span>
    </h2>
  );
}

const GROUPS = { from: "years", to: "years", decade: "years" } as const;

/** Names the values of the address that the catalogue doesn't know. */
function Dropped({ values }: { values: readonly DroppedValue[] }) {
  const { t } = useTranslation("filters");
  if (values.length === 0) return null;
  const groupOf = (name: string) => {
    if (name === "sort") return t("sort.label");
    const group = Object.hasOwn(GROUPS, name) ? GROUPS[name as keyof typeof GROUPS] : name;
    return t(`group.${group as Filter}`);
  };
  const named = values.map(({ name, value }) => `${value} (${groupOf(name)})`).join(", ");
  return <p className="catalogue-dropped">{t("dropped", { values: named })}</p>;
}
