import { Plus } from "lucide-react";
import { Link } from "react-router";
import { PlainLink } from "../../shared/components/plain-link.tsx";

import { HaveButton } from "../../collect/collection/have-button.tsx";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage, type JerseyImageProps } from "../../shared/components/jersey-image.tsx";
import { useSubmitHref } from "./no-jerseys.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { jerseyParams, type JerseySummary } from "../../shared/domain/jersey.ts";

/** A jersey as a cell shows it. */
export type CellJersey = JerseyImageProps["jersey"] &
  Pick<JerseySummary, "id" | "title" | "kit_type_slug" | "images">;

interface KitCellProps {
  /** The best rated jersey. */
  best: CellJersey | undefined;
  /** The other ones, if any: one of them, their number, and the same in words. */
  others?: { first: CellJersey; count: number; label: string } | undefined;
  /** For an empty cell: the values of a submission, and what it adds in words. */
  gap?: { known: Record<string, string | number | undefined>; label: string } | undefined;
  /** True if the whole row is empty. It is then lower, so that the shirts stand out. */
  isSlim?: boolean;
  /** The displayed width of the picture, as in `<img sizes>`. */
  sizes: string;
}

/** The best jersey of a team, a time and a kit type, or a link to submit it. */
export function KitCell({ best, others, gap, isSlim = false, sizes }: KitCellProps) {
  return (
    <div className="mx-auto w-full max-w-44">
      <div className={cx("relative", isSlim ? "h-11" : "aspect-square min-h-11")}>
        {best && <Worn jersey={best} sizes={sizes} />}
        {best && others && <Others {...others} />}
        {!best && gap && <Gap {...gap} />}
      </div>
      {best && <Have jersey={best} />}
    </div>
  );
}

function Have({ jersey }: { jersey: CellJersey }) {
  const { t } = useTranslation();
  const { id, kit_type } = jersey;
  const kit = kit_type ? t(`kitType.${kit_type}`) : "";
  // A team's shirts of one season often have one title: the kit makes the buttons' names differ.
  const title = jersey.title.toLowerCase().includes(kit.toLowerCase())
    ? jersey.title
    : `${jersey.title}, ${kit}`;
  return <HaveButton jersey={{ id, title }} />;
}

function Worn({ jersey, sizes }: { jersey: CellJersey; sizes: string }) {
  const to = useHref();
  return (
    <PlainLink
      to={to("jersey", jerseyParams(jersey))}
      viewTransition
      className="block size-full overflow-hidden rounded-xl bg-surface transition-transform hover:scale-[1.03] md:rounded-2xl"
    >
      <JerseyImage
        jersey={jersey}
        path={jersey.images[0]?.path}
        alt={jersey.title}
        sizes={sizes}
        largest={320}
      />
    </PlainLink>
  );
}

/** Link to the variations page, for more than one jersey in a cell. */
function Others({ first, count, label }: NonNullable<KitCellProps["others"]>) {
  const to = useHref();
  const { teamSlug, kitType, year } = jerseyParams(first);
  return (
    <Link
      to={to("variations", { teamSlug, kitType, year })}
      aria-label={label}
      className="numeral absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full bg-ink text-xs text-paper ring-2 ring-paper md:size-9 md:text-lg"
    >
      +{count}
    </Link>
  );
}

function Gap({ known, label }: NonNullable<KitCellProps["gap"]>) {
  const submit = useSubmitHref();
  return (
    <Link
      to={submit(known)}
      aria-label={label}
      className="grid size-full place-items-center rounded-xl border border-dashed border-transparent text-muted/60 transition-colors hover:border-control hover:text-ink focus-visible:text-ink md:rounded-2xl"
    >
      <Plus aria-hidden className="size-4 md:size-5" />
    </Link>
  );
}
