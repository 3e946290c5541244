import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { Button, button } from "../../../shared/ui/button.tsx";
import { useCloseOnBack } from "../../../shared/ui/use-close-on-back.ts";

const SHEET_ID = "filters";

/** From this width on the filters stand beside the result (`filters.css`). */
const BESIDE = "(width >= 64rem)";

/** Opens the filters where they are a sheet. It works without scripts. */
export function SheetButton({
  count,
}: {
  /** How many values are chosen. */
  count: number;
}) {
  const { t } = useTranslation(["filters", "catalogue"]);
  return (
    <button
      type="button"
      popoverTarget={SHEET_ID}
      className={button({ variant: "default", className: "filter-open" })}
    >
      <SlidersHorizontal aria-hidden />
      {count > 0 ? t("openCount", { count }) : t("catalogue:jerseys.filter")}
    </button>
  );
}

/**
 * The filters: a column beside the result, on a phone and a tablet a sheet. The sheet is a native popover, which opens
 * without scripts; with scripts it is a modal dialog: nothing behind it gets the focus, and closing it
 * gives the focus back.
 */
export function FilterSheet({
  show,
  busy,
  children,
}: {
  /** The text of the button that leads back to the result. */
  show: string;
  busy: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("filters");
  const { t: common } = useTranslation("common");
  const sheet = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const restore = useRef<() => void>(undefined);

  const onToggle = () => {
    const open = sheet.current?.matches(":popover-open") ?? false;
    setOpen(open);
    if (open === Boolean(restore.current)) return;
    if (open) restore.current = seclude(sheet.current!);
    else {
      restore.current?.();
      restore.current = undefined;
    }
  };
  const settle = useEffectEvent(onToggle);
  useEffect(() => {
    // It may have been opened before hydration.
    settle();
    // A window that has become wide shows the column.
    const isBeside = matchMedia(BESIDE);
    const onWiden = () => {
      if (isBeside.matches) sheet.current?.hidePopover();
    };
    isBeside.addEventListener("change", onWiden);
    return () => {
      isBeside.removeEventListener("change", onWiden);
      restore.current?.();
    };
  }, []);

  return (
    <div
      ref={sheet}
      id={SHEET_ID}
      popover="auto"
      tabIndex={-1}
      onToggle={onToggle}
      {...(isOpen ? { role: "dialog", "aria-modal": true } : { role: "region" })}
      aria-label={t("filters")}
      className="filters"
    >
      {isOpen && <CloseOnBack close={() => sheet.current?.hidePopover()} />}
      <div className="filter-head">
        <h2 className="heading text-2xl">{t("filters")}</h2>
        <Button
          variant="ghost"
          size="icon"
          popoverTarget={SHEET_ID}
          popoverTargetAction="hide"
          aria-label={common("close")}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="filter-body">{children}</div>
      <div className="filter-foot">
        <Button
          variant="hero"
          size="lg"
          popoverTarget={SHEET_ID}
          popoverTargetAction="hide"
          aria-busy={busy}
          className="w-full"
        >
          {show}
        </Button>
      </div>
    </div>
  );
}

function CloseOnBack({ close }: { close: () => void }) {
  useCloseOnBack(close);
  return null;
}

/**
 * Makes everything but an element inert and gives it the focus. Returns a function that undoes both.
 */
function seclude(element: HTMLElement): () => void {
  const opener = document.querySelector<HTMLElement>(`[popovertarget="${element.id}"].filter-open`);
  const secluded: HTMLElement[] = [];
  for (let at = element; at !== document.body && at.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || !(other instanceof HTMLElement) || other.inert) continue;
      other.inert = true;
      secluded.push(other);
    }
  }
  element.focus({ preventScroll: true });
  return () => {
    for (const other of secluded) other.inert = false;
    const { activeElement } = document;
    const isLost = activeElement === document.body || element.contains(activeElement);
    if (isLost) opener?.focus({ preventScroll: true });
  };
}
