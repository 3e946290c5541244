import type { ReactNode } from "react";

import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/**
 * A button in the header with its panel. It uses the native popover: it opens without scripts,
 * closes on Escape and on a click outside, and stays in the viewport.
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

/** Classes of a menu item, for links and buttons alike. */
export const menuItem =
  "flex h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-base hover:bg-surface aria-[current]:font-semibold aria-pressed:font-semibold [&_svg]:size-5 [&_svg]:shrink-0";

/** Closes the menu after a choice. */
export function closeMenu(id: string): void {
  document.getElementById(id)?.hidePopover();
}
