import { cx } from "./cx.ts";

/** Stands where something is about to be; the caller gives it the same size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block animate-[shimmer_1.6s_ease-in-out_infinite] rounded-lg bg-line",
        className,
      )}
    />
  );
}
