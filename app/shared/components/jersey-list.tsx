import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { JerseySummary } from "../domain/jersey.ts";
import { itemsOf, type Page } from "../domain/page.ts";
import { useLanguage } from "../i18n/use-language.ts";
import type { JerseyCardProps, SaidByPage } from "./jersey-card.tsx";
import { JerseyCardSkeleton } from "./jersey-card-skeleton.tsx";
import { GRID_SIZES, JerseyGrid } from "./jersey-grid.tsx";
import { button } from "../ui/button.tsx";
import { usePages } from "./use-pages.ts";

/** Number of placeholders while jerseys load (docs/product/browse.md 3.7). */
const PLACEHOLDERS = 8;

/** A grid of placeholders in the size of cards. */
export function JerseyGridSkeleton() {
  return (
    <JerseyGrid>
      {Array.from({ length: PLACEHOLDERS }, (_, n) => (
        <li key={n}>
          <JerseyCardSkeleton />
        </li>
      ))}
    </JerseyGrid>
  );
}

interface JerseyListProps {
  /** Identifies the list, whose pages are shown together. */
  listKey: string;
  page: Page<JerseySummary>;
  Card: ComponentType<JerseyCardProps>;
  said?: SaidByPage;
  /** Shown if there are no jerseys at all. */
  empty: ReactNode;
}

/**
 * A list with a button for the next page. The cursor is in the address (`?after=`): without scripts
 * the link leads to the next page, with scripts that page is added below.
 */
export function JerseyList({ listKey, page, Card, said, empty }: JerseyListProps) {
  const { t } = useTranslation(["catalogue", "common"]);
  // Names in cards are in the language of their page.
  const pages = usePages(`${useLanguage()}:${listKey}`, page);
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const grid = useRef<HTMLDivElement>(null);
  const jerseys = itemsOf(pages);
  const reached = useRef<number>(undefined);

  // After loading more, the focus moves to the first new card.
  useEffect(() => {
    if (reached.current === undefined || jerseys.length <= reached.current) return;
    const added = [...(grid.current?.querySelectorAll("li") ?? [])].slice(reached.current);
    // A shirt without a page has no link.
    const link = added.map((card) => card.querySelector<HTMLElement>("h3 a")).find(Boolean);
    link?.focus({ preventScroll: true });
    reached.current = undefined;
  }, [jerseys.length]);

  if (jerseys.length === 0) return empty;

  const search = (after: string | null) => {
    const next = new URLSearchParams(params);
    if (after === null) next.delete("after");
    else next.set("after", after);
    return next.size > 0 ? `?${next}` : "";
  };
  const growing =
    navigation.state === "loading" &&
    navigation.location.pathname === pathname &&
    navigation.location.search === search(page.next);
  const grow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (growing) return;
    reached.current = jerseys.length;
    void navigate({ search: search(page.next) }, { replace: true, preventScrollReset: true });
  };
  const startsLate = pages[0]?.after !== null;
  return (
    <div
      ref={grid}
      id="maillots"
      aria-busy={growing}
      className="grid scroll-mt-24 grid-cols-1 gap-8"
    >
      {startsLate && (
        <Link
          to={{ search: search(null), hash: "#maillots" }}
          className={button({ variant: "outline", className: "justify-self-start" })}
        >
          {t("jerseys.fromStart")}
        </Link>
      )}
      <JerseyGrid>
        {jerseys.map((jersey, n) => (
          <li key={jersey.id}>
            {/* The first photo is the largest thing that a phone shows of the page. */}
            <Card jersey={jersey} sizes={GRID_SIZES} said={said} priority={n === 0} />
          </li>
        ))}
      </JerseyGrid>
      {growing && <JerseyGridSkeleton />}
      {page.next !== null && (
        <Link
          // The hash matters only if the whole page is loaded.
          to={{ search: search(page.next), hash: "#maillots" }}
          onClick={grow}
          aria-disabled={growing}
          className={button({ variant: "outline", size: "lg", className: "justify-self-center" })}
        >
          {t("common:action.more")}
        </Link>
      )}
    </div>
  );
}
