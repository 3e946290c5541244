import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

import { cx } from "../../shared/ui/cx.ts";

/** A part of the form with its own heading; with `fold`, a phone shows it once its heading is pressed. */
export function Section({
  title,
  fold,
  children,
}: {
  title: string;
  /** How it begins on a phone. */
  fold?: "open" | "closed";
  children: ReactNode;
}) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <legend className={cx("heading mb-4 text-xl", fold && "unless-phone")}>{title}</legend>
      {fold ? (
        <details
          open={fold === "open"}
          className="fold phone-fold border-y border-line md:border-0"
        >
          <summary className="heading min-h-14 justify-between gap-3 text-xl">
            {title}
            <ChevronDown aria-hidden />
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-md:pb-5">{children}</div>
        </details>
      ) : (
        children
      )}
    </fieldset>
  );
}
