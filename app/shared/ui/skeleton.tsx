import { cx } from "./cx.ts";

/** A placeholder. The caller sets the size of the content it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block max-w-full animate-[shimmer_1.6s_ease-in-out_infinite] rounded-lg bg-line",
        className,
      )}
    />
  );
}
