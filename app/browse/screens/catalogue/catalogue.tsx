import { lazy, Suspense, useState } from "react";
import { useNavigation } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { InlineScript } from "../../../shared/components/inline-script.tsx";
import { JerseyGridSkeleton, JerseyList } from "../../../shared/components/jersey-list.tsx";
import { LoadFailed } from "../../../shared/components/load-failed.tsx";
import { useIsFiltering } from "../../components/use-is-filtering.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import { FilterSheet, SheetButton } from "../../../collect/components/filters/filter-sheet.tsx";
import { shownCount } from "../../filters/shown-count.ts";
import { VIEW_SCRIPT } from "../../filters/list-view.ts";
import type { OwnResult } from "../../filters/own-reader.tsx";
import { withOwnCounts } from "../../filters/own-counts.ts";
import { Chips } from "../../filters/chips.tsx";
import { FilterGroups } from "../../filters/filter-groups.tsx";
import { SortMenu } from "../../filters/sort-menu.tsx";
import { ViewSwitch } from "../../filters/view-switch.tsx";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { CommunityCard } from "../../components/community-card.tsx";
import { filterOf } from "../../domain/catalogue-query.ts";
import type { CatalogueData } from "./load.ts";
import { useWait } from "./wait.ts";

/** Lazy: only members need the query library behind it. */
const OwnReader = lazy(() => import("../../filters/own-reader.tsx"));
const OwnGroup = lazy(async () => ({
  default: (await import("../../filters/own-group.tsx")).OwnGroup,
}));

/** Lazy: few make lists, and only members do. */
const AddToList = lazy(() => import("../../../show/add-to-list/add-button.tsx"));

/** Lazy: links made by hand, and those that members send to visitors. */
const Dropped = lazy(async () => ({ default: (await import("./dropped.tsx")).Dropped }));
const OwnNeedsSession = lazy(async () => ({
  default: (await import("./dropped.tsx")).OwnNeedsSession,
}));

/** Lazy: hardly anybody filters so often. */
const Waiting = lazy(async () => ({ default: (await import("./busy.tsx")).Waiting }));

/** Lazy: most pages find something. */
const NothingFound = lazy(async () => ({
  default: (await import("../../filters/nothing-found.tsx")).NothingFound,
}));

/** The filters beside their result. */
export function Catalogue({ found }: { found: CatalogueData }) {
  const { t } = useTranslation("filters");
  const lang = useLanguage();
  const session = useSession();
  const waits = useWait();
  const member = session.status === "member" ? session.user.id : undefined;
  const [ownResult, setOwnResult] = useState<OwnResult>();
  const own = ownResult?.member === member ? ownResult : undefined;
  const view = viewOf(found, Boolean(member), own?.result);
  const { query } = view;
  const { listKey, chosen } = found.head;
  const result = own?.result?.listKey === listKey ? own.result : undefined;
  const retry = !result && own?.failed?.listKey === listKey ? own.failed.retry : undefined;
  const isWaiting = query.own !== undefined && !result && !retry;
  const chosenCount = chosen.length + (query.own ? 1 : 0);
  const busy = useIsRefiltering(listKey) || isWaiting;
  return (
    <div className="page catalogue">
      <InlineScript text={VIEW_SCRIPT} />
      {member && (
        <Suspense>
          <OwnReader member={member} query={query} onRead={setOwnResult} />
        </Suspense>
      )}
      <FilterSheet
        show={
          view.total === 0
            ? t("foundNone")
            : t("show", {
                jerseys: t("found", { count: view.total, shown: shownCount(view.total, lang) }),
              })
        }
        busy={busy}
      >
        <FilterGroups view={view} />
        {member && (
          <Suspense>
            <OwnGroup view={view} sides={own?.sides} />
          </Suspense>
        )}
      </FilterSheet>
      <section aria-labelledby="maillots-found" className="catalogue-found">
        <div className="catalogue-bar">
          <Found total={retry ? undefined : view.total} isWaiting={isWaiting} />
          <SortMenu search={listKey} sort={query.sort} />
          <ViewSwitch />
        </div>
        <SheetButton count={chosenCount} />
        <Chips view={view} />
        <Suspense>
          {found.dropped.length > 0 && <Dropped values={found.dropped} />}
          {query.own === undefined && found.query.own && session.status === "visitor" && (
            <OwnNeedsSession />
          )}
          {waits !== undefined && <Waiting seconds={waits} />}
        </Suspense>
        {member && view.total > 0 && listKey !== "" && (
          <Suspense>
            <AddToList
              userId={member}
              what={{ source: { filter: filterOf(query), sort: query.sort } }}
              label={t("toList")}
              className="mb-3"
            />
          </Suspense>
        )}
        <div aria-busy={busy} className="catalogue-list">
          {retry ? (
            <LoadFailed onRetry={retry} />
          ) : isWaiting ? (
            <JerseyGridSkeleton />
          ) : (
            <JerseyList
              key={listKey}
              listKey={`catalogue:${listKey}`}
              page={(result ?? found).page}
              Card={CommunityCard}
              empty={
                listKey !== "" ? (
                  <Suspense>
                    <NothingFound view={view} />
                  </Suspense>
                ) : null
              }
            />
          )}
        </div>
      </section>
    </div>
  );
}

/**
 * What the filters show. Visitors have no side of their own: a link that a member sent them shows the same
 * without it.
 */
function viewOf(
  found: CatalogueData,
  isMember: boolean,
  result: OwnResult["result"],
): CatalogueData {
  const { query } = found;
  if (query.own === undefined) return found;
  if (!isMember) return { ...found, query: { ...query, own: undefined } };
  return result?.listKey === found.head.listKey ? withOwnCounts(found, result) : found;
}

/** True while another result loads; a further step of this one is added below it. */
function useIsRefiltering(listKey: string): boolean {
  const isFiltering = useIsFiltering();
  const { location } = useNavigation();
  if (!isFiltering || !location) return false;
  const next = new URLSearchParams(location.search);
  next.delete("after");
  return next.toString() !== listKey.slice(1);
}

/** The size of the result, announced when it changes; nothing if it could not be read. */
function Found({ total, isWaiting }: { total: number | undefined; isWaiting: boolean }) {
  const { t } = useTranslation("filters");
  const lang = useLanguage();
  const text =
    total === undefined
      ? ""
      : total === 0
        ? t("foundNone")
        : t("found", { count: total, shown: shownCount(total, lang) });
  return (
    <h2 id="maillots-found" tabIndex={-1} className="catalogue-count">
      <span role="status">{isWaiting ? t("loading") : text}</span>
    </h2>
  );
}
