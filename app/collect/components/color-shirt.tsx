import { COLOR_HEX, type Color } from "../../shared/domain/colors.ts";
import { cx } from "../../shared/ui/cx.ts";

/** A shirt in one of the named colours. It is decoration: put the colour's name beside it. */
export function ColorShirt({ color, className }: { color: Color; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 32 32"
      fill={COLOR_HEX[color]}
      className={cx("color-shirt", className)}
    >
      <path d="M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z" />
    </svg>
  );
}
