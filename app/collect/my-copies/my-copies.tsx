import { SearchX, Shirt } from "lucide-react";
import { type ComponentProps, useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { openSearch } from "../../shared/browser/open-search.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { type CopyToEdit, editCopy } from "../copy-editor/copy-requests.ts";
import { FilterSheet, SheetButton } from "../components/filters/filter-sheet.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { AllCopies } from "../data/copies/use-all-copies.ts";
import {
  type CopyEntry,
  copySearch,
  countChosen,
  filterCopies,
  withoutFilters,
} from "../domain/copies/filter.ts";
import { sortCopies } from "../domain/copies/sort.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { AsOf } from "../offline/as-of.tsx";
import { UnsentList } from "../offline/unsent-list.tsx";
import { ShirtField } from "../intake/shirt-field.tsx";
import { PhotoIntakeDoor } from "../photo-intake/photo-intake-door.tsx";
import { Bin } from "./bin.tsx";
import { CopiesSkeleton } from "./copies-skeleton.tsx";
import { CopyChips, CopyFilters } from "./copy-filters.tsx";
import { Found } from "./found.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCopies } from "./use-copies.ts";
import { ReadingLine } from "./reading-line.tsx";
import { useCopyQuery, useCopyView, useWords } from "./use-copy-query.ts";
import { useCopyWrites } from "./use-copy-writes.ts";

/** A member's copies: those that wait to be sent, whether or not the others can be read; filters, list, selection, and those that were removed. */
export function MyCopies(props: MyCopiesProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <UnsentList userId={props.userId} />
      <StoredCopies {...props} />
    </div>
  );
}

interface MyCopiesProps {
  userId: string;
  /** What else is offered for chosen copies: lists, which are of a room above. */
  ofChosen: ComponentProps<typeof Found>["ofChosen"];
}

function StoredCopies({ userId, ofChosen }: MyCopiesProps) {
  const { t } = useTranslation(["copies", "account", "collection", "exchange"]);
  const to = useHref();
  const { entries, ...state } = useCopies(userId);
  const writes = useCopyWrites(userId);
  useEffect(() => {
    // Typed before the session ended.
    const draft = tabDraft<CopyToEdit>("copy").read(userId);
    if (draft) editCopy({ userId, jerseyId: draft.jerseyId, copyId: draft.copyId });
  }, [userId]);

  const [search] = useSearchParams();
  // From a search that found nothing: "J'ai ce maillot"; empty from the home page's "+".
  const [toAdd] = useState(() => search.get("add"));

  if (state.isMissing) return <EmptyState title={t("copies:list.notStored")} />;
  if (!entries) {
    if (!state.isFailed) return <CopiesSkeleton />;
    return <LoadFailed title={t("collection:loadFailed")} onRetry={state.retry} />;
  }
  return (
    <>
      <ShirtField userId={userId} initial={toAdd} />
      <PhotoIntakeDoor userId={userId} copies={entries.map(({ copy }) => copy)} />
      {entries.length === 0 ? (
        <EmptyState
          icon={<Shirt aria-hidden />}
          title={t("account:shelves.empty.collection")}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button variant="hero" onClick={() => openSearch()}>
                {t("account:shelves.find")}
              </Button>
              <Link
                to={to("accountSection", { section: "exchange" }) + "#import"}
                className={button({ variant: "outline" })}
              >
                {t("exchange:import.title")}
              </Link>
            </div>
          }
        >
          {t("account:shelves.emptyText.collection")}
        </EmptyState>
      ) : (
        <Collection
          userId={userId}
          ofChosen={ofChosen}
          entries={entries}
          state={state}
          writes={writes}
        />
      )}
      <Bin userId={userId} writes={writes} />
    </>
  );
}

function Collection({
  userId,
  entries,
  state,
  writes,
  ofChosen,
}: MyCopiesProps & {
  entries: CopyEntry[];
  state: Omit<AllCopies, "copies">;
  writes: ReturnType<typeof useCopyWrites>;
}) {
  const { t } = useTranslation(["copies", "catalogue"]);
  const lang = useLanguage();
  const [query, setQuery] = useCopyQuery();
  const [words, setWords] = useWords(query);
  const [view, setView] = useCopyView();
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const isSelecting = selected !== undefined;
  const filtered = useMemo(() => filterCopies(entries, query), [entries, query]);
  const sorted = useMemo(() => sortCopies(filtered.found, query, lang), [filtered, query, lang]);
  const total = sorted.length;
  const shown = formatNumber(total, lang);

  const foundText =
    total === 0 ? t("copies:list.foundNone") : t("copies:list.found", { count: total, shown });
  return (
    <div className="catalogue">
      <FilterSheet
        show={total === 0 ? foundText : t("copies:list.show", { copies: foundText })}
        busy={false}
      >
        <CopyFilters entries={entries} query={query} filtered={filtered} />
      </FilterSheet>
      <section aria-labelledby="copies-found" className="catalogue-found">
        <Toolbar
          query={query}
          words={words}
          view={view}
          isSelecting={isSelecting}
          onSelecting={(starts) => setSelected(starts ? new Set() : undefined)}
          onQuery={setQuery}
          onWords={setWords}
          onView={setView}
        >
          <h3 id="copies-found" tabIndex={-1} className="catalogue-count">
            <span role="status">{foundText}</span>
          </h3>
        </Toolbar>
        {!isSelecting && <SheetButton count={countChosen({ ...query, q: "" })} />}
        <CopyChips entries={entries} query={query} />
        <AsOf readAt={state.readAt} />
        {state.isFailed && <ReadingLine count={entries.length} state={state} />}
        {total === 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={t("copies:list.nothing")}
            action={
              <Button variant="outline" onClick={() => setQuery(withoutFilters(query))}>
                {t("catalogue:clear")}
              </Button>
            }
          />
        ) : (
          <Found
            // Another result begins at its first step.
            key={copySearch(query)}
            userId={userId}
            entries={sorted}
            query={query}
            onQuery={setQuery}
            view={view}
            writes={writes}
            selected={selected}
            onSelected={setSelected}
            ofChosen={ofChosen}
          />
        )}
        {/* Below what is there: its end doesn't move the list. */}
        {!state.isFailed && <ReadingLine count={entries.length} state={state} />}
      </section>
    </div>
  );
}
