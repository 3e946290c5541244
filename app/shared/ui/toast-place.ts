/** From the upper to the lower edge, in pixels. */
interface Span {
  top: number;
  bottom: number;
}

/** Between a toast and what is beside it, in pixels. */
const MARGIN = 8;

/** A bar that floats ends so far above the end of the window at most, in pixels. */
const FLOATING = 24;

/** What is pressed or written in. */
const PRESSED = "a[href], button, input, select, textarea, summary, [role=button], [role=tab]";

/** The left and the right edge of a toast. */
interface Columns {
  left: number;
  right: number;
}

/** Distance of a toast from the end of a wide window, in pixels: above what is fixed there. */
export const aboveBars = ({ left, right }: Columns): number =>
  innerHeight - fixedFrom((left + right) / 2);

/**
 * Distance of a toast from the end of a phone's window, in pixels: the lowest place below the site's bar where nothing is
 * pressed; without one, above what is fixed at the end of the window, because the rest can be scrolled away.
 * @param height of the toast, in pixels
 */
export function freePlace(height: number, columns: Columns): number {
  const header = document.querySelector("header.sticky");
  const free = {
    top: header ? Math.max(0, header.getBoundingClientRect().bottom) : 0,
    bottom: innerHeight - aboveBars(columns),
  };
  const pressed = [...document.querySelectorAll(PRESSED)]
    .filter((element) => !element.closest("[data-sonner-toaster]"))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, width }) => {
      return width > 1 && left < columns.right && right > columns.left;
    });
  return innerHeight - lowestGap(height + 2 * MARGIN, free, pressed) + MARGIN;
}

/** The lower edge of the lowest gap of that height between the taken spans; of all that is free if there is none. */
export function lowestGap(height: number, free: Span, taken: readonly Span[]): number {
  let bottom = free.bottom;
  const upwards = taken
    .filter((span) => span.bottom > free.top && span.top < free.bottom && span.bottom > span.top)
    .toSorted((one, other) => other.bottom - one.bottom);
  for (const span of upwards) {
    if (bottom - span.bottom >= height) return bottom;
    bottom = Math.min(bottom, span.top);
  }
  return bottom - free.top >= height ? bottom : free.bottom;
}

/** The upper edge of the bars that are fixed at the end of the window. */
function fixedFrom(x: number): number {
  let edge = innerHeight;
  for (;;) {
    const bar =
      fixedAncestor(document.elementFromPoint(x, edge - 1)) ??
      fixedAncestor(document.elementFromPoint(x, edge - FLOATING));
    const top = bar?.getBoundingClientRect().top ?? edge;
    // A dialog as high as the window leaves no room beside it.
    if (top >= edge || top < innerHeight / 2) return edge;
    edge = top;
  }
}

function fixedAncestor(element: Element | null): Element | undefined {
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    if (each.matches("[data-sonner-toaster]")) return undefined;
    if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return each;
  }
  return undefined;
}
