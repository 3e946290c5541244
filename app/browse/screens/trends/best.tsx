import { Shirt } from "lucide-react";
import type { ReactNode } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { GRID_SIZES, JerseyGrid } from "../../../shared/components/jersey-grid.tsx";
import type { SaidByPage } from "../../../shared/components/jersey-card.tsx";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { CommunityCard } from "../../components/community-card.tsx";

/** Places with a badge. */
const BADGED = 3;

/** The highest scores of all time, named by their rule. */
export function Best({
  title,
  jerseys,
  said,
  action,
  emptyAction,
}: {
  title: string;
  jerseys: JerseySummary[];
  said?: SaidByPage | undefined;
  /** Beside the title. */
  action: ReactNode;
  emptyAction: ReactNode;
}) {
  const { t } = useTranslation(["trends", "catalogue"]);
  return (
    <section
      id="tendances"
      aria-labelledby="best"
      className="page grid scroll-mt-20 grid-cols-1 gap-4 md:gap-6"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <h2 id="best" className="heading text-3xl">
          {title}
        </h2>
        {action}
        <p className="col-span-2 text-muted">{t("bestLead")}</p>
      </div>
      {jerseys.length > 0 ? (
        <JerseyGrid>
          {jerseys.map((jersey, n) => (
            <li key={jersey.id}>
              <CommunityCard
                jersey={jersey}
                {...(n < BADGED && { rank: n + 1 })}
                said={said}
                sizes={GRID_SIZES}
              />
            </li>
          ))}
        </JerseyGrid>
      ) : (
        <EmptyState
          icon={<Shirt aria-hidden />}
          title={t("catalogue:jerseys.empty")}
          action={emptyAction}
        />
      )}
    </section>
  );
}
