import { cx } from "./cx.ts";

/** A progress bar, as a thin line. */
export function Progress({
  value,
  label,
  className,
}: {
  /** Progress, 0 to 1. */
  value: number;
  label: string;
  className?: string;
}) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-1 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className="h-full origin-left bg-accent-text transition-transform"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
