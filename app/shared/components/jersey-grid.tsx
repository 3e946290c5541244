import type { ReactNode } from "react";

import { cx } from "../ui/cx.ts";

/** Width of a card's image in the grid, for `<img sizes>`. */
export const GRID_SIZES =
  "(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, (min-width: 21.25rem) 46vw, 92vw";

/** Cards in 1, 2, 3 or 4 columns by width (docs/product/site.md 18.1). */
export function JerseyGrid({
  children,
  inRow = false,
}: {
  children: ReactNode;
  /** True for a row that scrolls sideways on a phone. */
  inRow?: boolean;
}) {
  return (
    <ul
      className={cx(
        "grid gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4",
        inRow
          ? "-mx-(--gutter) snap-x scroll-px-(--gutter) auto-cols-[max(42vw,9.5rem)] grid-flow-col overflow-x-auto px-(--gutter) py-2 [scrollbar-width:none] *:snap-start md:mx-0 md:auto-cols-auto md:grid-flow-row md:overflow-visible md:px-0"
          : "grid-cols-1 xs:grid-cols-2",
      )}
    >
      {children}
    </ul>
  );
}
