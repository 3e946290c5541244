import { Shirt } from "lucide-react";
import type { ComponentType, ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Carousel } from "../components/carousel.tsx";
import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { JerseyCardSkeleton } from "../../shared/components/jersey-card-skeleton.tsx";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";

/** Number of jerseys in the carousel; the grid shows the rest (docs/product/browse.md 3.3). */
const IN_CAROUSEL = 12;

/**
 * Widths of the first three slides: the podium is larger than the rest. All slides share a
 * baseline.
 */
const WIDTHS = ["w-[64vw] sm:w-96", "w-[58vw] sm:w-80", "w-[56vw] sm:w-72"];
const WIDTH = "w-[46vw] sm:w-56";

interface TrendsProps {
  /** Anchor of the block in the page's address. */
  id: string;
  title: string;
  jerseys: JerseySummary[];
  /** True while another selection loads. */
  loading: boolean;
  filter?: ReactNode;
  /** Shown beside the empty message. */
  emptyAction?: ReactNode;
  Card: ComponentType<JerseyCardProps>;
  /** True if a phone shows the rest in a row that scrolls sideways, to shorten the page. */
  restInRow?: boolean;
}

/**
 * Jerseys with the best scores: a podium of three, a carousel up to the twelfth, the rest in a
 * grid.
 */
export function Trends({
  id,
  title,
  jerseys,
  loading,
  filter,
  emptyAction,
  Card,
  restInRow = false,
}: TrendsProps) {
  const { t } = useTranslation(["home", "catalogue"]);
  const empty = !loading && jerseys.length === 0;
  const rest = jerseys.slice(IN_CAROUSEL);
  const heading = (
    <div className="grid min-w-0 gap-5">
      <h2 className="heading text-3xl">{title}</h2>
      {filter}
    </div>
  );
  return (
    <div
      id={id}
      aria-busy={loading}
      className="grid grid-cols-1 gap-4 pt-2 pb-3 md:gap-10 md:pt-4 md:pb-16"
    >
      {empty ? (
        <section aria-label={title} className="page grid gap-8">
          {heading}
          <EmptyState
            icon={<Shirt aria-hidden />}
            title={t("catalogue:jerseys.empty")}
            action={emptyAction}
          />
        </section>
      ) : (
        <Carousel label={title} heading={heading} className="items-end [--card-text:5.75rem]">
          {loading
            ? Array.from({ length: IN_CAROUSEL }, (_, n) => (
                <li key={n} className={WIDTHS[n] ?? WIDTH}>
                  <JerseyCardSkeleton />
                </li>
              ))
            : jerseys.slice(0, IN_CAROUSEL).map((jersey, n) => (
                <li key={jersey.id} className={WIDTHS[n] ?? WIDTH}>
                  <Card
                    jersey={jersey}
                    {...(n < 3 && { rank: n + 1 })}
                    sizes={
                      n < 3 ? "(min-width: 40rem) 24rem, 64vw" : "(min-width: 40rem) 14rem, 46vw"
                    }
                  />
                </li>
              ))}
        </Carousel>
      )}
      {!loading && rest.length > 0 && (
        <div className="page">
          <JerseyGrid inRow={restInRow}>
            {rest.map((jersey) => (
              <li key={jersey.id}>
                <Card jersey={jersey} sizes={GRID_SIZES} />
              </li>
            ))}
          </JerseyGrid>
        </div>
      )}
    </div>
  );
}
