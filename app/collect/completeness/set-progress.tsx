import { cx } from "../../shared/ui/cx.ts";

/** How much of a set a member has, as a bar; the figures stand beside it. */
export function SetProgress({
  held,
  total,
  className,
}: {
  held: number;
  total: number;
  className?: string;
}) {
  return (
    <div aria-hidden className={cx("h-2 overflow-hidden rounded-full bg-line", className)}>
      <div
        className="h-full origin-left bg-accent-text transition-transform"
        style={{ transform: `scaleX(${held / total})` }}
      />
    </div>
  );
}
