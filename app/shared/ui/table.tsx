import type { ComponentProps } from "react";

import { cx } from "./cx.ts";

/** A table that scrolls sideways in its own frame, not with the page. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    // `relative`, or hidden labels of the last columns would widen the page.
    <div
      className="relative overflow-x-auto rounded-xl border border-line"
      tabIndex={0}
      role="group"
    >
      <table className={cx("w-full border-collapse text-sm", className)} {...props} />
    </div>
  );
}

export function Th({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cx("bg-surface px-4 py-3 text-left font-semibold whitespace-nowrap", className)}
      {...props}
    />
  );
}

export function Td({ className, ...props }: ComponentProps<"td">) {
  return <td className={cx("border-t border-line px-4 py-3 align-middle", className)} {...props} />;
}
