import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { TimelineCell as Cell } from "../../domain/kit-timeline.ts";
import { isMainKit, type KitType } from "../../../shared/domain/kit-types.ts";
import { KitCell } from "../../components/kit-cell.tsx";

interface TimelineCellProps {
  teamId: string;
  kit: KitType;
  year: number;
  /** The season for a new submission. */
  seasonId: string | undefined;
  cell: Cell<JerseySummary>;
}

/** A team's jerseys of one year and kit type. */
export function TimelineCell({ teamId, kit, year, seasonId, cell }: TimelineCellProps) {
  const { t } = useTranslation(["team", "common"]);
  const { t: common } = useTranslation();
  const [best, other] = cell.jerseys;
  const count = cell.count - 1;
  const words = { kit: common(`kitType.${kit}`), year };
  return (
    <KitCell
      best={best}
      others={other && { first: other, count, label: t("timeline.others", { count, ...words }) }}
      gap={
        isMainKit(kit)
          ? {
              known: { team: teamId, kit, year, season: seasonId },
              label: t("common:of", {
                label: t("common:nav.submit"),
                name: `${words.kit}, ${words.year}`,
              }),
            }
          : undefined
      }
      sizes="(min-width: 64rem) 11rem, (min-width: 48rem) 9rem, min(11rem, 28vw)"
    />
  );
}
