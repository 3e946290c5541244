import { COLOR_HEX, type Color } from "../../shared/domain/colors.ts";
import { cx } from "../../shared/ui/cx.ts";

/** The colours of what is to be guessed, the main one widest, behind a mark. Decoration beside their names. */
export function Bands({
  palette,
  mark = "?",
  isSmall = false,
}: {
  palette: readonly Color[];
  mark?: string;
  isSmall?: boolean;
}) {
  return (
    <span
      aria-hidden
      className={cx(
        "relative flex w-full overflow-hidden border border-line forced-color-adjust-none",
        // Beside its form as high as wide; above it half as high: the form is on the first screen.
        isSmall ? "aspect-square rounded-xl" : "aspect-2/1 rounded-2xl @3xl:aspect-square",
      )}
    >
      {palette.map((color, n) => (
        <span
          key={color}
          style={{ backgroundColor: COLOR_HEX[color] }}
          className={n === 0 ? "grow-3" : "grow"}
        />
      ))}
      <span
        className={cx(
          "numeral absolute inset-0 m-auto grid place-items-center rounded-full bg-paper text-ink",
          isSmall ? "size-9 text-lg" : "size-28 text-[5rem]",
        )}
      >
        {mark}
      </span>
    </span>
  );
}
