import type { ReactNode } from "react";

import { cx } from "./ui/cx.ts";

/** Width of a card's image in the grid, for `<img sizes>`. */
export const GRID_SIZES =
  "(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, (min-width: 21.25rem) 46vw, 92vw";

/** Cards in 1, 2, 3 or 4 columns by width (docs/product.md 18.1). */
export function JerseyGrid({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <ul
      className={cx(
        "grid grid-cols-1 gap-x-4 gap-y-8 xs:grid-cols-2 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4",
        className,
      )}
    >
      {children}
    </ul>
  );
}
