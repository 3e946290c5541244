import { Heart, Search, Shirt } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";

import { SORT_LABELS } from "../i18n/sort-labels.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { ownedWishes } from "../data/shelves/wishes.ts";
import { shelfKey, shelfList } from "../data/shelves/shelf-list.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { openSearch } from "../../shared/browser/open-search.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";
import { changeShelf } from "../collection/toggle-shelf.ts";
import { AsOf } from "../offline/as-of.tsx";
import { filterAndSort, localItem, type Sort, SORTS } from "./sort-shelf.ts";
import { OwnedWishes } from "./owned-wishes.tsx";
import { ShelfCard } from "./shelf-card.tsx";
import { WishField } from "./wish-field.tsx";
import { useRemoval } from "./use-removal.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

const ICONS = { collection: Shirt, wishlist: Heart } as const;

/** Cards per page: full rows in two, three and four columns. */
const PAGE = 24;

/**
 * One shelf with search, sort orders and removal.
 * @param props.few So many cards only, those added last, without search and sort orders
 * @param props.isEmpty False if what is there isn't of the catalogue: nothing is said where no card is
 */
export function ShelfView({
  userId,
  shelf,
  few,
  isEmpty = true,
}: {
  userId: string;
  shelf: Shelf;
  few?: number;
  isEmpty?: boolean;
}) {
  const { t } = useTranslation([
    "account",
    "collection",
    "copies",
    "common",
    "facts",
    "filters",
    "catalogue",
  ]);
  const id = useId();
  const to = useHref();
  const lang = useLanguage();
  const [query, setQuery] = useState("");
  const [sort, setSort] = useState<Sort>("added");
  const { length, more } = useSteps(few ?? PAGE);
  const { data, isPending, isPaused, isError, refetch, dataUpdatedAt } = useMemberQuery(
    shelfList(userId, shelf),
  );
  const hasOffer = few === undefined && shelf === "wishlist";
  const owned = useMemberQuery({ ...ownedWishes(userId), enabled: hasOffer });
  const removal = useRemoval(userId, shelf);
  const Icon = ICONS[shelf];

  if (isPending && isPaused) return <EmptyState title={t("copies:list.notStored")} />;
  // The offer stands above the list, and must not push it down.
  if (isPending || owned.isLoading) return <Skeleton className="h-72" />;
  if (isError && !data) {
    return <LoadFailed title={t("collection:loadFailed")} onRetry={refetch} />;
  }
  const held = removal.withRemoved(data).map((item) => localItem(item, lang));
  function add(jersey: { id: string; title: string }, wish: WishDetails) {
    const item = held.find(({ jersey_id }) => jersey_id === jersey.id);
    if (item && removal.isRemoved(item)) removal.undo(item);
    else void changeShelf({ userId, jersey, shelf, isOnShelf: true, wish }, lang);
  }
  // In the same place of both views: it keeps what it can bring back.
  const offer = hasOffer && (
    <>
      <WishField userId={userId} onJersey={add} />
      <OwnedWishes userId={userId} />
    </>
  );
  if (held.length === 0 && !isEmpty) return null;
  if (held.length === 0) {
    return (
      <div className="grid gap-6">
        {offer}
        <EmptyState
          icon={<Icon aria-hidden />}
          title={t(`account:shelves.empty.${shelf}`)}
          action={
            shelf === "collection" ? (
              <Button variant="outline" onClick={() => openSearch()}>
                {t("account:shelves.find")}
              </Button>
            ) : (
              <Link to={to("trends", {})} className={button({ variant: "outline" })}>
                {t("account:shelves.explore")}
              </Link>
            )
          }
        >
          {t(`account:shelves.emptyText.${shelf}`)}
        </EmptyState>
      </div>
    );
  }
  const shown = filterAndSort(held, query, sort);
  return (
    <div className="grid gap-6">
      {offer}
      {few === undefined && (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)_9.5rem] gap-2 sm:grid-cols-[minmax(0,1fr)_14rem] sm:gap-3">
            <div className="relative">
              <Search
                aria-hidden
                className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted"
              />
              <Input
                type="search"
                aria-label={t("copies:list.search")}
                placeholder={t("copies:list.search")}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
                className="truncate pl-10"
              />
            </div>
            <label className="sr-only" htmlFor={id}>
              {t("filters:sort.label")}
            </label>
            <Select id={id} value={sort} onChange={(event) => setSort(event.target.value as Sort)}>
              {SORTS.map((choice) => (
                <option key={choice} value={choice}>
                  {t(SORT_LABELS[choice])}
                </option>
              ))}
            </Select>
          </div>
          <p className="caption" aria-live="polite">
            {shown.length > 0
              ? t("catalogue:count.jerseys", { count: shown.length })
              : t("account:shelves.none", { query })}
          </p>
        </>
      )}
      <AsOf readAt={dataUpdatedAt} />
      <JerseyGrid>
        {shown.slice(0, length).map((item) => (
          <li
            key={shelfKey(item)}
            className={cx(
              "[&_.card-extras]:w-full",
              // Of few, whole rows only, on a phone one: three columns have no room for a fourth.
              few && "max-md:nth-[n+3]:hidden md:max-lg:nth-[3n+1]:last:hidden",
            )}
          >
            <ShelfCard
              userId={userId}
              item={item}
              shelf={shelf}
              isRemoved={removal.isRemoved(item)}
              onRemove={() => removal.remove(item)}
              onUndo={() => removal.undo(item)}
            />
          </li>
        ))}
      </JerseyGrid>
      {few === undefined && shown.length > length && (
        <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>
      )}
    </div>
  );
}
