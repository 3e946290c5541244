import { CommunityCard } from "../../browse/components/community-card.tsx";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ShownDay } from "../data/days.ts";
import { DrawnCard } from "./drawn-card.tsx";

/** Days with their shirts, the latest first. A merged one is shown as what it became. */
export function PastDays({ days }: { days: readonly ShownDay[] }) {
  const lang = useLanguage();
  return (
    <JerseyGrid>
      {days.map(({ day, facts, jersey, survivor }) => {
        const shown = jersey ?? survivor;
        return (
          <li key={day} className="grid grid-rows-[auto_1fr] gap-2">
            <p className="caption">
              <time dateTime={day}>{formatDay(day, lang)}</time>
            </p>
            {shown ? (
              <CommunityCard jersey={shown} sizes={GRID_SIZES} />
            ) : (
              <DrawnCard facts={facts} />
            )}
          </li>
        );
      })}
    </JerseyGrid>
  );
}
