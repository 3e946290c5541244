import { Flag, PencilLine } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { Waiting } from "../data/review/queue.ts";
import { isContested } from "../data/review/queue-rows.ts";
import { formatSpan } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { kindKey } from "./kind-key.ts";
import { useTitle } from "./use-title.ts";

/** What waits, in a pane of its own: beside what is open, below it on a phone. */
export function ReviewList({
  rows,
  openId,
  hasMore,
  isBusy,
  onOpen,
  onMore,
}: {
  rows: Waiting[];
  openId: string;
  hasMore: boolean;
  isBusy: boolean;
  onOpen: (place: number) => void;
  onMore: () => void;
}) {
  const { t } = useTranslation(["review", "common"]);
  return (
    <div
      data-pane
      className="relative max-h-96 overflow-y-auto rounded-2xl border border-line bg-raised lg:sticky lg:order-first lg:top-[calc(var(--header)+1rem)] lg:max-h-[calc(100dvh-var(--header)-2rem)]"
    >
      <ol className="divide-y divide-line">
        {rows.map((row, place) => (
          <li key={row.id}>
            <Item row={row} isOpen={row.id === openId} onOpen={() => onOpen(place)} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button variant="ghost" className="w-full" disabled={isBusy} onClick={onMore}>
          {t("common:action.more")}
        </Button>
      )}
    </div>
  );
}

function Item({ row, isOpen, onOpen }: { row: Waiting; isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation(["review", "suggestions", "facts", "report"]);
  const lang = useLanguage();
  const title = useTitle()(row);
  const { target } = row;
  // The title is the jersey's, under which a reported comment stands.
  const category = row.kind === "report" && row.detail.category;
  const whatWaits = [
    t(kindKey(row.kind)),
    row.kind === "report" && row.target_type !== "jersey" && t(`facts:${row.target_type}`),
    category && t(`report:categories.${category}`),
    isContested(row) && t("review:contested"),
  ].filter(Boolean);
  return (
    <button
      ref={isOpen ? bringIntoPane : undefined}
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={cx(
        "grid w-full grid-cols-[3rem_minmax(0,1fr)] items-center gap-3 border-l-4 p-3 text-left -outline-offset-2 hover:bg-surface",
        isOpen ? "border-l-accent bg-surface" : "border-l-transparent",
      )}
    >
      <span className="grid size-12 place-items-center overflow-hidden rounded-lg bg-surface text-muted [&>svg]:size-5">
        {target?.type === "jersey" ? (
          <JerseyImage
            jersey={target}
            path={target.images[0]?.path}
            alt=""
            sizes="3rem"
            largest={160}
          />
        ) : row.kind === "report" ? (
          <Flag aria-hidden />
        ) : (
          <PencilLine aria-hidden />
        )}
      </span>
      <span className="grid gap-0.5">
        <span className="line-clamp-2 text-sm font-semibold wrap-anywhere">{title}</span>
        <span className="text-xs text-muted">
          {whatWaits.join(" · ")} ·{" "}
          <span className="whitespace-nowrap">{formatSpan(row.since, lang)}</span>
        </span>
      </span>
    </button>
  );
}

/** Not scrollIntoView(): it would scroll the page too. */
function bringIntoPane(button: HTMLElement | null): void {
  const pane = button?.closest("[data-pane]");
  if (pane && button)
    pane.scrollTop = button.offsetTop - (pane.clientHeight - button.offsetHeight) / 2;
}
