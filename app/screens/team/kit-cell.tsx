import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { useSubmitHref } from "../../components/no-jerseys.tsx";
import { cx } from "../../components/ui/cx.ts";
import { useHref } from "../../address/use-href.ts";
import { jerseyParams, type JerseySummary } from "../../domain/jersey.ts";
import type { TimelineCell } from "../../domain/kit-timeline.ts";
import type { KitType } from "../../domain/kit-types.ts";

interface KitCellProps {
  teamId: string;
  kit: KitType;
  year: number;
  /** The season for a new submission. */
  seasonId: string | undefined;
  cell: TimelineCell<JerseySummary>;
  /** True if the whole year is empty. Its row is then lower, so that the shirts stand out. */
  isSlim: boolean;
}

/** The best jersey of one year and kit type, or a link to submit it. */
export function KitCell({ teamId, kit, year, seasonId, cell, isSlim }: KitCellProps) {
  const [best, other] = cell.jerseys;
  return (
    <div
      className={cx("relative mx-auto w-full max-w-32", isSlim ? "h-11" : "aspect-square min-h-11")}
    >
      {best ? (
        <>
          <Worn jersey={best} />
          {other && <Others first={other} count={cell.count - 1} {...{ kit, year }} />}
        </>
      ) : (
        <Gap {...{ teamId, kit, year, seasonId }} />
      )}
    </div>
  );
}

function Worn({ jersey }: { jersey: JerseySummary }) {
  const to = useHref();
  return (
    <Link
      to={to("jersey", jerseyParams(jersey))}
      prefetch="intent"
      viewTransition
      className="block size-full overflow-hidden rounded-xl bg-surface transition-transform hover:scale-[1.03] md:rounded-2xl"
    >
      <JerseyImage
        jersey={jersey}
        path={jersey.images[0]?.path}
        alt={jersey.title}
        sizes="(min-width: 48rem) 9rem, min(8rem, 28vw)"
        largest={320}
      />
    </Link>
  );
}

/** Link to the variations page, for more than one jersey of a kit type and year. */
function Others({
  first,
  count,
  kit,
  year,
}: {
  first: JerseySummary;
  count: number;
  kit: KitType;
  year: number;
}) {
  const { t } = useTranslation("team");
  const { t: common } = useTranslation();
  const to = useHref();
  const { teamSlug, kitType, year: shown } = jerseyParams(first);
  return (
    <Link
      to={to("variations", { teamSlug, kitType, year: shown })}
      aria-label={t("timeline.others", { count, kit: common(`kitType.${kit}`), year })}
      className="numeral absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full bg-ink text-xs text-paper ring-2 ring-paper md:size-9 md:text-lg"
    >
      +{count}
    </Link>
  );
}

function Gap({
  teamId,
  kit,
  year,
  seasonId,
}: Pick<KitCellProps, "teamId" | "kit" | "year" | "seasonId">) {
  const { t } = useTranslation("team");
  const { t: common } = useTranslation();
  const submit = useSubmitHref();
  return (
    <Link
      to={submit({ team: teamId, kit, year, season: seasonId })}
      aria-label={t("timeline.add", { kit: common(`kitType.${kit}`), year })}
      className="grid size-full place-items-center rounded-xl border border-dashed border-line text-muted/60 transition-colors hover:border-control hover:text-ink focus-visible:text-ink md:rounded-2xl"
    >
      <Plus aria-hidden className="size-4 md:size-5" />
    </Link>
  );
}
