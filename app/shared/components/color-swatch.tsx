import { useTranslation } from "../i18n/use-translation.tsx";
import { COLOR_HEX, type Color } from "../domain/colors.ts";
import { cx } from "../ui/cx.ts";

/**
 * A dot in one of the named colours. It is decoration: put the colour's name beside it. The edge
 * keeps white visible on light paper and black on dark paper.
 */
export function ColorSwatch({ color, className }: { color: Color; className?: string }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: COLOR_HEX[color] }}
      className={cx(
        "inline-block size-4 shrink-0 rounded-full border border-control forced-color-adjust-none",
        className,
      )}
    />
  );
}

/** A colour's swatch and name. */
export function ColorName({ color, className }: { color: Color; className?: string }) {
  const { t } = useTranslation();
  return (
    <span className={cx("inline-flex items-center gap-1.5", className)}>
      <ColorSwatch color={color} />
      {t(`color.${color}`)}
    </span>
  );
}

/** The colours of a jersey with their names, the main one first. */
export function ColorNames({ colors }: { colors: readonly Color[] }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {colors.map((color) => (
        <ColorName key={color} color={color} />
      ))}
    </span>
  );
}
