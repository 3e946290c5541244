import type { ReactNode } from "react";

import { button } from "./ui/button.tsx";
import { cx } from "./ui/cx.ts";

/**
 * A button in the header and the panel it opens. The browser's own popover: it opens before any
 * script has run, closes on Escape and on a click elsewhere, and never leaves the viewport.
 */
export function HeaderMenu({
  id,
  label,
  icon,
  className,
  children,
}: {
  id: string;
  label: string;
  icon: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={button({ variant: "ghost", size: "icon", className })}
      >
        {icon}
      </button>
      <div
        id={id}
        popover="auto"
        className={cx(
          "fixed inset-auto top-[calc(var(--header)+0.25rem)] right-[max(var(--gutter),calc((100vw-var(--page))/2))] min-w-52 rounded-2xl border border-line bg-raised p-2 text-ink shadow-xl",
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}

/** One choice of a menu: a link or a button looks the same. */
export const menuItem =
  "flex h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-base hover:bg-surface aria-[current]:font-semibold aria-pressed:font-semibold [&_svg]:size-5 [&_svg]:shrink-0";

/** Closes the menu a choice was made in. */
export function closeMenu(id: string): void {
  document.getElementById(id)?.hidePopover();
}
