import { type ReactNode, useId } from "react";

import { button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { CardIcon } from "./card-icons.tsx";
import { useTranslation } from "../i18n/use-translation.tsx";

interface MenuProps {
  /** The name of a button without text. */
  label?: string | undefined;
  /** What the button shows. */
  face: ReactNode;
  /** Of the button. */
  className?: string | undefined;
  /** Where the panel is; beside its button unless said otherwise. */
  place?: string;
  children: ReactNode;
}

/**
 * A button with its panel. It uses the native popover: it opens without scripts, closes on Escape and on a press
 * outside or on an entry, and stays in the viewport.
 */
export function Menu({ label, face, className, place = "menu-beside", children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={className}>
        {face}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its entries have the keys */}
      <div
        id={id}
        popover="auto"
        className={cx("menu", place)}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

/** “…”: what few need of a page, behind one button. */
export function MoreMenu({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("more")}
      face={<CardIcon of="ellipsis" />}
      className={button({ variant: "outline", size: "icon", className })}
    >
      {children}
    </Menu>
  );
}

/** In the header, at its right end. */
export const IN_HEADER =
  "fixed inset-auto top-[calc(var(--header)+0.25rem)] right-[max(var(--gutter),calc((100vw-var(--page))/2))]";

/** Classes of a menu item, for links and buttons alike. */
export const menuItem =
  "flex min-h-11 w-full items-center gap-3 rounded-xl px-3 py-1 text-left text-base hover:bg-surface aria-[current]:font-semibold aria-pressed:font-semibold [&_svg]:size-5 [&_svg]:shrink-0";
